import { existsSync } from 'node:fs';

/** Features that Playwright disables; only the last of several --disable-features arguments counts. */
const OFF_FOR_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Features that start two more processes for each window, one of them for hidden pages of the address bar: half the
 * work of opening one.
 */
const OFF_FOR_SPEED = [
  'SpareRendererForSitePerProcess',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** Chromium without windows and tabs. `npm test` names another in CHROME_PATH where it is missing. */
const SHELL = '/usr/bin/chromium-headless-shell';

// How every test starts Chromium: headless, with the same rendering everywhere, and without background requests.
export const CHROMIUM = {
  executablePath: process.env.CHROME_PATH ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium'),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_SPEED].join(',')}`,
  ],
};

import { createServer } from 'node:net';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { summary } from './test/wtr-summary.mjs';
import { viteForWtr } from './test/wtr-vite.mjs';

const files = ['src/**/*.browser.test.{ts,tsx}', 'test/component/**/*.browser.test.{ts,tsx}'];
const vite = viteForWtr({ entries: files, include: ['react/jsx-dev-runtime', 'react-dom/client'] });
const isRoot = process.getuid?.() === 0;

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export default {
  files,
  nodeResolve: false,
  port: Number(process.env.WTR_PORT) || (await freePort()),
  concurrency: 1,
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 300_000,
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
        headless: true,
        args: [
          ...(isRoot ? ['--no-sandbox'] : []),
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          '--font-render-hinting=none',
          '--force-color-profile=srgb',
          '--lang=en-US',
        ],
      },
    }),
  ],
  plugins: [vite.plugin],
  middleware: [vite.middleware],
  testFramework: { config: { timeout: 60_000, ui: 'bdd' } },
  reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: false }), summary()],
};

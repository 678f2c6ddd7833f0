import { PRIMARY_COLOUR } from '../../shared/contracts/constants.ts';

const QUIET_LIGHT = '#4b4e5a';
const QUIET_DARK = '#d1d3dc';
const TEXT_LIGHT = '#1e202a';
const PRESSED = '#403ec0';

/** Colours and typeface of the pages that the server renders itself: without the application's style sheet. */
export const PAGE_STYLE = `:root{color-scheme:light dark;--canvas:light-dark(#f6f7fa,#11131c);--surface:light-dark(#fff,${TEXT_LIGHT});
--text:light-dark(${TEXT_LIGHT},#eff0f5);--quiet:light-dark(${QUIET_LIGHT},${QUIET_DARK});--line:light-dark(${QUIET_DARK},${QUIET_LIGHT});
--brand:${PRIMARY_COLOUR};--pressed:${PRESSED};--link:light-dark(${PRESSED},#acb9fb);--focus:light-dark(${PRIMARY_COLOUR},#8d9cf9);
--font:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',sans-serif}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
`;

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as constants from './constants.ts';
import { withConstants } from './css-constants.ts';

const CATALOGUE = readFileSync(new URL('../../../docs/requirements.md', import.meta.url), 'utf8').split('\n');

/** The text of a requirement. */
function requirement(id: string): string {
  const found = CATALOGUE.find((line) => line.startsWith(`- ${id} `));
  assert.ok(found, `${id} is not in docs/requirements.md.`);
  return found;
}

const {
  ASSET_STATUS_COLOURS: asset,
  MANUAL_COLOURS: reading,
  MANUAL_STATUS_COLOURS: manual,
  DRAWER_MOBILE_WIDTH,
  PRIMARY_COLOUR,
  STORAGE_PREFIX,
} = constants;
const drawerOnMobile = DRAWER_MOBILE_WIDTH.replace('%', ' %');
const passwords = [constants.CURRENT_PASSWORD_MIN, constants.NEW_PASSWORD_MIN, constants.RESET_PASSWORD_MIN];

/** Phrases of the catalogue, made of the constants. */
const FIGURES: Readonly<Record<string, readonly string[]>> = {
  'CONST-01': [
    `${constants.DELEGATION_DEBOUNCE_MS} ms delegate debounce`,
    `${constants.DELEGATION_COMMENT_MAX} comment`,
    `username ≥ ${constants.USERNAME_MIN}`,
    `passwords ${passwords.join(' / ')}`,
    `SSO countdown ${constants.SSO_COUNTDOWN_SECONDS} s`,
    `session check ${constants.SESSION_CHECK_MS} ms`,
    `snackbar ${constants.SNACKBAR_MS} ms`,
    `scroll-to-top ${constants.SCROLL_TO_TOP_AFTER} px`,
    `lazy time-out ${constants.LAZY_TIMEOUT_MS} ms`,
    `drawer ${constants.DRAWER_WIDTH} / ${drawerOnMobile} / ${constants.DRAWER_MINI_WIDTH} px`,
    `toolbar ${constants.TOOLBAR_HEIGHT};`,
    `dialog ${constants.DIALOG_MAX_WIDTH};`,
    `mobile ${constants.MOBILE_MAX_WIDTH} px`,
    `primary ${PRIMARY_COLOUR}`,
    `storage prefix \`${STORAGE_PREFIX}\`, ttl ${constants.STORAGE_TTL_MINUTES} `,
    `dense ${constants.DENSE_BY_DEFAULT}`,
    `\`${constants.EMPTY_OPTION_ID}\``,
  ],
  'LAY-01': [
    `${constants.DRAWER_WIDTH} px (${drawerOnMobile} of the width on mobile)`,
    `${constants.DRAWER_MINI_WIDTH} px mini`,
  ],
  'LAY-04': [`${constants.TOOLBAR_HEIGHT} px high`],
  'LAY-08': [`after ${constants.SCROLL_TO_TOP_AFTER} px`],
  'LAY-10': [`${constants.SNACKBAR_MS} ms default`],
  'LAY-13': [`width ≤ ${constants.MOBILE_MAX_WIDTH} px`],
  'LOG-21': [`every ${constants.SESSION_CHECK_MS} ms`],
  'DEL-05': [`${constants.DELEGATION_DEBOUNCE_MS} ms debounce`],
  'MAN-02': [`'1_active', '2_inactive' (colours ${manual['1_active']}, ${manual['2_inactive']})`],
  'MAN-03': [
    `overdue ${reading.overdue}, not due ${reading.notDue}, cancelled ${reading.cancelled}, read ${reading.read}`,
  ],
  'PRV-01': [
    `pending ${asset.pending}, assigned ${asset.assigned}, archived ${asset.archived}, inventory ${asset.inventory}`,
  ],
  'BEY-06': [`Undo for ${constants.UNDO_SECONDS} seconds`, `Undo for ${constants.UNDO_MS / 1000} seconds`],
};

test('CONST-01 the constants are the figures of the catalogue', () => {
  for (const [id, phrases] of Object.entries(FIGURES)) {
    for (const phrase of phrases) assert.ok(requirement(id).includes(phrase), `${id}: ${phrase}`);
  }
});

test('CONST-01 style sheets take their figures from the constants', () => {
  assert.equal(withConstants('a { width: constant(DRAWER_WIDTH) }'), 'a { width: 220px }');
  assert.throws(() => withConstants('a { width: constant(DRAWER) }'), /constant\(DRAWER\)/);
});

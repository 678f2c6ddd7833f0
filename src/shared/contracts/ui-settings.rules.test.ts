import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedUi, DEFAULT_UI } from './ui-settings.rules.ts';

test('CONST-01 LAY-15 the interface is dense with default settings unless the user chooses otherwise', () => {
  assert.deepEqual(DEFAULT_UI, {
    dense: true,
    navbar: { show: true, dense: false, logo: true },
    fullscreen: false,
    settingsPanel: false,
    footer: false,
    theme: { index: 0, dark: null },
  });
});

test('settings that a change does not name stay', () => {
  const changed = changedUi(DEFAULT_UI, { dense: false, theme: { dark: true } });
  assert.deepEqual(changed, { ...DEFAULT_UI, dense: false, theme: { index: 0, dark: true } });
  const again = changedUi(changed, { navbar: { show: false }, theme: { dark: null } });
  assert.deepEqual(again.navbar, { show: false, dense: false, logo: true });
  assert.deepEqual(again.theme, { index: 0, dark: null });
  assert.equal(again.dense, false);
});

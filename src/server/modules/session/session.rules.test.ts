import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedUi, DEFAULT_UI, dayIn } from './session.rules.ts';

test('CONST-01 the interface is dense unless somebody chooses otherwise', () => {
  assert.equal(DEFAULT_UI.dense, true);
  assert.equal(DEFAULT_UI.theme.dark, null);
});

test('what a change does not name stays as it was', () => {
  const changed = changedUi(DEFAULT_UI, { dense: false, theme: { dark: true } });
  assert.deepEqual(changed, { ...DEFAULT_UI, dense: false, theme: { index: 0, dark: true } });
  const again = changedUi(changed, { navbar: { show: false }, theme: { dark: null } });
  assert.deepEqual(again.navbar, { show: false, dense: false, logo: true });
  assert.deepEqual(again.theme, { index: 0, dark: null });
  assert.equal(again.dense, false);
});

test('today is the day of the tenant, not of the server', () => {
  const lateInTallinn = new Date('2026-11-21T22:30:00Z');
  assert.equal(dayIn('Europe/Tallinn', lateInTallinn), '2026-11-22');
  assert.equal(dayIn('UTC', lateInTallinn), '2026-11-21');
  assert.equal(dayIn('America/New_York', new Date('2026-11-21T03:00:00Z')), '2026-11-20');
});

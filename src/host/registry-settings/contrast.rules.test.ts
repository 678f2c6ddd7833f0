import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSET_STATUS_COLOURS } from '../../shared/contracts/constants.ts';
import { CONTRAST_MIN, contrastOf } from './contrast.rules.ts';

test('PRV-01 text on each status colour of assets is readable, on black it is not', () => {
  for (const color of Object.values(ASSET_STATUS_COLOURS)) assert.ok(contrastOf(color)! >= CONTRAST_MIN, color);
  assert.ok(contrastOf('#000000')! < CONTRAST_MIN);
  assert.ok(Math.abs(contrastOf('#ffffff')! - 17.2) < 0.2, String(contrastOf('#ffffff')));
  assert.equal(contrastOf('red'), null);
});

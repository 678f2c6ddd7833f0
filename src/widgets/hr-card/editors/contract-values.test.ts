import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areSharesWhole, bodyOf, faultsOf, shareRows, valuesOf } from './contract-values.ts';
import { newShare, splitRows } from './shares-values.ts';

const values = { ...valuesOf(null), startsOn: '2026-01-01' };
const share = (name: string, typed: string) => ({
  ...newShare(false),
  ...{ value: { id: name, name }, share: typed },
});

test('HR-01 a fixed-term contract needs an end, which is not before its start, and a trial within', () => {
  assert.deepEqual(faultsOf(values), {});
  assert.deepEqual(faultsOf({ ...values, kind: 'fixed' }), { endsOn: 'fixed' });
  assert.deepEqual(faultsOf({ ...values, endsOn: '2025-12-31' }), { endsOn: 'reversed' });
  assert.deepEqual(faultsOf({ ...values, endsOn: '2026-12-31', trialEndsOn: '2027-01-01' }), { trialEndsOn: 'trial' });
  assert.deepEqual(faultsOf({ ...values, startsOn: null, weeklyHours: '200' }), {
    startsOn: 'required',
    weeklyHours: 'number',
  });
  assert.deepEqual(faultsOf({ ...values, endsOn: undefined }), { endsOn: 'day' });
});

test('HR-01 shares are sent as numbers, from the first day of the contract where none is given', () => {
  const rows = [share('a', '60'), share('b', '40')];
  const typed = { ...values, dimensions: [{ id: 'd', name: 'Objects', rows }] };
  assert.equal(areSharesWhole(typed), true);
  assert.deepEqual(
    shareRows(typed).map(({ valueId, share: percent, validFrom }) => [valueId, percent, validFrom]),
    [
      ['a', 60, '2026-01-01'],
      ['b', 40, '2026-01-01'],
    ],
  );
  assert.equal(areSharesWhole({ ...typed, dimensions: [{ id: 'd', name: 'O', rows: [share('a', '0')] }] }), false);
  assert.equal(areSharesWhole({ ...typed, dimensions: [{ id: 'd', name: 'O', rows: [newShare(true)] }] }), false);
});

test('HR-01 thirds are divided evenly, each period by itself', () => {
  const thirds = [share('a', ''), share('b', ''), share('c', '')];
  const later = { ...share('d', '10'), from: '2027-01-01' };
  assert.deepEqual(
    splitRows([...thirds, later]).map((row) => row.share),
    ['33.33', '33.33', '33.34', '100'],
  );
});

test('HR-01 the reason for the end is only sent with an end', () => {
  const body = bodyOf({ ...values, number: ' TL-1 ', weeklyHours: '37.5', endReason: 'Retirement' });
  assert.deepEqual([body.number, body.weeklyHours, body.endReason, body.endsOn], ['TL-1', 37.5, null, null]);
  assert.equal(bodyOf({ ...values, endsOn: '2026-12-31', endReason: 'Retirement' }).endReason, 'Retirement');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addMonths,
  type ContractTerm,
  contractWarnings,
  doTermsOverlap,
  isTermReversed,
  isTrialLong,
  isTrialOutside,
  type ShareRow,
  shareProblems,
  sharesByDay,
  splitEvenly,
  WEEKLY_HOURS_MAX,
} from './hr-contract.rules.ts';

const term = (over: Partial<ContractTerm> = {}): ContractTerm => ({
  kind: 'employment',
  startsOn: '2026-01-01',
  endsOn: null,
  trialEndsOn: null,
  weeklyHours: 40,
  ...over,
});
const row = (
  valueId: string,
  share: number,
  validFrom = '2026-01-01',
  validUntil: string | null = null,
  dimensionId = 'centre',
): ShareRow => ({ dimensionId, valueId, share, validFrom, validUntil });

test('HR-01 shares of a dimension add up to 100 on each day that has any', () => {
  assert.deepEqual(shareProblems([]), []);
  assert.deepEqual(shareProblems([row('a', 33.33), row('b', 33.33), row('c', 33.34)]), []);
  assert.deepEqual(shareProblems([row('a', 60), row('b', 30)]), [
    { dimensionId: 'centre', day: '2026-01-01', sum: 90 },
  ]);
  // A change over time, and a dimension that ends.
  const moved = [row('a', 100, '2026-01-01', '2026-02-28'), row('b', 100, '2026-03-01', '2026-12-31')];
  assert.deepEqual(shareProblems(moved), []);
  assert.deepEqual(sharesByDay(moved), [
    { dimensionId: 'centre', day: '2026-01-01', sum: 100 },
    { dimensionId: 'centre', day: '2026-03-01', sum: 100 },
    { dimensionId: 'centre', day: '2027-01-01', sum: 0 },
  ]);
  // One day on which both count.
  assert.deepEqual(shareProblems([row('a', 100, '2026-01-01', '2026-03-01'), row('b', 100, '2026-03-01')]), [
    { dimensionId: 'centre', day: '2026-03-01', sum: 200 },
  ]);
  // Each dimension for itself.
  const mixed = [row('a', 100), row('x', 40, '2026-01-01', null, 'project')];
  assert.deepEqual(shareProblems(mixed), [{ dimensionId: 'project', day: '2026-01-01', sum: 40 }]);
});

test('HR-01 an even split always makes 100', () => {
  assert.deepEqual(splitEvenly(1), [100]);
  assert.deepEqual(splitEvenly(3), [33.33, 33.33, 33.34]);
  for (let count = 1; count <= 60; count++) {
    const sum = splitEvenly(count).reduce((total, share) => total + Math.round(share * 100), 0);
    assert.equal(sum, 10_000, `${count}`);
  }
});

test('HR-01 months keep the day or end with the month', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
  assert.equal(addMonths('2026-10-15', 4), '2027-02-15');
});

test('HR-01 a fixed term needs an end, and a trial lies within the contract', () => {
  assert.equal(isTermReversed(term()), false);
  assert.equal(isTermReversed(term({ kind: 'fixed' })), true);
  assert.equal(isTermReversed(term({ endsOn: '2026-01-01' })), false);
  assert.equal(isTermReversed(term({ endsOn: '2025-12-31' })), true);
  assert.equal(isTrialOutside(term({ trialEndsOn: '2026-01-01' })), false);
  assert.equal(isTrialOutside(term({ trialEndsOn: '2025-12-31' })), true);
  assert.equal(isTrialOutside(term({ trialEndsOn: '2026-04-01', endsOn: '2026-03-31' })), true);
});

test('HR-01 a trial is long over four months, or over half of a short fixed term', () => {
  assert.equal(isTrialLong(term()), false);
  assert.equal(isTrialLong(term({ trialEndsOn: '2026-04-30' })), false);
  assert.equal(isTrialLong(term({ trialEndsOn: '2026-05-01' })), true);
  const short = { kind: 'fixed', endsOn: '2026-01-30' } as const;
  assert.equal(isTrialLong(term({ ...short, trialEndsOn: '2026-01-15' })), false);
  assert.equal(isTrialLong(term({ ...short, trialEndsOn: '2026-01-16' })), true);
  // From eight months on, only the four months count.
  assert.equal(isTrialLong(term({ kind: 'fixed', endsOn: '2026-09-01', trialEndsOn: '2026-04-30' })), false);
});

test('HR-01 an overlap and more than 48 hours a week together need a confirmation', () => {
  const other = term({ startsOn: '2026-06-01', endsOn: '2026-06-30', weeklyHours: 8 });
  assert.equal(doTermsOverlap(term({ endsOn: '2026-05-31' }), other), false);
  assert.equal(doTermsOverlap(term({ endsOn: '2026-06-01' }), other), true);
  assert.deepEqual(contractWarnings(term({ endsOn: '2026-05-31' }), [other]), []);
  assert.deepEqual(contractWarnings(term({ weeklyHours: WEEKLY_HOURS_MAX - 8 }), [other]), ['overlap']);
  assert.deepEqual(contractWarnings(term({ weeklyHours: 41 }), [other]), ['overlap', 'hours']);
  assert.deepEqual(contractWarnings(term({ weeklyHours: null, trialEndsOn: '2027-01-01' }), []), ['trial']);
});

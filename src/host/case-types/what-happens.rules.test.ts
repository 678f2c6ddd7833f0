import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaseTypeFields } from './case-types.store.ts';
import { whatHappens } from './what-happens.rules.ts';

const named = (id: string) => ({ id, name: id.toUpperCase() });
const task = (id: string) => ({ ...named(id), outcomes: [], fields: [] });
const CHOICES = {
  processes: [{ ...named('park'), startForm: 'own', tasks: [task('decide'), task('hand')], ends: [named('done')] }],
  forms: [named('own'), named('other')],
  registries: [{ ...named('places'), numberSeries: 'p', statuses: [named('asked'), named('given')] }],
  series: [
    { id: 'p', pattern: 'P-{0000}' },
    { id: 'q', pattern: 'Q-{0000}' },
  ],
};
const FIELDS: CaseTypeFields = {
  ...{ title: { en: 'Parking' }, process: 'park', startForm: null, registry: null, numberSeries: null },
  ...{
    startGroups: [],
    defaults: {},
    statusMap: [],
    massAction: null,
    withdraw: 'never',
    peopleShown: 'none',
    active: true,
  },
};
const sentencesOf = (fields: Partial<CaseTypeFields>) =>
  whatHappens({ ...FIELDS, ...fields }, CHOICES, (id) => id.toUpperCase()).map(({ key, params }) =>
    [key.replace('happens.', ''), ...Object.values(params)].join(' '),
  );

test('PRV-04 the preview says who starts it, with which form, number and record, and what comes first', () => {
  assert.deepEqual(sentencesOf({}), ['all', 'form OWN', 'noRecord', 'task DECIDE']);
  assert.deepEqual(sentencesOf({ startGroups: ['crew', 'staff'], startForm: 'other', registry: 'places' }), [
    'groups CREW, STAFF',
    'form OTHER',
    'number P-{0000}',
    'record PLACES ASKED',
    'task DECIDE',
  ]);
  assert.deepEqual(sentencesOf({ registry: 'places', numberSeries: 'q' })[2], 'number Q-{0000}');
  assert.deepEqual(sentencesOf({ process: 'gone' }), []);
});

test('PRV-04 the preview says when the status of the record changes', () => {
  const statusMap = [
    { on: 'started', status: 'asked' },
    { on: 'task:hand', status: 'given' },
    { on: 'ended:done', status: 'lost' },
    { on: 'withdrawn', status: 'asked' },
    { on: 'never', status: 'asked' },
  ];
  assert.deepEqual(sentencesOf({ registry: 'places', statusMap }).slice(5), [
    'started ASKED',
    'taskBegins HAND GIVEN',
    'ended DONE lost',
    'withdrawn ASKED',
  ]);
  assert.equal(sentencesOf({ statusMap }).length, 4);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choiceOf, defaultsOf, PRODUCT_DEFAULTS, settingsOf, without } from './settings.rules.ts';

test('TSK-17 without settings each kind is sent at once, except offered tasks and received requests', () => {
  const { choices, hour, actionDays } = PRODUCT_DEFAULTS;
  const now = Object.keys(choices).filter((kind) => choices[kind as keyof typeof choices] === 'now');
  assert.deepEqual(now.sort(), [
    'assigned',
    'delegated',
    'dueSoon',
    'lateReading',
    'mentioned',
    'overdue',
    'reading',
    'requestEnded',
    'requestReply',
    'security',
    'standIn',
  ]);
  assert.deepEqual([choices.offered, choices.requestReceived, hour, actionDays], ['off', 'off', 8, 14]);
});

test('TSK-17 the defaults of an organisation override the product, and may lack newer kinds', () => {
  assert.deepEqual(defaultsOf(null), PRODUCT_DEFAULTS);
  assert.deepEqual(defaultsOf(undefined), PRODUCT_DEFAULTS);
  const choices = { assigned: 'digest' } as unknown as typeof PRODUCT_DEFAULTS.choices;
  assert.deepEqual(defaultsOf({ choices, hour: 6 }), {
    ...PRODUCT_DEFAULTS,
    hour: 6,
    choices: { ...PRODUCT_DEFAULTS.choices, assigned: 'digest' },
  });
});

test('TSK-17 own choices precede those of the organisation', () => {
  assert.deepEqual(settingsOf(undefined, PRODUCT_DEFAULTS), { choices: PRODUCT_DEFAULTS.choices, hour: 8 });
  const settings = settingsOf({ choices: { overdue: 'off' }, hour: null }, PRODUCT_DEFAULTS);
  assert.deepEqual([choiceOf(settings, 'overdue'), choiceOf(settings, 'assigned'), settings.hour], ['off', 'now', 8]);
  assert.equal(settingsOf({ choices: {}, hour: 0 }, PRODUCT_DEFAULTS).hour, 0);
});

test('TSK-17 a link in an e-mail switches its kinds off, and ignores unknown ones', () => {
  const { choices } = PRODUCT_DEFAULTS;
  assert.deepEqual(without(choices, ['reading', 'unknown']), { ...choices, reading: 'off' });
  assert.deepEqual(without(choices, []), choices);
});

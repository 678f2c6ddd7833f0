import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CognitoError } from '../../shared/session/index.ts';
import { createPasswordStore, passwordFaults } from './password.store.ts';

const CURRENT = 'Old-1x';
const NEW = 'Brand-new-2026';
const faults = (current: string, proposed: string, repeat = proposed) => passwordFaults({ current, proposed, repeat });

test('VAL-16 the current password has 6 characters, an upper and a lower case letter, a digit and a symbol', () => {
  assert.deepEqual(faults(CURRENT, NEW), {});
  assert.deepEqual(faults('', NEW), { current: 'required' });
  assert.deepEqual(faults('Ol-1x', NEW), { current: 'tooShort' });
  for (const plain of ['old-1x', 'OLD-1X', 'Old-xx', 'Old1xx'])
    assert.deepEqual(faults(plain, NEW), { current: 'composition' });
});

test('VAL-17 the new one has 12, the same composition and no outer spaces; the repetition equals it', () => {
  assert.deepEqual(faults(CURRENT, ''), { proposed: 'required', repeat: 'required' });
  assert.deepEqual(faults(CURRENT, 'Brand-new-1'), { proposed: 'tooShort' });
  assert.deepEqual(faults(CURRENT, 'brand-new-2026'), { proposed: 'composition' });
  for (const spaced of [` ${NEW}`, `${NEW} `, `${NEW}\t`])
    assert.deepEqual(faults(CURRENT, spaced), { proposed: 'outerSpaces' });
  assert.deepEqual(faults(CURRENT, NEW, `${NEW}x`), { repeat: 'mismatch' });
  assert.deepEqual(faults(CURRENT, NEW, ''), { repeat: 'required' });
});

test('PRO-03 it is changed once the rules are met, and nothing of it is kept', async () => {
  const changed: string[][] = [];
  const store = createPasswordStore(async (...passwords) => void changed.push(passwords));
  store.type({ current: CURRENT, proposed: NEW });
  assert.equal(await store.submit(), false);
  assert.deepEqual(changed, []);
  store.type({ repeat: NEW });
  assert.equal(await store.submit(), true);
  assert.deepEqual(changed, [[CURRENT, NEW]]);
  assert.deepEqual(store.values.value, { current: '', proposed: '', repeat: '' });
});

test('PRO-03 a refusal keeps the input and gives the reason, at the field if there is one', async () => {
  for (const [type, field, reason] of [
    ['NotAuthorizedException', { current: 'wrong' }, null],
    ['InvalidPasswordException', { proposed: 'refused' }, null],
    ['PasswordHistoryPolicyViolationException', { proposed: 'refused' }, null],
    ['LimitExceededException', {}, 'tooMany'],
    ['TooManyRequestsException', {}, 'tooMany'],
    ['NetworkError', {}, 'offline'],
    ['InternalErrorException', {}, 'system'],
  ] as const) {
    const store = createPasswordStore(async () => {
      throw new CognitoError(type, 400, 'words of the service');
    });
    store.type({ current: CURRENT, proposed: NEW, repeat: NEW });
    assert.equal(await store.submit(), false);
    assert.deepEqual(store.faults.value, field, type);
    assert.deepEqual(store.state.value, { status: 'failed', reason }, type);
    assert.equal(store.values.value.proposed, NEW, type);
  }
});

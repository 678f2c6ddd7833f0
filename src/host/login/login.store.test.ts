import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../shared/api/index.ts';
import { CognitoError, type SignInResult } from '../../shared/session/index.ts';
import { createLoginStore } from './login.store.ts';

const TOKENS = { kind: 'tokens', tokens: {} } as unknown as SignInResult;

function login({ mode = 'password', answer = TOKENS }: { mode?: string | Error; answer?: SignInResult | Error } = {}) {
  const logged: string[] = [];
  const sent: string[][] = [];
  const store = createLoginStore({
    lookUp: async () => {
      if (mode instanceof Error) throw mode;
      return mode;
    },
    signIn: async (...parameters) => {
      sent.push(parameters);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    log: (text) => logged.push(text),
  });
  return { store, logged, sent, at: () => store.state.value };
}

test('LOG-01 LOG-14 the username leads to the password, without a look at spaces around it', async () => {
  const { store, at } = login();
  assert.equal(at().mode, 'attemptSSO');
  store.type({ username: '  anna.tamm ' });
  await store.proceed();
  assert.equal(at().mode, 'login');
  assert.equal(at().username, 'anna.tamm');
});

test('VAL-01 VAL-02 what is missing is said at its field', async () => {
  const { store, at } = login();
  await store.proceed();
  assert.equal(at().usernameFault, 'usernameRequired');
  store.type({ username: 'anna.tamm' });
  assert.equal(at().usernameFault, null);
  await store.proceed();
  await store.proceed();
  assert.equal(at().passwordFault, 'passwordRequired');
});

test('LOG-14 a failed look-up leads to the password, an unknown mode is only logged', async () => {
  const failed = login({ mode: new ApiError('server.error', 500) });
  failed.store.type({ username: 'anna.tamm' });
  await failed.store.proceed();
  assert.equal(failed.at().mode, 'login');

  const unknown = login({ mode: 'retina' });
  unknown.store.type({ username: 'anna.tamm' });
  await unknown.store.proceed();
  assert.equal(unknown.at().mode, 'attemptSSO');
  assert.match(unknown.logged[0] ?? '', /retina/);
});

async function withPassword(answer: SignInResult | Error) {
  const it = login({ answer });
  it.store.type({ username: 'anna.tamm' });
  await it.store.proceed();
  it.store.type({ password: ' secret ' });
  await it.store.proceed();
  return it;
}

test('LOG-02 LOG-08 LOG-15 the right password ends in success and is forgotten', async () => {
  const { at, sent } = await withPassword(TOKENS);
  assert.equal(at().mode, 'loginSuccess');
  assert.equal(at().password, '');
  assert.deepEqual(sent, [['anna.tamm', 'secret']]);
});

test('ERR-01 a refusal is shown at the field it belongs to, by its class', async () => {
  const wrong = await withPassword(new CognitoError('NotAuthorizedException', 400, 'any words'));
  assert.equal(wrong.at().passwordFault, 'wrongPassword');
  assert.equal(wrong.at().password, ' secret ');
  const nobody = await withPassword(new CognitoError('UserNotFoundException', 400, 'any words'));
  assert.equal(nobody.at().usernameFault, 'unknownUser');
  const other = await withPassword(new CognitoError('InternalErrorException', 500, 'any words'));
  assert.equal(other.at().passwordFault, 'system');
});

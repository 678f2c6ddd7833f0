import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { ApiError } from '../../shared/api/index.ts';
import type { AccountMode } from '../../shared/contracts/sign-in-modes.rules.ts';
import { type ChallengeAnswer, CognitoError, type SignInResult } from '../../shared/session/index.ts';
import { isIncomplete } from './login.state.ts';
import { createLoginStore, type LoginServices, type LoginStart, type ProviderVisit } from './login.store.ts';

const TOKENS = { kind: 'tokens', tokens: {} } as unknown as SignInResult;
const challenge = (name: string, parameters: Record<string, string> = {}): SignInResult => ({
  kind: 'challenge',
  name,
  session: 'session-1',
  parameters,
});
const ONE_TIME = challenge('CUSTOM_CHALLENGE', { CODE_DELIVERY_DESTINATION: '+******1234' });
const TEMPORARY = challenge('NEW_PASSWORD_REQUIRED');
const refusal = (type: string, message = 'any words') => new CognitoError(type, 400, message);

type Answer<T> = T | Error | ((...parameters: never[]) => T);

interface Answers {
  mode?: Answer<string>;
  idpName?: string | null;
  modes?: readonly AccountMode[];
  /** The set-up of a passkey; null: the browser cannot create one. */
  setUpPasskey?: Answer<{ session: string }> | null;
  signIn?: Answer<SignInResult>;
  byCode?: Answer<SignInResult>;
  answer?: Answer<SignInResult>;
  /** The answer to a question for a passkey; null: the browser cannot use one. */
  passkey?: Answer<SignInResult> | null;
  forgot?: Answer<{ result: string; destination?: string }>;
  begin?: Answer<{ secret: string; session: string }>;
  confirmApp?: Answer<{ backupCodes: string[]; session: string }>;
  confirm?: Answer<undefined>;
  visit?: Answer<undefined>;
  hasSso?: boolean;
  /** Initial state, before a look-up answers. */
  wait?: Promise<void>;
  ssoUser?: string;
  ssoFailedAt?: number;
}

function give<T>(answer: Answer<T>): T {
  const value = typeof answer === 'function' ? (answer as () => T)() : answer;
  if (value instanceof Error) throw value;
  return value;
}

const begun: ReturnType<typeof createLoginStore>[] = [];
afterEach(() => {
  for (const store of begun.splice(0)) store.stop();
});

/** A sign-in store with scripted services. `sent` lists the calls in order. */
function login(answers: Answers = {}, start: LoginStart = {}) {
  const {
    mode = 'password',
    idpName = null,
    signIn = TOKENS,
    byCode = ONE_TIME,
    answer = TOKENS,
    passkey = TOKENS,
    setUpPasskey = { session: 'done' },
    modes,
    forgot = { result: 'VERIFICATION_CODE_SENT', destination: 'r***@a***' },
    begin = { secret: 'KEY', session: 'set-up' },
    confirmApp = { backupCodes: ['AAAAA-BBBBB'], session: 'done' },
    confirm,
    visit,
    hasSso = true,
  } = answers;
  const logged: string[] = [];
  const sent: unknown[][] = [];
  const kept = { ssoUser: answers.ssoUser };
  const services: LoginServices = {
    ...(setUpPasskey && {
      setUpPasskey: async (session: string) => {
        sent.push(['setUpPasskey', session]);
        return give(setUpPasskey);
      },
    }),
    ...(passkey && {
      signInByPasskey: async (username: string) => {
        sent.push(['byPasskey', username]);
        return give(passkey);
      },
      answerByPasskey: async (username: string, asked: { session: string | undefined }) => {
        sent.push(['answerByPasskey', username, asked.session]);
        return give(passkey);
      },
    }),
    lookUp: async (username) => {
      sent.push(['lookUp', username]);
      await answers.wait;
      return { loginMode: give(mode), idpName, ...(modes && { signInModes: modes }) };
    },
    signIn: async (...parameters) => {
      sent.push(['signIn', ...parameters]);
      return give(signIn);
    },
    signInByCode: async (username) => {
      sent.push(['byCode', username]);
      return give(byCode);
    },
    answer: async (given: ChallengeAnswer) => {
      sent.push(['answer', given]);
      return give(answer);
    },
    beginAppSetup: async (session) => {
      sent.push(['begin', session]);
      return give(begin);
    },
    confirmAppSetup: async (...parameters) => {
      sent.push(['confirmApp', ...parameters]);
      return give(confirmApp);
    },
    forgotPassword: async (username) => {
      sent.push(['forgot', username]);
      return give(forgot);
    },
    confirmReset: async (...parameters) => {
      sent.push(['confirm', ...parameters]);
      give(confirm as Answer<undefined>);
    },
    ...(hasSso && {
      visitProvider: async (where: ProviderVisit) => {
        sent.push(['visit', where]);
        give(visit as Answer<undefined>);
      },
    }),
    ssoUser: {
      get: () => kept.ssoUser,
      set: (username) => {
        kept.ssoUser = username;
      },
      remove: () => {
        kept.ssoUser = undefined;
      },
    },
    ssoFailedAt: () => answers.ssoFailedAt,
    log: (text) => logged.push(text),
  };
  const store = createLoginStore(services, start);
  begun.push(store);
  return { store, logged, sent, kept, at: () => store.state.value };
}

async function named(answers: Answers = {}, username = 'anna.tamm') {
  const it = login(answers);
  it.store.type({ username });
  await it.store.proceed();
  return it;
}

async function withPassword(signIn: Answer<SignInResult>, rest: Answers = {}) {
  const it = await named({ signIn, ...rest });
  it.store.type({ password: ' secret ' });
  await it.store.proceed();
  return it;
}

test('LOG-01 LOG-13 LOG-14 the username leads to the password; surrounding spaces are ignored', async () => {
  const { store, at, sent } = login();
  assert.equal(at().mode, 'attemptSSO');
  store.type({ username: '  anna.tamm ' });
  await store.proceed();
  assert.equal(at().mode, 'login');
  assert.equal(at().username, 'anna.tamm');
  assert.deepEqual(sent, [['lookUp', 'anna.tamm']]);
});

test('VAL-01 VAL-02 VAL-07 a missing value is reported at its field until the user types', async () => {
  const { store, at } = login();
  await store.proceed();
  assert.equal(at().faults.username, 'usernameRequired');
  store.type({ username: 'anna.tamm' });
  assert.deepEqual(at().faults, {});
  await store.proceed();
  await store.proceed();
  assert.equal(at().faults.password, 'passwordRequired');
});

test('VAL-08 the button looks disabled while the username or the password is empty', async () => {
  const { store, at } = login();
  assert.equal(isIncomplete(at()), true);
  store.type({ username: ' ' });
  assert.equal(isIncomplete(at()), true);
  store.type({ username: 'anna.tamm' });
  assert.equal(isIncomplete(at()), false);
  await store.proceed();
  assert.equal(isIncomplete(at()), true);
  store.type({ password: 'x' });
  assert.equal(isIncomplete(at()), false);
});

test('LOG-14 a failed look-up leads to the password, an unknown mode is only logged', async () => {
  assert.equal((await named({ mode: new ApiError('server.error', 500) })).at().mode, 'login');
  const unknown = await named({ mode: 'retina' });
  assert.equal(unknown.at().mode, 'attemptSSO');
  assert.match(unknown.logged[0] ?? '', /retina/);
  const without = await named({ mode: 'SSO', idpName: 'corp', hasSso: false });
  assert.equal(without.at().mode, 'attemptSSO');
  assert.match(without.logged[0] ?? '', /SSO/);
});

test('LOG-14 with single sign-on the username is kept and the identity provider opens', async () => {
  const { sent, kept, at } = await named({ mode: 'SSO', idpName: 'corp' });
  assert.deepEqual(sent.at(-1), ['visit', { idpName: 'corp', username: 'anna.tamm' }]);
  assert.equal(kept.ssoUser, 'anna.tamm');
  assert.equal(at().mode, 'attemptSSO');
  const failed = await named({ mode: 'SSO', idpName: 'corp', visit: new Error('refused') });
  assert.equal(failed.at().notice, 'providerFailed');
  assert.equal(failed.at().busy, false);
});

test('LOG-02 LOG-08 VAL-09 the right password succeeds, is trimmed, and is forgotten', async () => {
  const { at, sent } = await withPassword(TOKENS);
  assert.equal(at().mode, 'loginSuccess');
  assert.equal(at().password, '');
  assert.deepEqual(sent.at(-1), ['signIn', 'anna.tamm', 'secret']);
});

test('LOG-15 each challenge of the service has its mode; an unknown one is a system error and logged', async () => {
  for (const name of ['CUSTOM_CHALLENGE', 'SMS_MFA', 'EMAIL_OTP', 'SMS_OTP', 'SOFTWARE_TOKEN_MFA']) {
    assert.equal((await withPassword(challenge(name))).at().mode, 'customChallenge', name);
  }
  assert.equal((await withPassword(TEMPORARY)).at().mode, 'forceNewPassword');
  const unknown = await withPassword(challenge('SELECT_MFA_TYPE'));
  assert.equal(unknown.at().mode, 'login');
  assert.equal(unknown.at().faults.password, 'system');
  assert.match(unknown.logged[0] ?? '', /SELECT_MFA_TYPE/);
});

test('ERR-01 a refusal is shown at its field, according to its class', async () => {
  const cases = [
    ['NotAuthorizedException', 'password', 'wrongPassword'],
    ['UserNotFoundException', 'username', 'unknownUser'],
    ['UserNotConfirmedException', 'username', 'unconfirmed'],
    ['TooManyRequestsException', 'password', 'tooMany'],
    ['NetworkError', 'password', 'offline'],
    ['SomethingNewException', 'password', 'system'],
  ] as const;
  for (const [type, field, fault] of cases) {
    const { at } = await withPassword(refusal(type));
    assert.deepEqual(at().faults, { [field]: fault });
    assert.equal(at().mode, 'login');
    assert.equal(at().password, ' secret ');
  }
});

test('ERR-01 (10) (19) messages of the service within one class are distinguished', async () => {
  const faultFor = async (message: string) =>
    (await withPassword(refusal('NotAuthorizedException', message))).at().faults.password;
  assert.equal(await faultFor('User is disabled.'), 'disabled');
  assert.equal(await faultFor('Password attempts exceeded'), 'tooMany');
  assert.equal(
    await faultFor('Temporary password has expired and must be reset by an administrator.'),
    'temporaryExpired',
  );
});

test('ERR-01 LOG-06 (9) a password that must be reset sends a code and asks for it', async () => {
  const { at, sent } = await withPassword(refusal('PasswordResetRequiredException'));
  assert.deepEqual(sent.at(-1), ['forgot', 'anna.tamm']);
  assert.equal(at().mode, 'resetRequired');
  assert.equal(at().notice, 'resetNeeded');
  assert.equal(at().sentTo, 'r***@a***');
  const later = await withPassword(refusal('PasswordResetRequiredException'), { forgot: new ApiError('network', 0) });
  assert.equal(later.at().mode, 'resetRequired');
  assert.equal(later.at().notice, 'resetNeeded');
  assert.equal(later.at().resendIn, 0);
});

test('LOG-13 LOG-03 a phone number goes directly to the one-time password', async () => {
  for (const phone of ['+372 555 1234', '5551234', '(372) 555-1234', '372.555.1234', '+555123', '(-.) 7.']) {
    const { at, sent } = await named({}, phone);
    assert.deepEqual(sent, [['byCode', phone]]);
    assert.equal(at().mode, 'customChallenge');
    assert.equal(at().sentTo, '+******1234');
  }
  for (const name of ['anna.tamm', '555123', '+55512', '1234567a', '(------)', '+......', '55+51234']) {
    assert.deepEqual((await named({}, name)).sent[0], ['lookUp', name]);
  }
});

test('LOG-03 how the one-time password was sent is known if the service reports it', async () => {
  for (const [medium, sentBy] of [
    ['SMS', 'SMS'],
    ['EMAIL', 'EMAIL'],
    ['PIGEON', null],
    [undefined, null],
  ] as const) {
    const parameters = { CODE_DELIVERY_DESTINATION: 'a***', ...(medium && { CODE_DELIVERY_DELIVERY_MEDIUM: medium }) };
    const { at } = await named({ byCode: challenge('CUSTOM_CHALLENGE', parameters) }, '+372 555 1234');
    assert.equal(at().sentBy, sentBy);
  }
});

async function withCode(answer: Answer<SignInResult>, rest: Answers = {}) {
  const it = await named({ answer, ...rest }, '+372 555 1234');
  await it.store.proceed();
  it.store.type({ code: ' 285816 ' });
  await it.store.proceed();
  return it;
}

test('LOG-03 (21) the one-time password answers the challenge', async () => {
  const { at, sent } = await withCode(TOKENS);
  assert.equal(at().mode, 'loginSuccess');
  assert.deepEqual(sent.at(-1), [
    'answer',
    { name: 'CUSTOM_CHALLENGE', session: 'session-1', username: '+372 555 1234', answer: '285816' },
  ]);
});

test('LOG-16 (22) a failed one-time password leads back to the login with the message', async () => {
  const cases = [
    [refusal('NotAuthorizedException', 'Incorrect username or password.'), 'wrongOneTime'],
    [refusal('CodeMismatchException'), 'wrongOneTime'],
    [refusal('ExpiredCodeException'), 'oneTimeExpired'],
    [refusal('NotAuthorizedException', 'Invalid session for the user, session is expired.'), 'oneTimeExpired'],
    [refusal('NotAuthorizedException', 'User is disabled.'), 'disabled'],
    [ONE_TIME, 'wrongOneTime'],
  ] as const;
  for (const [answer, notice] of cases) {
    const { at, store } = await withCode(answer);
    assert.equal(at().mode, 'login');
    assert.equal(at().notice, notice);
    assert.equal(at().code, '');
    store.type({ password: 'x' });
    assert.equal(at().notice, null);
  }
});

test('LOG-16 a failing network does not use up a one-time password', async () => {
  const { at } = await withCode(new CognitoError('NetworkError', 0, 'no answer'));
  assert.equal(at().mode, 'customChallenge');
  assert.equal(at().faults.code, 'offline');
  assert.equal(at().code, ' 285816 ');
});

test('LOG-03 LOG-15 a code after a password may be followed by another challenge, and is resent the same way', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const it = await withPassword(challenge('SMS_MFA'), { answer: TEMPORARY });
  await it.store.resend();
  assert.equal(it.sent.filter(([what]) => what === 'signIn').length, 1);
  assert.equal(it.at().resendIn, 30);
  t.mock.timers.tick(30_000);
  assert.equal(it.at().resendIn, 0);
  await it.store.resend();
  assert.equal(it.sent.filter(([what]) => what === 'signIn').length, 2);
  it.store.type({ code: '123456' });
  await it.store.proceed();
  assert.equal(it.at().mode, 'forceNewPassword');
});

test('SEC-01 a wrong code of the authenticator app can be corrected, and a backup code replaces it', async () => {
  let outcome: SignInResult | Error = refusal('CodeMismatchException');
  const it = await withPassword(challenge('SOFTWARE_TOKEN_MFA'), { answer: () => outcome as SignInResult });
  assert.deepEqual([it.at().mode, it.at().codeKind, it.at().resendIn], ['customChallenge', 'app', 0]);
  await it.store.proceed();
  assert.equal(it.at().faults.code, 'appCodeRequired');
  it.store.type({ code: '111111' });
  await it.store.proceed();
  assert.deepEqual([it.at().mode, it.at().faults.code], ['customChallenge', 'wrongAppCode']);
  it.store.switchToBackup(true);
  assert.deepEqual([it.at().codeKind, it.at().code, it.at().faults], ['backup', '', {}]);
  it.store.type({ code: 'aaaaa-bbbbb' });
  outcome = TOKENS;
  await it.store.proceed();
  assert.equal(it.at().mode, 'loginSuccess');
  assert.equal(it.at().code, '');
  const [, given] = it.sent.at(-1) as [string, ChallengeAnswer];
  assert.deepEqual([given.name, given.session, given.answer], ['SOFTWARE_TOKEN_MFA', 'session-1', 'aaaaa-bbbbb']);
});

test('SEC-01 after the last wrong code, or too late, the sign-in begins again', async () => {
  const cases = [
    ['Incorrect username or password.', 'appTries'],
    ['Invalid session for the user, session is expired.', 'tookTooLong'],
  ] as const;
  for (const [text, notice] of cases) {
    const refused = refusal('NotAuthorizedException', text);
    const it = await withPassword(challenge('SOFTWARE_TOKEN_MFA'), { answer: refused });
    it.store.type({ code: '111111' });
    await it.store.proceed();
    assert.deepEqual([it.at().mode, it.at().notice, it.at().password], ['login', notice, '']);
  }
});

test('SEC-01 an authenticator app is set up during the sign-in, and the backup codes are shown once', async () => {
  let confirmed: { backupCodes: string[]; session: string } | Error = refusal('EnableSoftwareTokenMFAException');
  const it = await withPassword(challenge('MFA_SETUP'), {
    confirmApp: () => confirmed as { backupCodes: string[]; session: string },
  });
  assert.deepEqual([it.at().mode, it.at().secret], ['appSetup', 'KEY']);
  it.store.type({ code: '111111' });
  await it.store.proceed();
  assert.deepEqual([it.at().mode, it.at().faults.code], ['appSetup', 'wrongAppCode']);
  confirmed = { backupCodes: ['AAAAA-BBBBB'], session: 'done' };
  it.store.type({ code: '222222' });
  await it.store.proceed();
  assert.deepEqual([it.at().mode, it.at().backupCodes, it.at().secret], ['backupCodes', ['AAAAA-BBBBB'], '']);
  await it.store.proceed();
  assert.deepEqual([it.at().mode, it.at().backupCodes], ['loginSuccess', []]);
  assert.deepEqual(
    it.sent.filter(([what]) => what !== 'lookUp' && what !== 'signIn'),
    [
      ['begin', 'session-1'],
      ['confirmApp', 'set-up', '111111'],
      ['confirmApp', 'set-up', '222222'],
      ['answer', { name: 'MFA_SETUP', session: 'done', username: 'anna.tamm', answer: '' }],
    ],
  );
});

async function temporary(answer: Answer<SignInResult> = TOKENS) {
  return withPassword(TEMPORARY, { answer });
}

test('LOG-07 (12) a temporary password is replaced by a new one', async () => {
  const { store, at, sent } = await temporary();
  store.type({ newPassword: ' Uus-parool-1 ', confirmPassword: 'Uus-parool-1' });
  await store.proceed();
  assert.deepEqual(sent.at(-1), [
    'answer',
    { name: 'NEW_PASSWORD_REQUIRED', session: 'session-1', username: 'anna.tamm', answer: 'Uus-parool-1' },
  ]);
  assert.equal(at().mode, 'loginSuccess');
});

test('VAL-03 VAL-04 VAL-05 the new password is validated on submit', async () => {
  const { store, at, sent } = await temporary();
  const faults = async (newPassword: string, confirmPassword: string) => {
    store.type({ newPassword, confirmPassword });
    await store.proceed();
    return at().faults;
  };
  assert.deepEqual(await faults('', ''), { newPassword: 'passwordRequired', confirmPassword: 'confirmRequired' });
  assert.deepEqual(await faults('Aa1-xyz', 'Aa1-xyz'), { newPassword: 'weakPassword' });
  assert.deepEqual(await faults('  Aa1-xyz  ', '  Aa1-xyz  '), { newPassword: 'weakPassword' });
  assert.deepEqual(await faults('aaaaaaaa1-', 'aaaaaaaa1-'), { newPassword: 'weakPassword' });
  assert.deepEqual(await faults('Uus-parool-1', 'Uus-parool-2'), { confirmPassword: 'mustMatch' });
  assert.equal(sent.filter(([what]) => what === 'answer').length, 0);
});

test('VAL-06 VAL-07 nothing is validated before the first submit, and errors disappear with the next key', async () => {
  const { store, at } = await temporary();
  store.type({ newPassword: 'a' });
  assert.equal(at().submitted, false);
  assert.deepEqual(at().faults, {});
  await store.proceed();
  assert.equal(at().submitted, true);
  assert.equal(at().faults.newPassword, 'weakPassword');
  store.type({ newPassword: 'ab' });
  assert.deepEqual(at().faults, {});
});

test('ERR-02 (13) a new password refused by the service stays, with the message and the same session', async () => {
  let refuse = true;
  const answer = () => {
    if (refuse) throw refusal('InvalidPasswordException', 'Password did not conform with policy');
    return TOKENS;
  };
  const { store, at, sent } = await temporary(answer);
  store.type({ newPassword: 'Uus-parool-1', confirmPassword: 'Uus-parool-1' });
  await store.proceed();
  assert.equal(at().mode, 'forceNewPassword');
  assert.equal(at().faults.newPassword, 'refusedPassword');
  assert.equal(at().newPassword, 'Uus-parool-1');
  refuse = false;
  await store.proceed();
  assert.equal(at().mode, 'loginSuccess');
  const sessions = sent.filter(([what]) => what === 'answer').map(([, given]) => (given as ChallengeAnswer).session);
  assert.deepEqual(sessions, ['session-1', 'session-1']);
});

test('ERR-02 (17) an expired challenge is reported, and input is kept', async () => {
  const { store, at } = await temporary(refusal('NotAuthorizedException', 'Invalid session for the user'));
  store.type({ newPassword: 'Uus-parool-1', confirmPassword: 'Uus-parool-1' });
  await store.proceed();
  assert.equal(at().mode, 'forceNewPassword');
  assert.equal(at().faults.newPassword, 'tookTooLong');
  assert.equal(at().newPassword, 'Uus-parool-1');
});

test('LOG-05 LOG-17 LOG-11 a forgotten password leads to the code, and back', async () => {
  const { store, at, sent } = await named();
  store.recover();
  assert.equal(at().mode, 'recover');
  assert.equal(at().username, 'anna.tamm');
  await store.proceed();
  assert.deepEqual(sent.at(-1), ['forgot', 'anna.tamm']);
  assert.equal(at().mode, 'resetRequired');
  assert.equal(at().sentTo, 'r***@a***');
  await store.back();
  assert.equal(at().mode, 'attemptSSO');
  assert.equal(at().username, 'anna.tamm');
});

test('LOG-09 LOG-17 ERR-03 (28) a temporary password is sent, and can be resent after a while', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { store, at, sent } = await named({ forgot: { result: 'TEMP_PASSWORD_SENT' } });
  store.recover();
  await store.proceed();
  assert.equal(at().mode, 'final');
  assert.deepEqual(at().outcome, { kind: 'temporarySent' });
  await store.resend();
  assert.equal(sent.filter(([what]) => what === 'forgot').length, 1);
  t.mock.timers.tick(30_000);
  await store.resend();
  assert.equal(sent.filter(([what]) => what === 'forgot').length, 2);
  assert.deepEqual(at().outcome, { kind: 'temporarySent' });
});

test('ERR-03 (29) a permanently impossible recovery ends with advice; a temporary failure can be retried', async () => {
  const recover = async (forgot: Error) => {
    const it = await named({ forgot });
    it.store.recover();
    await it.store.proceed();
    return it.at();
  };
  const failed = await recover(new ApiError('recovery.failed', 400));
  assert.equal(failed.mode, 'final');
  assert.deepEqual(failed.outcome, { kind: 'failed', fault: 'recoveryFailed', retry: false });
  const tooMany = await recover(new ApiError('rate.exceeded', 429));
  assert.equal(tooMany.mode, 'recover');
  assert.equal(tooMany.faults.username, 'tooMany');
});

test('LOG-04 LOG-14 the mode reset sends a code before it asks for it', async () => {
  const { at, sent } = await named({ mode: 'reset' });
  assert.deepEqual(sent, [
    ['lookUp', 'anna.tamm'],
    ['forgot', 'anna.tamm'],
  ]);
  assert.equal(at().mode, 'resetRequired');
  const offline = await named({ mode: 'reset', forgot: new ApiError('network', 0) });
  assert.equal(offline.at().mode, 'attemptSSO');
  assert.equal(offline.at().faults.username, 'offline');
});

const LINK = { username: 'anna.tamm', code: '264641' };
async function reset(answers: Answers) {
  const it = login(answers, LINK);
  it.store.type({ newPassword: ' Uus-parool-1 ', confirmPassword: 'Uus-parool-1' });
  await it.store.proceed();
  return it;
}

test('LOG-10 LOG-18 (35) the link of a recovery e-mail opens the new password, which then signs in', async () => {
  assert.equal(login({}, LINK).at().mode, 'resetRequired');
  const { at, sent } = await reset({});
  assert.deepEqual(sent, [
    ['confirm', 'anna.tamm', '264641', 'Uus-parool-1'],
    ['signIn', 'anna.tamm', 'Uus-parool-1'],
  ]);
  assert.equal(at().mode, 'loginSuccess');
});

test('LOG-06 a new password requires the code', async () => {
  const { store, at } = await named({ mode: 'reset' });
  store.type({ newPassword: 'Uus-parool-1', confirmPassword: 'Uus-parool-1' });
  await store.proceed();
  assert.deepEqual(at().faults, { code: 'codeRequired' });
});

test('ERR-02 LOG-18 (30) (33) a refused recovery ends with the reason, and can be corrected', async () => {
  const cases = [
    ['CodeMismatchException', 'wrongCode', true],
    ['ExpiredCodeException', 'codeExpired', true],
    ['InvalidPasswordException', 'refusedPassword', true],
    ['LimitExceededException', 'tooMany', true],
    ['NotAuthorizedException', 'recoveryFailed', false],
  ] as const;
  for (const [type, fault, retry] of cases) {
    const { at, store } = await reset({ confirm: refusal(type) });
    assert.equal(at().mode, 'final');
    assert.deepEqual(at().outcome, { kind: 'failed', fault, retry });
    store.retry();
    assert.equal(at().mode, 'resetRequired');
    assert.equal(at().code, '264641');
  }
});

test('LOG-18 if signing in fails after the reset, the message says that the password was changed', async () => {
  const { at } = await reset({ signIn: refusal('NotAuthorizedException') });
  assert.equal(at().mode, 'final');
  assert.deepEqual(at().outcome, { kind: 'changed' });
  assert.equal(at().newPassword, '');
});

test('LOG-19 (99) with a stored username a countdown of five seconds leads to the identity provider', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { store, at, sent } = login({ mode: 'SSO', idpName: 'corp', ssoUser: 'kati' });
  await store.begin();
  assert.equal(at().countdown, 5);
  t.mock.timers.tick(4_000);
  assert.equal(at().countdown, 1);
  assert.deepEqual(sent, []);
  t.mock.timers.tick(1_000);
  await new Promise(setImmediate);
  assert.deepEqual(sent, [
    ['lookUp', 'kati'],
    ['visit', { idpName: 'corp', username: 'kati' }],
  ]);
  assert.equal(at().countdown, null);
});

test('LOG-19 (99) cancelling the countdown removes the stored username', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { store, at, sent, kept } = login({ mode: 'SSO', idpName: 'corp', ssoUser: 'kati' });
  await store.begin();
  t.mock.timers.tick(2_000);
  store.cancelCountdown();
  assert.equal(kept.ssoUser, undefined);
  assert.equal(at().countdown, null);
  t.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  assert.deepEqual(sent, []);
});

test('LOG-19 (97) no automatic redirect after a recent failure of the provider', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000 });
  const counts = async (answers: Answers, start: LoginStart = {}) => {
    const { store, at } = login({ ssoUser: 'kati', ...answers }, start);
    await store.begin();
    return at().countdown;
  };
  assert.equal(await counts({}, { hasProviderFailed: true }), null);
  assert.equal(await counts({ ssoFailedAt: 1_000_000 - 59_999 }), null);
  assert.equal(await counts({ ssoFailedAt: 1_000_000 - 60_000 }), 5);
  assert.equal(await counts({ hasSso: false }), null);
});

test('PUB-01 an address that names a provider opens it, except after a recent failure', async () => {
  const opened = login({}, { provider: 'corp' });
  await opened.store.begin();
  assert.deepEqual(opened.sent, [['visit', { idpName: 'corp', username: null }]]);
  const failed = login({}, { provider: 'corp', hasProviderFailed: true });
  await failed.store.begin();
  assert.deepEqual(failed.sent, []);
});

test("LOG-02 a user who must sign in again starts with the account's own step, and returns to it", async () => {
  const start = { username: 'anna.tamm', isFixed: true, opensWindow: true };
  const { store, at } = login({}, start);
  await store.begin();
  assert.equal(at().mode, 'login');
  await store.byCode('+372 555 1234');
  assert.equal(at().mode, 'customChallenge');
  await store.back();
  assert.equal(at().mode, 'login');
  assert.equal(at().username, 'anna.tamm');
});

test('LOG-14 an identity provider in its own window waits for a click', async () => {
  const start = { username: 'kati', isFixed: true, opensWindow: true };
  const { store, at, sent } = login({ mode: 'SSO', idpName: 'corp' }, start);
  await store.begin();
  assert.equal(at().provider, 'corp');
  assert.deepEqual(sent, [['lookUp', 'kati']]);
  await store.visitProvider();
  assert.deepEqual(sent.at(-1), ['visit', { idpName: 'corp', username: 'kati' }]);
});

test('VAL-08 a submitted form is not sent again while it is pending', async () => {
  const pending = Promise.withResolvers<void>();
  const { store, at, sent } = login({ wait: pending.promise });
  store.type({ username: 'anna.tamm' });
  const first = store.proceed();
  assert.equal(at().busy, true);
  await store.proceed();
  pending.resolve();
  await first;
  assert.equal(at().busy, false);
  assert.deepEqual(sent, [['lookUp', 'anna.tamm']]);
});

test('LOG-11 LOG-17 the result of an abandoned step does not bring the user back', async () => {
  const pending = Promise.withResolvers<void>();
  const { store, at } = login({ wait: pending.promise });
  store.type({ username: 'anna.tamm' });
  void store.proceed();
  store.recover();
  assert.equal(at().mode, 'recover');
  assert.equal(at().busy, false);
  pending.resolve();
  await new Promise(setImmediate);
  assert.equal(at().mode, 'recover');
  await store.proceed();
  assert.equal(at().mode, 'resetRequired');
});

test('SEC-01 LOG-15 a passkey that the organisation requires is asked for after the password', async () => {
  const asked = challenge('WEB_AUTHN', { CREDENTIAL_REQUEST_OPTIONS: '{}' });
  const { store, sent } = login({ signIn: asked });
  await toPassword(store);
  assert.equal(store.state.value.mode, 'loginSuccess');
  assert.deepEqual(sent.at(-1), ['answerByPasskey', 'anna.tamm', 'session-1']);
  assert.equal(store.state.value.password, '');
});

for (const [what, passkey, notice] of [
  ['a cancelled passkey', new DOMException('cancelled', 'NotAllowedError'), 'passkeyNeeded'],
  ['a passkey of another account', refusal('NotAuthorizedException'), 'wrongPasskey'],
  ['a browser without passkeys', null, 'passkeyNeeded'],
] as const) {
  test(`SEC-01 ${what} leads back to the password, with the reason`, async () => {
    const { store } = login({ signIn: challenge('WEB_AUTHN'), passkey });
    await toPassword(store);
    const { mode, notice: shown, password } = store.state.value;
    assert.deepEqual([mode, shown, password], ['login', notice, '']);
  });
}

async function toPassword(store: ReturnType<typeof createLoginStore>): Promise<void> {
  store.type({ username: 'anna.tamm' });
  await store.proceed();
  store.type({ password: 'secret' });
  await store.proceed();
}

test('SEC-01 ORG-02 an organisation without passwords offers a passkey, or else a one-time password', async () => {
  const passkeys = login({ modes: ['oneTimePassword', 'passkey'] });
  passkeys.store.type({ username: 'mari.mets' });
  await passkeys.store.proceed();
  assert.equal(passkeys.store.state.value.mode, 'withoutPassword');
  assert.equal(isIncomplete(passkeys.store.state.value), false);
  await passkeys.store.proceed();
  assert.deepEqual(passkeys.sent.at(-1), ['byPasskey', 'mari.mets']);
  assert.equal(passkeys.store.state.value.mode, 'loginSuccess');

  for (const answers of [
    { modes: ['oneTimePassword'] },
    { modes: ['oneTimePassword', 'passkey'], passkey: null },
  ] as const) {
    const codes = login(answers);
    codes.store.type({ username: 'mari.mets' });
    await codes.store.proceed();
    await codes.store.proceed();
    assert.deepEqual(codes.sent.at(-1), ['byCode', 'mari.mets']);
    assert.equal(codes.store.state.value.mode, 'customChallenge');
  }
});

test('SEC-01 a passkey that was not used offers no password where none is allowed', async () => {
  const cancelled = new DOMException('cancelled', 'NotAllowedError');
  for (const [error, notice] of [
    [cancelled, 'noPasskeyHere'],
    [refusal('NotAuthorizedException'), 'otherPasskey'],
    [refusal('NotAuthorizedException', 'This way of signing in is not allowed.'), 'modeNotAllowed'],
  ] as const) {
    const { store } = login({ modes: ['passkey'], passkey: error });
    store.type({ username: 'mari.mets' });
    await store.proceed();
    await store.proceed();
    assert.deepEqual([store.state.value.mode, store.state.value.notice], ['withoutPassword', notice]);
  }
});

test('SEC-01 a password that the organisation does not allow is refused with the reason, a reset too', async () => {
  const { store } = login({ signIn: refusal('NotAuthorizedException', 'This way of signing in is not allowed.') });
  store.type({ username: 'mari.mets' });
  await store.proceed();
  store.type({ password: 'Right-2026-word' });
  await store.proceed();
  assert.equal(store.state.value.faults.password, 'modeNotAllowed');
  const reset = login({ forgot: new ApiError('recovery.not_allowed', 422) });
  reset.store.type({ username: 'mari.mets' });
  reset.store.recover();
  await reset.store.proceed();
  assert.deepEqual(reset.store.state.value.outcome, { kind: 'failed', fault: 'noPasswords', retry: false });
});

test('SEC-01 a required second factor is set up as a passkey in place of an app', async () => {
  const setUp = challenge('MFA_SETUP', { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","WEB_AUTHN"]' });
  const both = login({ signIn: setUp });
  await enterPassword(both.store);
  assert.deepEqual([both.store.state.value.mode, both.store.state.value.canSetUpPasskey], ['appSetup', true]);
  await both.store.setUpPasskey();
  assert.deepEqual(both.sent.at(-2), ['setUpPasskey', 'set-up']);
  assert.deepEqual(both.sent.at(-1), [
    'answer',
    { name: 'MFA_SETUP', session: 'done', username: 'mari.mets', answer: '' },
  ]);
  assert.equal(both.store.state.value.mode, 'loginSuccess');

  const old = login({ signIn: setUp, setUpPasskey: null });
  await enterPassword(old.store);
  assert.deepEqual([old.store.state.value.mode, old.store.state.value.canSetUpPasskey], ['appSetup', false]);

  const cancelled = login({ signIn: setUp, setUpPasskey: new DOMException('cancelled', 'NotAllowedError') });
  await enterPassword(cancelled.store);
  await cancelled.store.setUpPasskey();
  const { mode, notice, secret } = cancelled.store.state.value;
  assert.deepEqual([mode, notice, secret], ['appSetup', 'noPasskeyCreated', 'KEY'], 'the app is still possible');
});

test('SEC-01 an invited user of an organisation without passwords creates a passkey, in a browser that can', async () => {
  const setUp = challenge('MFA_SETUP', { MFAS_CAN_SETUP: '["WEB_AUTHN"]' });
  const invited = login({ signIn: setUp });
  await enterPassword(invited.store);
  assert.equal(invited.store.state.value.mode, 'passkeySetup');
  await invited.store.proceed();
  assert.deepEqual(invited.sent.at(-2), ['setUpPasskey', 'session-1']);
  assert.equal(invited.store.state.value.mode, 'loginSuccess');
  const old = login({ signIn: setUp, setUpPasskey: null });
  await enterPassword(old.store);
  assert.equal(old.store.state.value.notice, 'noPasskeySupport');
});

async function enterPassword(store: ReturnType<typeof createLoginStore>): Promise<void> {
  store.type({ username: 'mari.mets' });
  await store.proceed();
  store.type({ password: 'Right-2026-word' });
  await store.proceed();
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { ApiError } from '../api/api-error.ts';
import { SESSION_CHECK_MS } from '../contracts/constants.ts';
import type { Session } from '../contracts/session.contract.ts';
import { person } from '../page/person.ts';
import { CognitoError, type Tokens } from './cognito.ts';
import type { TokenService } from './environment.ts';
import { fakeLock, fakeStorage, tab, tokenOf, tokens } from './session.support.ts';
import { followShown } from './shown.ts';
import { createTimedStorage } from './storage.ts';
import type { SessionStore } from './store.ts';
import { hasEnded, SESSION_KEY } from './stored-session.ts';
import { createTenantChoice } from './tenant-choice.ts';

const HOUR = 3_600_000;
const signedIn = { signIn: async () => ({ kind: 'tokens' as const, tokens: tokens(tokenOf('kati'), 'refresh-1') }) };
const signInAs = (store: SessionStore, password = 'secret') =>
  store.signInBy((identity) => identity.signIn('kati', password));
const network = () => new CognitoError('NetworkError', 0, 'no answer');
const refused = () => new CognitoError('NotAuthorizedException', 400, 'Refresh Token has been revoked');

test('LOG-20 signing in loads the user; only the refresh token is stored', async () => {
  const { store, state, storage } = tab({ client: signedIn });
  assert.equal((await signInAs(store)).kind, 'tokens');
  assert.equal(state.value.status, 'signed-in');
  assert.equal(JSON.parse(storage.getItem(SESSION_KEY)!).v, 'refresh-1');
  assert.deepEqual(Object.keys(JSON.parse(storage.getItem(SESSION_KEY)!)), ['v', 'exp']);
  assert.equal(await store.getIdToken(), tokenOf('kati'));
});

test('LOG-15 a challenge of the identity service is passed on and signs no user in', async () => {
  const challenge = { kind: 'challenge' as const, name: 'NEW_PASSWORD_REQUIRED', session: 's', parameters: {} };
  const { store, state } = tab({ client: { signIn: async () => challenge } });
  assert.deepEqual(await signInAs(store, 'temporary'), challenge);
  assert.notEqual(state.value.status, 'signed-in');
});

test('LOG-20 if the user cannot be loaded, no user is signed in', async () => {
  const { store, state } = tab({ client: signedIn, loadSession: () => Promise.reject(new ApiError('network', 0)) });
  await signInAs(store);
  assert.deepEqual(state.value, { status: 'unreachable' });
});

for (const code of ['tenant.suspended', 'session.second_factor'] as const) {
  test(`ORG-02 SEC-01 a sign-in that is refused with ${code} is known, and the next check signs in`, async () => {
    const refusal = new ApiError(code, 403);
    let isRefused = true;
    const { store, state } = tab({
      client: signedIn,
      loadSession: () => (isRefused ? Promise.reject(refusal) : Promise.resolve({} as Session)),
    });
    await signInAs(store);
    assert.deepEqual(state.value, { status: 'unreachable', refused: refusal });
    isRefused = false;
    await store.check();
    assert.equal(state.value.status, 'signed-in');
  });
}

test('LOG-21 a later visit resumes the session; without one no user is signed in', async () => {
  const storage = fakeStorage();
  await signInAs(tab({ client: signedIn, storage }).store);
  const later = tab({ storage, client: { refresh: async () => tokens(tokenOf('kati', { n: 1 })) } });
  await later.store.start();
  assert.equal(later.state.value.status, 'signed-in');
  const stranger = tab();
  await stranger.store.start();
  assert.deepEqual(stranger.state.value, { status: 'signed-out', reason: 'none' });
  assert.equal(await stranger.store.getIdToken(), null);
});

test('LOG-21 concurrent requests renew once, a minute before the expiry', async () => {
  let refreshes = 0;
  const refresh = async () => tokens(tokenOf('kati', { n: ++refreshes }));
  const { store, clock } = tab({ client: { ...signedIn, refresh } });
  await signInAs(store);
  clock.now += HOUR - 60_001;
  await Promise.all(Array.from({ length: 10 }, () => store.getIdToken()));
  assert.equal(refreshes, 0);
  clock.now += 1;
  const got = await Promise.all(Array.from({ length: 10 }, () => store.getIdToken()));
  assert.equal(refreshes, 1);
  assert.deepEqual(new Set(got), new Set([tokenOf('kati', { n: 1 })]));
});

test('LOG-21 (51) a browser whose clock is hours wrong renews by the lifetime, not by the time in the token', async () => {
  let refreshes = 0;
  const refresh = async () => tokens(tokenOf('kati', { iat: 5000, n: ++refreshes }));
  for (const skew of [-2 * HOUR, 2 * HOUR]) {
    refreshes = 0;
    const { store, clock } = tab({ client: { ...signedIn, refresh } });
    clock.now = 5_000_000 + skew;
    await signInAs(store);
    clock.now += 50 * 60_000;
    await store.getIdToken();
    assert.equal(refreshes, 0);
    clock.now += 10 * 60_000;
    await store.getIdToken();
    assert.equal(refreshes, 1);
  }
});

test('LOG-21 the shorter of the two lifetimes counts', async () => {
  let refreshes = 0;
  const refresh = async () => tokens(tokenOf('kati', { n: ++refreshes }));
  const short = { kind: 'tokens' as const, tokens: tokens(tokenOf('kati', { lifetime: 300 }), 'r') };
  const { store, clock } = tab({ client: { signIn: async () => short, refresh } });
  await signInAs(store);
  clock.now += 250_000;
  await store.getIdToken();
  assert.equal(refreshes, 1);
});

test('LOG-21 after a refusal a new token is fetched once; concurrent refusals share it', async () => {
  let refreshes = 0;
  const refresh = async () => tokens(tokenOf('kati', { n: ++refreshes }));
  const { store, clock } = tab({ client: { ...signedIn, refresh } });
  await signInAs(store);
  clock.now += 10_000;
  const first = await store.getIdToken({ force: true });
  assert.equal(first, tokenOf('kati', { n: 1 }));
  assert.equal(await store.getIdToken({ force: true }), first);
  assert.equal(refreshes, 1);
  clock.now += 3_000;
  await store.getIdToken({ force: true });
  assert.equal(refreshes, 2);
});

test("LOG-21 (49) two tabs refresh one after the other, and the second one uses the first one's result", async () => {
  const storage = fakeStorage();
  const exclusively = fakeLock();
  const used: string[] = [];
  let rotation = 1;
  const refresh = async (token: string) => {
    used.push(token);
    // A service with rotation: the previous token is invalid at once.
    if (token !== `refresh-${rotation}`) throw refused();
    rotation += 1;
    return tokens(tokenOf('kati', { n: rotation }), `refresh-${rotation}`);
  };
  const one = tab({ storage, exclusively, client: { ...signedIn, refresh } });
  await signInAs(one.store);
  const two = tab({ storage, exclusively, client: { refresh } });
  one.clock.now += HOUR;
  two.clock.now += HOUR;
  await Promise.all([one.store.getIdToken(), two.store.start()]);
  assert.deepEqual(used, ['refresh-1', 'refresh-2']);
  assert.equal(one.state.value.status, 'signed-in');
  assert.equal(two.state.value.status, 'signed-in');
});

test('LOG-21 (50) signing out revokes the refresh token, clears the storage and notifies the other tabs', async () => {
  const revoked: string[] = [];
  const revoke = async (token: string) => void revoked.push(token);
  const { store, state, storage, notified } = tab({ client: { ...signedIn, revoke } });
  await signInAs(store);
  await store.signOut();
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'left' });
  assert.deepEqual(revoked, ['refresh-1']);
  assert.equal(storage.length, 0);
  assert.equal(notified.signedOut, 1);
  assert.equal(await store.getIdToken(), null);
});

test('LOG-21 SEC-03 a renewal that ends after the sign-out does not restore the session', async () => {
  const answer = Promise.withResolvers<Tokens>();
  const revoked: string[] = [];
  const client = {
    ...signedIn,
    refresh: () => answer.promise,
    revoke: async (token: string) => void revoked.push(token),
  };
  const { store, state, clock, storage } = tab({ client });
  await signInAs(store);
  clock.now += HOUR;
  const renewal = store.getIdToken();
  await store.signOut();
  answer.resolve(tokens(tokenOf('kati', { n: 2 }), 'refresh-2'));
  assert.equal(await renewal, null);
  assert.equal(storage.length, 0);
  assert.deepEqual(revoked, ['refresh-1']);
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'left' });
  assert.equal(await store.getIdToken(), null);
});

test('LOG-21 SEC-03 (49) without locks, two tabs that refresh at once both keep the same new token', async () => {
  const storage = fakeStorage();
  const both = Promise.withResolvers<void>();
  let asked = 0;
  const refresh = async () => {
    asked += 1;
    if (asked === 2) both.resolve();
    await both.promise;
    return tokens(tokenOf('kati', { n: asked }), 'refresh-2');
  };
  const one = tab({ storage, client: { ...signedIn, refresh } });
  await signInAs(one.store);
  const two = tab({ storage, client: { refresh } });
  one.clock.now += HOUR;
  two.clock.now += HOUR;
  assert.ok((await Promise.all([one.store.getIdToken(), two.store.getIdToken()])).every((token) => token !== null));
  assert.equal(JSON.parse(storage.getItem(SESSION_KEY)!).v, 'refresh-2');
});

test('SEC-03 a new refresh token that storage cannot keep leaves no used one to other tabs', async () => {
  const storage = fakeStorage();
  const used: string[] = [];
  const refresh = async (token: string) => {
    used.push(token);
    return tokens(tokenOf('kati', { n: used.length }), `refresh-${used.length + 1}`);
  };
  const { store, clock } = tab({ storage, client: { ...signedIn, refresh } });
  await signInAs(store);
  storage.setItem = () => {
    throw new Error('full');
  };
  clock.now += HOUR;
  await store.getIdToken();
  assert.equal(storage.length, 0);
  clock.now += HOUR;
  await store.getIdToken();
  assert.deepEqual(used, ['refresh-1', 'refresh-2']);
});

test('LOG-21 signing out works without a network', async () => {
  const { store, state, storage } = tab({ client: { ...signedIn, revoke: () => Promise.reject(network()) } });
  await signInAs(store);
  await store.signOut();
  assert.equal(state.value.status, 'signed-out');
  assert.equal(storage.length, 0);
});

test('LOG-21 (50) a session ended by another tab ends here: by notification, or when the storage is read', async () => {
  const notified = tab({ client: signedIn });
  await signInAs(notified.store);
  notified.store.endedElsewhere('left');
  assert.deepEqual(notified.state.value, { status: 'signed-out', reason: 'left' });

  const unnotified = tab({ client: signedIn });
  await signInAs(unnotified.store);
  unnotified.storage.removeItem(SESSION_KEY);
  unnotified.clock.now += HOUR;
  assert.equal(await unnotified.store.getIdToken(), null);
  assert.deepEqual(unnotified.state.value, { status: 'signed-out', reason: 'left' });
});

test('LOG-21 a session refused by the identity service has expired; the other tabs are notified', async () => {
  const { store, state, clock, notified, storage } = tab({
    client: { ...signedIn, refresh: () => Promise.reject(refused()) },
  });
  await signInAs(store);
  clock.now += HOUR;
  assert.equal(await store.getIdToken(), null);
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'expired' });
  assert.deepEqual(notified.reasons, ['expired']);
  assert.ok(hasEnded(storage.getItem(SESSION_KEY) ?? ''));
});

test('LOG-21 (48) a failing network or a busy or broken service does not sign out', async () => {
  for (const error of [
    network(),
    new CognitoError('InternalErrorException', 500, ''),
    new CognitoError('TooManyRequestsException', 429, ''),
    new CognitoError('TooManyRequestsException', 400, ''),
  ]) {
    const { store, state, clock } = tab({ client: { ...signedIn, refresh: () => Promise.reject(error) } });
    await signInAs(store);
    clock.now += HOUR - 30_000;
    assert.equal(await store.getIdToken(), tokenOf('kati'), 'the last minute of the present token');
    clock.now += 30_000;
    await assert.rejects(store.getIdToken(), { code: 'identity.unavailable' });
    await store.check();
    assert.equal(state.value.status, 'signed-in');
  }
});

test('LOG-21 (48) the check renews tokens that would expire before the next one, and notices changes', async () => {
  let refreshes = 0;
  let loads = 0;
  const refresh = async () => tokens(tokenOf('kati', { n: ++refreshes }));
  const loadSession = async () => ({ user: { id: 'kati', groups: [`${++loads}`] } }) as unknown as Session;
  const { store, state, clock } = tab({ client: { ...signedIn, refresh }, loadSession });
  await signInAs(store);
  clock.now += SESSION_CHECK_MS;
  await store.check();
  assert.deepEqual([refreshes, loads], [0, 2]);
  assert.deepEqual(state.value, { status: 'signed-in', session: { user: { id: 'kati', groups: ['2'] } } });
  clock.now += HOUR - 6 * 60_000 - SESSION_CHECK_MS + 1;
  await store.check();
  assert.equal(refreshes, 1);
});

test('LOG-21 (48) a check with 401 ends the session, with 503 it does not', async () => {
  let answer: ApiError | null = null;
  const loadSession = async () => {
    if (answer) throw answer;
    return { user: { id: 'kati' } } as Session;
  };
  const { store, state } = tab({ client: signedIn, loadSession });
  await signInAs(store);
  for (const error of [
    new ApiError('network', 0),
    new ApiError('identity.unavailable', 503),
    new ApiError('rate.exceeded', 429),
  ]) {
    answer = error;
    await store.check();
    assert.equal(state.value.status, 'signed-in', error.code);
  }
  answer = new ApiError('session.revoked', 401);
  await store.check();
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'expired' });
});

test('LOG-21 a start without network is neither signed in nor out, and the next check resumes the session', async () => {
  const storage = fakeStorage();
  await signInAs(tab({ client: signedIn, storage }).store);
  let isDown = true;
  const refresh = async () => {
    if (isDown) throw network();
    return tokens(tokenOf('kati', { n: 1 }));
  };
  const { store, state } = tab({ storage, client: { refresh } });
  await store.start();
  assert.deepEqual(state.value, { status: 'unreachable' });
  isDown = false;
  await store.check();
  assert.equal(state.value.status, 'signed-in');
});

test('LOG-21 when another user signs in in another tab, nothing of the previous user stays', async () => {
  const seen: string[] = [];
  let who = 'kati';
  const { store, state, clock } = tab({
    client: { ...signedIn, refresh: async () => tokens(tokenOf('mari')) },
    loadSession: async () => ({ user: { id: who } }) as Session,
  });
  await signInAs(store);
  state.subscribe((value) => seen.push(value.status === 'signed-in' ? value.session.user.id : value.status));
  who = 'mari';
  clock.now += HOUR;
  await store.getIdToken();
  await new Promise(setImmediate);
  assert.deepEqual(seen, ['kati', 'starting', 'mari']);
});

test('EMB-02 an embedding page supplies tokens: once for all, again before the expiry, forced after a refusal', async () => {
  const asked: boolean[] = [];
  const { store, state, clock, shared, storage } = tab({ isOurs: () => false });
  shared.provider = async ({ force }) => {
    asked.push(force);
    return tokenOf('kati', { lifetime: 600, n: asked.length });
  };
  await store.start();
  assert.equal(state.value.status, 'signed-in');
  await Promise.all(Array.from({ length: 20 }, () => store.getIdToken()));
  assert.deepEqual(asked, [false]);
  clock.now += 540_000;
  await Promise.all(Array.from({ length: 20 }, () => store.getIdToken()));
  assert.deepEqual(asked, [false, false]);
  clock.now += 10_000;
  await Promise.all(Array.from({ length: 20 }, () => store.getIdToken({ force: true })));
  assert.deepEqual(asked, [false, false, true]);
  assert.equal(storage.length, 0, 'nothing is written on a foreign page');
});

test('EMB-02 a page’s function that returns nothing, or fails, leaves no session and no crash', async () => {
  const nothing = tab({ isOurs: () => false });
  nothing.shared.provider = async () => null;
  await nothing.store.start();
  assert.deepEqual(nothing.state.value, { status: 'signed-out', reason: 'none' });
  nothing.shared.provider = async () => tokenOf('kati');
  assert.equal(await nothing.store.getIdToken(), tokenOf('kati'), 'asked again by the next request');

  const failing = tab({ isOurs: () => false });
  failing.shared.provider = () => Promise.reject(new Error('popup closed'));
  await failing.store.start();
  assert.deepEqual(failing.state.value, { status: 'unreachable' });
  await assert.rejects(failing.store.getIdToken(), { code: 'identity.unavailable' });

  const opaque = tab({ isOurs: () => false });
  opaque.shared.provider = async () => 'not-a-jwt';
  assert.equal(await opaque.store.getIdToken(), 'not-a-jwt');
});

test('LOG-21 another user who signs in in another tab after the session ended is recognised here', async () => {
  const { store, state, storage } = tab({ client: { ...signedIn, refresh: async () => tokens(tokenOf('mari')) } });
  await signInAs(store);
  store.endedElsewhere('expired');
  storage.setItem(SESSION_KEY, JSON.stringify({ v: 'refresh-2', exp: 9e12 }));
  await store.start();
  assert.equal(state.value.status, 'signed-in');
});

test("EMB-02 when a page supplies another user's token, nothing of the previous user stays, even before the new one is known", async () => {
  const seen: string[] = [];
  let who = 'kati';
  let answers = true;
  const { store, state, shared, clock } = tab({
    isOurs: () => false,
    loadSession: async () => {
      if (!answers) throw new ApiError('network', 0);
      return { user: { id: who, key: who } } as Session;
    },
  });
  const shown = followShown(state);
  shared.provider = async () => tokenOf(who, { lifetime: 600 });
  await store.start();
  state.subscribe((value) => seen.push(value.status === 'signed-in' ? value.session.user.id : value.status));
  const number = person.peek();
  // The page's own sign-out and sign-in, without notification.
  who = 'mari';
  clock.now += 600_000;
  assert.equal(await store.getIdToken(), tokenOf('mari', { lifetime: 600 }));
  await new Promise(setImmediate);
  assert.deepEqual(seen, ['kati', 'starting', 'mari']);
  assert.equal(person.peek(), number + 1);
  assert.equal(shown.value?.user.id, 'mari');
  // The same user again changes nothing.
  clock.now += 600_000;
  await store.getIdToken();
  assert.equal(person.peek(), number + 1);
  [who, answers] = ['jaan', false];
  clock.now += 600_000;
  await store.getIdToken();
  await new Promise(setImmediate);
  assert.equal(shown.value, null);
  assert.deepEqual(state.value, { status: 'unreachable' });
});

test('EMB-02 another user who signs in by the window after a session ended finds nothing of the previous user', async () => {
  const { store, state, clock } = tab({
    isOurs: () => false,
    loadSession: () => Promise.reject(new ApiError('network', 0)),
  });
  const shown = followShown(state);
  await store.takeOver({ idToken: tokenOf('kati'), expiresIn: 600 });
  state.value = { status: 'signed-in', session: { user: { id: 'kati', key: 'kati' } } as Session };
  clock.now += 600_000;
  assert.equal(await store.getIdToken(), null);
  assert.equal(shown.value?.user.id, 'kati', 'it has only ended; what was typed is still there');
  await store.takeOver({ idToken: tokenOf('mari'), expiresIn: 600 });
  assert.equal(shown.value, null);
});

test('EMB-02 a token of a replaced function is not used', async () => {
  const { store, state, shared } = tab({ isOurs: () => false });
  let give: (token: string) => void = () => {};
  shared.provider = () =>
    new Promise((resolve) => {
      give = resolve;
    });
  const asked = store.getIdToken();
  // Like configureVerva.
  Object.assign(shared, { provider: async () => tokenOf('mari'), held: null, pending: null });
  await store.start();
  give(tokenOf('kati'));
  assert.equal(await asked, tokenOf('mari'));
  assert.equal(shared.held?.subject, 'mari');
  // After signing out there are no tokens.
  Object.assign(shared, { provider: null, held: null, pending: null });
  await store.signOut();
  assert.equal(await store.getIdToken(), null);
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'left' });
});

const sso = (more: Partial<TokenService> = {}): TokenService => ({
  refresh: () => Promise.reject(new Error('not expected')),
  revoke: async () => undefined,
  ...more,
});

test('LOG-14 LOG-21 a session of single sign-on is renewed at its provider, by a later visit and another tab too', async () => {
  const storage = fakeStorage();
  const asked: string[] = [];
  const provider = async (idpName: string) =>
    sso({
      refresh: async (token) => {
        asked.push(`${idpName} ${token}`);
        return { ...tokens(tokenOf('kati', { n: asked.length }), `sso-${asked.length + 1}`), accessToken: undefined };
      },
    });
  const one = tab({ storage, provider });
  await one.store.accept({ ...tokens(tokenOf('kati'), 'sso-1'), accessToken: undefined }, 'corp');
  assert.equal(one.state.value.status, 'signed-in');
  assert.equal(one.shared.idpName, 'corp');
  assert.equal(await one.store.getAccessToken(), null, 'nothing for the embedded service');
  one.clock.now += HOUR;
  await one.store.getIdToken();
  const later = tab({ storage, provider });
  await later.store.start();
  assert.equal(later.shared.idpName, 'corp');
  assert.deepEqual(asked, ['corp sso-1', 'corp sso-2']);
  assert.equal(JSON.parse(storage.getItem(SESSION_KEY)!).v, 'sso-3');
});

test('LOG-21 without a refresh token the session ends with its token, and not before', async () => {
  const { store, state, clock, storage } = tab();
  storage.setItem(SESSION_KEY, JSON.stringify({ v: 'of somebody before', exp: 9e12 }));
  await store.accept(tokens(tokenOf('kati')), 'corp');
  assert.equal(storage.getItem(SESSION_KEY), null);
  clock.now += HOUR - 1;
  assert.equal(await store.getIdToken(), tokenOf('kati'));
  clock.now += 1;
  assert.equal(await store.getIdToken(), null);
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'expired' });
});

test('LOG-21 a renewal without an id token requires a new sign-on', async () => {
  const provider = async () => sso({ refresh: () => Promise.reject(new CognitoError('NoIdToken', 400, '')) });
  const { store, state, clock } = tab({ provider });
  await store.accept(tokens(tokenOf('kati'), 'sso-1'), 'corp');
  clock.now += HOUR;
  assert.equal(await store.getIdToken(), null);
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'expired' });
});

test('LOG-21 (101) signing out of single sign-on revokes the refresh token and ends the session at the provider', async () => {
  const calls: string[] = [];
  const provider = async (idpName: string) =>
    sso({
      revoke: async (token) => void calls.push(`${idpName} revoke ${token}`),
      leave: async (idToken) => void calls.push(`${idpName} leave ${idToken}`),
    });
  const { store, storage, notified } = tab({ provider });
  await store.accept(tokens(tokenOf('kati'), 'sso-1'), 'corp');
  await store.signOut();
  assert.deepEqual(calls, ['corp revoke sso-1', `corp leave ${tokenOf('kati')}`]);
  assert.deepEqual([storage.length, notified.signedOut], [0, 1]);
  await store.signOut();
  assert.equal(calls.length, 2, 'who is out already is sent nowhere');
});

test('LOG-21 a pending renewal of the previous session does not undo a sign-in', async () => {
  const exclusively = fakeLock();
  let answer = () => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const refresh = async () => {
    await slow;
    return tokens(tokenOf('former'), 'former-2');
  };
  const { store, state, storage } = tab({
    exclusively,
    client: { refresh, signIn: signedIn.signIn },
    loadSession: async () => ({ user: { id: 'kati' } }) as Session,
  });
  storage.setItem(SESSION_KEY, JSON.stringify({ v: 'former-1', exp: 9e12 }));
  const starting = store.start();
  const signing = signInAs(store);
  answer();
  await Promise.all([starting, signing]);
  assert.equal(await store.getIdToken(), tokenOf('kati'));
  assert.equal(JSON.parse(storage.getItem(SESSION_KEY)!).v, 'refresh-1');
  assert.equal(state.value.status, 'signed-in');
});

test('LOG-21 EMB-02 a token of the pop-up is used until it expires, on embedding pages and in the application', async () => {
  const page = tab({ isOurs: () => false });
  await page.store.start();
  await page.store.takeOver({ idToken: tokenOf('kati'), expiresIn: 600 });
  assert.equal(page.state.value.status, 'signed-in');
  assert.equal(page.storage.length, 0);
  page.clock.now += 599_000;
  assert.equal(await page.store.getIdToken(), tokenOf('kati'));
  page.clock.now += 1_000;
  assert.equal(await page.store.getIdToken(), null);
  assert.deepEqual(page.state.value, { status: 'signed-out', reason: 'expired' });

  const refused = tab({ isOurs: () => false });
  refused.shared.provider = () => Promise.reject(new Error('nobody'));
  await refused.store.takeOver({ idToken: tokenOf('kati'), expiresIn: 600 });
  refused.clock.now += 5_000;
  assert.equal(await refused.store.getIdToken({ force: true }), null, 'the server no longer takes it');
  assert.deepEqual(refused.state.value, { status: 'signed-out', reason: 'expired' });

  // In the application the pop-up has stored the session; this window only needs the token at once.
  const ours = tab({ client: { refresh: async () => tokens(tokenOf('kati', { n: 1 })) } });
  ours.storage.setItem(SESSION_KEY, JSON.stringify({ v: 'r', exp: 9e12, by: 'corp' }));
  await ours.store.takeOver({ idToken: tokenOf('kati'), expiresIn: 600 });
  assert.deepEqual([ours.state.value.status, ours.shared.idpName], ['signed-in', 'corp']);
});

test('EMB-02 a token handed to another window is valid for half an hour if possible', async () => {
  let refreshes = 0;
  const refresh = async () => tokens(tokenOf('kati', { n: ++refreshes }));
  const { store, clock } = tab({ client: { ...signedIn, refresh } });
  assert.equal(await store.handOver(), null);
  await signInAs(store);
  clock.now += 29 * 60_000;
  assert.deepEqual(await store.handOver(), { idToken: tokenOf('kati'), expiresIn: 31 * 60 });
  clock.now += 2 * 60_000;
  assert.deepEqual(await store.handOver(), { idToken: tokenOf('kati', { n: 1 }), expiresIn: 3600 });
});

test('GRD-02 LOG-21 when a session expires the other tabs keep their content; signing out removes it', async () => {
  const { store, state, storage } = tab({ client: signedIn });
  const shown = followShown(state);
  await signInAs(store);
  store.endedElsewhere('expired');
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'expired' });
  assert.ok(hasEnded(storage.getItem(SESSION_KEY) ?? ''));
  assert.equal(shown.value?.user.id, 'kati');
  store.endedElsewhere('expired');
  assert.equal(shown.value?.user.id, 'kati');
  store.endedElsewhere('left');
  assert.deepEqual(state.value, { status: 'signed-out', reason: 'left' });
  assert.equal(shown.value, null);
  assert.equal(storage.length, 0);
});

test('LOG-21 after an expired session a visit starts signed out, and signing in again continues', async () => {
  const { store, state, storage } = tab({ client: signedIn });
  const shown = followShown(state);
  await signInAs(store);
  store.endedElsewhere('expired');
  const later = tab({ storage });
  await later.store.start();
  assert.deepEqual(later.state.value, { status: 'signed-out', reason: 'none' });
  assert.ok(hasEnded(storage.getItem(SESSION_KEY) ?? ''), 'or the first tab would take it for a sign-out');
  await signInAs(store);
  assert.equal(state.value.status, 'signed-in');
  assert.equal(shown.value?.user.id, 'kati');
});

test('LOG-23 a user of several organisations must choose one, and the choice loads the session', async () => {
  const tenants = [
    { tenantId: 'acme', name: 'Acme' },
    { tenantId: 'beta', name: 'Beta' },
  ];
  const problem = { type: '', title: '', status: 409, instance: '', code: 'tenant.choice_required' as const, tenants };
  let isChosen = false;
  const loadSession = async () => {
    if (!isChosen) throw new ApiError('tenant.choice_required', 409, { problem });
    return { user: { id: 'kati' } } as Session;
  };
  const { store, state } = tab({ client: signedIn, loadSession });
  await signInAs(store);
  assert.deepEqual(state.value, { status: 'choosing', tenants });
  isChosen = true;
  const seen: string[] = [];
  state.subscribe(({ status }) => seen.push(status));
  await store.relearn();
  assert.deepEqual(seen, ['choosing', 'starting', 'signed-in']);
});

test("LOG-23 a removed membership is forgotten, and the account's own organisation opens", async () => {
  const chosen = signal<string | null>(null);
  const places = [fakeStorage(), fakeStorage()].map((storage) => createTimedStorage(() => storage));
  const tenantChoice = createTenantChoice(chosen, { tab: places[0]!, browser: places[1]! });
  const loadSession = async () => {
    if (chosen.value !== null) throw new ApiError('tenant.not_a_member', 403);
    return { user: { id: 'kati' } } as Session;
  };
  const { store, state } = tab({ client: signedIn, loadSession, tenantChoice });
  await signInAs(store);
  tenantChoice.choose('beta');
  await store.relearn();
  assert.equal(state.value.status, 'signed-in');
  assert.equal(chosen.value, null);
  assert.equal(tenantChoice.last(), null);
});

test('SEC-01 signing in again ends the session that it replaces, and none of a provider, which may be the same', async () => {
  const revoked: string[] = [];
  const revoke = async (token: string) => void revoked.push(token);
  const { store, storage } = tab({ client: { ...signedIn, revoke } });
  await store.accept(tokens(tokenOf('kati'), 'first'));
  await store.accept(tokens(tokenOf('kati'), 'second'));
  await store.accept(tokens(tokenOf('kati'), 'sso-1'), 'corp');
  await store.accept(tokens(tokenOf('kati'), 'sso-2'), 'corp');
  await store.accept(tokens(tokenOf('kati'), 'third'));
  assert.deepEqual(revoked, ['first']);
  assert.equal(JSON.parse(storage.getItem(SESSION_KEY)!).v, 'third');
});

import { signal } from '@preact/signals-core';
import type { Session } from '../contracts/session.contract.ts';
import type { CognitoClient, Tokens } from './cognito.ts';
import type { SessionEnvironment, SessionState, SharedTokens } from './environment.ts';
import { createSessionStore } from './store.ts';
import { createStoredSession } from './stored-session.ts';

/** In-memory localStorage. */
export function fakeStorage(): Storage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

/** An unsigned token with the claims that the browser reads. */
export function tokenOf(
  sub: string,
  { iat = 0, lifetime = 3600, n = 0, nonce }: { iat?: number; lifetime?: number; n?: number; nonce?: string } = {},
): string {
  const claims = Buffer.from(JSON.stringify({ sub, iat, exp: iat + lifetime, n, nonce })).toString('base64url');
  return `head.${claims}.signature`;
}

export const tokens = (idToken: string, refreshToken?: string): Tokens => ({
  idToken,
  accessToken: 'access',
  refreshToken,
  expiresIn: 3600,
});

/** One tab of the application: its own memory, with the given storage and lock. */
export function tab(
  options: Partial<SessionEnvironment> & { storage?: Storage; client?: Partial<CognitoClient> } = {},
) {
  const clock = { now: 1_000_000 };
  const { storage = fakeStorage(), client = {}, ...rest } = options;
  const refuse = () => Promise.reject(new Error('The test did not expect this call.'));
  const identity: CognitoClient = {
    signIn: refuse,
    signInByCode: refuse,
    respond: refuse,
    confirmForgotPassword: refuse,
    changePassword: refuse,
    associateApp: refuse,
    verifyApp: refuse,
    signInByPasskey: refuse,
    answerByPasskey: refuse,
    addPasskey: refuse,
    refresh: refuse,
    revoke: refuse,
    ...client,
  };
  const state = signal<SessionState>({ status: 'starting' });
  const shared: SharedTokens = { held: null, pending: null, provider: null, idpName: null };
  const notified = { signedOut: 0, reasons: [] as string[] };
  const environment: SessionEnvironment = {
    state,
    shared,
    stored: createStoredSession(
      () => storage,
      () => clock.now,
    ),
    isOurs: () => true,
    identity: () => Promise.resolve(identity),
    provider: refuse,
    loadSession: async () => ({ user: { id: 'kati' } }) as Session,
    exclusively: (work) => work(),
    notifyOtherTabs: (reason) => {
      notified.signedOut += 1;
      notified.reasons.push(reason);
    },
    now: () => clock.now,
    ...rest,
  };
  return { store: createSessionStore(environment), state, shared, clock, notified, storage, environment };
}

/** Runs one section at a time across all tabs that share it, like Web Locks. */
export function fakeLock(): SessionEnvironment['exclusively'] {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}

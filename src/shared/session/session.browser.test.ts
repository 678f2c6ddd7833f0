import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { apiBase, setApiBase } from '../api/base.ts';
import {
  configureVerva,
  getIdToken,
  type SessionState,
  session,
  signIn,
  signOut,
  startApplicationSession,
} from './index.ts';

const BASE = 'https://verva.example';
const browserFetch = window.fetch;
const base = apiBase.value;

const encode = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;
let issued = 0;
/** Fake identity service and API. */
let server: { refreshes: string[]; revoked: string[]; sessions: number; who: string; fails: Response | null };

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/public/identity/config') return json({ endpoint: '/identity/', clientId: 'verva-web' });
  if (pathname === '/api/session') {
    server.sessions += 1;
    if (server.fails) return server.fails.clone();
    expect(request.headers.get('authorization')).to.match(/^Bearer h\./);
    return json({ user: { id: server.who, languageId: 'et' }, tenant: { timeZone: 'Europe/Tallinn' } });
  }
  const { AuthFlow, RefreshToken, Token } = await request.json();
  if (Token) {
    server.revoked.push(Token);
    return json({});
  }
  if (RefreshToken) server.refreshes.push(RefreshToken);
  const IdToken = encode({ sub: server.who, iat: 0, exp: 3600, n: ++issued });
  const result = { IdToken, AccessToken: 'a', ExpiresIn: 3600, TokenType: 'Bearer' };
  return json({ AuthenticationResult: AuthFlow === 'USER_PASSWORD_AUTH' ? { ...result, RefreshToken: 'r1' } : result });
}

/** Intervals of the page, run by the test: its clock does not advance. */
const repeated: { readonly run: () => void; readonly ms: number }[] = [];

const status = (wanted: SessionState['status']) => waitUntil(() => session.value.status === wanted, `not ${wanted}`);

describe('the session of the application', () => {
  before(async () => {
    localStorage.clear();
    server = { refreshes: [], revoked: [], sessions: 0, who: 'kati', fails: null };
    setApiBase(BASE);
    window.fetch = (input, init) => answer(new Request(input, init));
    const browserInterval = window.setInterval;
    window.setInterval = ((run: () => void, ms: number) => repeated.push({ run, ms })) as typeof window.setInterval;
    await startApplicationSession();
    window.setInterval = browserInterval;
  });
  beforeEach(async () => {
    server = { refreshes: [], revoked: [], sessions: 0, who: 'kati', fails: null };
    await signIn('kati', 'secret');
    server.sessions = 0;
  });
  after(() => {
    window.fetch = browserFetch;
    setApiBase(base);
    localStorage.clear();
  });

  it('LOG-21 stores the refresh token for other tabs and visits, and nothing else', async () => {
    expect(session.value.status).to.equal('signed-in');
    expect(JSON.parse(localStorage.getItem('vva_session')!).v).to.equal('r1');
    const token = (await getIdToken())!;
    const stored = JSON.stringify({ ...localStorage, ...sessionStorage });
    expect(stored).not.to.contain(token);
    expect(document.cookie).to.equal('');
  });

  it('LOG-21 (50) ends in all tabs when it ends in one', async () => {
    const otherTab = new BroadcastChannel('vva_auth');
    const heard = new Promise((resolve) => otherTab.addEventListener('message', (event) => resolve(event.data)));
    await signOut();
    expect(await heard).to.equal('signed-out');
    expect(server.revoked).to.deep.equal(['r1']);
    expect(localStorage.getItem('vva_session')).to.equal(null);
    await signIn('kati', 'secret');
    otherTab.postMessage('signed-out');
    await status('signed-out');
    expect(session.value).to.deep.equal({ status: 'signed-out', reason: 'left' });
    otherTab.close();
  });

  it("LOG-21 follows another tab's sign-out and sign-in through the storage too", async () => {
    const sendStorageEvent = (newValue: string | null) =>
      dispatchEvent(new StorageEvent('storage', { key: 'vva_session', newValue, storageArea: localStorage }));
    const stored = localStorage.getItem('vva_session')!;
    localStorage.removeItem('vva_session');
    sendStorageEvent(null);
    expect(session.value.status).to.equal('signed-out');
    localStorage.setItem('vva_session', stored);
    sendStorageEvent(stored);
    await status('signed-in');
    expect(server.refreshes).to.deep.equal(['r1']);
  });

  it('LOG-21 (49) waits for the tab that is refreshing, and uses its result', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const otherTab = navigator.locks.request('vva_refresh', () => held);
    const { now } = Date;
    // Directly after a sign-in a refused token would not be renewed again.
    Date.now = () => now.call(Date) + 60_000;
    try {
      const renewed = getIdToken({ force: true });
      await waitUntil(async () => (await navigator.locks.query()).pending?.length === 1);
      expect(server.refreshes).to.deep.equal([]);
      localStorage.setItem('vva_session', JSON.stringify({ v: 'r2', exp: Date.now() + 1e6 }));
      release();
      await Promise.all([otherTab, renewed]);
    } finally {
      Date.now = now;
    }
    expect(server.refreshes).to.deep.equal(['r2']);
  });

  it('LOG-21 CONST-01 rechecks the session every 300000 ms, and ends it when the server refuses', async () => {
    expect(repeated.map(({ ms }) => ms)).to.deep.equal([300_000]);
    repeated[0]!.run();
    await waitUntil(() => server.sessions === 1, 'the session is read again');
    expect(session.value.status).to.equal('signed-in');
    server.fails = json({ code: 'session.revoked' }, 401);
    repeated[0]!.run();
    await status('signed-out');
  });

  it('LOG-21 (48) checks the session again when the network returns and when the page becomes visible', async () => {
    dispatchEvent(new Event('online'));
    await waitUntil(() => server.sessions === 1);
    document.dispatchEvent(new Event('visibilitychange'));
    await waitUntil(() => server.sessions === 2);
    server.fails = json({}, 503);
    dispatchEvent(new Event('online'));
    await waitUntil(() => server.sessions === 3);
    expect(session.value.status).to.equal('signed-in');
  });

  it('EMB-02 two copies of the code on a page share one session', async () => {
    const copy = (await import(
      /* @vite-ignore */ `${new URL('./index.ts', import.meta.url).pathname}?copy`
    )) as typeof import('./index.ts');
    expect(copy.getIdToken).not.to.equal(getIdToken);
    expect(copy.session.value).to.deep.equal(session.value);
    expect(await copy.getIdToken()).to.equal(await getIdToken());
    await copy.signOut();
    expect(session.value.status).to.equal('signed-out');
    expect(await getIdToken()).to.equal(null);
  });

  it('EMB-02 keeps a new session when a late message reports the sign-out of another copy', async () => {
    const copy = (await import(
      /* @vite-ignore */ `${new URL('./index.ts', import.meta.url).pathname}?copy`
    )) as typeof import('./index.ts');
    const post = BroadcastChannel.prototype.postMessage;
    let send = () => {};
    BroadcastChannel.prototype.postMessage = function (message) {
      send = () => post.call(this, message);
    };
    try {
      await copy.signOut();
    } finally {
      BroadcastChannel.prototype.postMessage = post;
    }
    expect(session.value.status).to.equal('signed-out');
    await signIn('kati', 'secret');
    // Opened last, so it receives messages last.
    const witness = new BroadcastChannel('vva_auth');
    const heard = new Promise((resolve) => {
      witness.onmessage = resolve;
    });
    send();
    await heard;
    witness.close();
    expect(session.value.status).to.equal('signed-in');
  });

  it("EMB-02 uses tokens of the page's own function if there is one", async () => {
    let asked = 0;
    server.who = 'mari';
    configureVerva({
      getToken: async () => encode({ sub: 'mari', iat: 0, exp: 600, n: ++asked }),
    });
    await waitUntil(() => session.value.status === 'signed-in' && session.value.session.user.id === 'mari');
    expect(asked).to.equal(1);
  });
});

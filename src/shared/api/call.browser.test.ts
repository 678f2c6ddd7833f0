import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { startPrefetch } from '../../prefetch.ts';
import { getSession } from '../contracts/session.contract.ts';
import { language, setLanguage } from '../locale/language.ts';
import { pageWide } from '../page/page-wide.ts';
import { ApiError } from './api-error.ts';
import { apiBase, setApiBase } from './base.ts';
import { call } from './call.ts';
import { clearPrefetched } from './prefetched.ts';
import { chosenTenant } from './tenant.ts';
import { setTokenSource } from './tokens.ts';

const THING = { method: 'POST', path: '/api/things/{thingId}/complete' } as never;
const LIST = { method: 'GET', path: '/api/things' } as never;

type Answer = () => Response | Promise<Response>;

const browserFetch = window.fetch;
const base = apiBase.value;
let requests: Request[] = [];
let answers: Answer[] = [];
let tokens: { token: string | null; forced: number };

const json =
  (body: unknown, status = 200, type = 'application/json') =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': type, 'x-request-id': 'r-1' } });
const problem = (status: number, code: string, more = {}) =>
  json(
    { type: `/problems/${code}`, title: `Text of ${code}`, status, code, ...more },
    status,
    'application/problem+json',
  );

beforeEach(() => {
  requests = [];
  answers = [];
  tokens = { token: 'first', forced: 0 };
  window.fetch = async (input, init) => {
    requests.push(new Request(input as string, init));
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  };
  setTokenSource(async ({ force = false } = {}) => {
    if (force) {
      tokens.forced += 1;
      tokens.token = 'renewed';
    }
    return tokens.token;
  });
  setApiBase('https://verva.example/base/');
});

afterEach(() => {
  window.fetch = browserFetch;
  setApiBase(base);
  setTokenSource(async () => null);
});

async function refused(run: Promise<unknown>): Promise<ApiError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call succeeded.');
}

describe('call', () => {
  it('sends parameters, body, token, language, key and version', async () => {
    answers = [json({ done: true })];
    const reply = await call(THING, {
      params: { thingId: 'a/b' },
      body: { outcome: 'approve' },
      idempotencyKey: 'key-12345',
      ifMatch: 4,
    } as never);
    const [request] = requests as [Request];
    expect(reply).to.deep.equal({ done: true });
    expect(request.url).to.equal('https://verva.example/base/api/things/a%2Fb/complete');
    expect(request.method).to.equal('POST');
    expect(await request.json()).to.deep.equal({ outcome: 'approve' });
    expect(request.headers.get('authorization')).to.equal('Bearer first');
    expect(request.headers.get('idempotency-key')).to.equal('key-12345');
    expect(request.headers.get('if-match')).to.equal('"4"');
    expect(request.credentials).to.equal('omit');
  });

  it('LOG-23 sends the chosen organisation, but only to the server that issued the session', async () => {
    answers = [json([]), json([]), json([])];
    await call(LIST, {} as never);
    chosenTenant.value = 'acme';
    await call(LIST, {} as never);
    await call(LIST, { auth: false } as never);
    chosenTenant.value = null;
    expect(requests.map(({ headers }) => headers.get('verva-tenant'))).to.deep.equal([null, 'acme', null]);
  });

  it('requests texts in the language of the page', async () => {
    const before = language.value;
    await setLanguage('ru');
    answers = [json([])];
    await call(LIST, {} as never);
    expect(requests[0]?.headers.get('accept-language')).to.equal('ru-RU');
    await setLanguage(before);
  });

  it('sends a query field once per value', async () => {
    answers = [json([])];
    await call(LIST, { query: { due: ['gte:2026-01-01', 'lt:2026-02-01'], q: 'a b', after: undefined } } as never);
    expect(new URL(requests[0]?.url ?? '').search).to.equal('?due=gte%3A2026-01-01&due=lt%3A2026-02-01&q=a+b');
  });

  it('renews a refused token once, and repeats the request', async () => {
    answers = [problem(401, 'session.expired'), json({ done: true })];
    await call(THING, { params: { thingId: '1' }, body: { a: 1 }, idempotencyKey: 'key-12345' } as never);
    expect(tokens.forced).to.equal(1);
    expect(requests.map((request) => request.headers.get('authorization'))).to.deep.equal([
      'Bearer first',
      'Bearer renewed',
    ]);
    expect(requests.map((request) => request.headers.get('idempotency-key'))).to.deep.equal(['key-12345', 'key-12345']);
  });

  it('SEC-01 asks for a new sign-in where the present one is too old, and repeats the request once with its key', async () => {
    let asked = 0;
    const signInAgain = async () => {
      asked += 1;
      tokens.token = 'recent';
      return true;
    };
    setTokenSource(async () => tokens.token, signInAgain);
    answers = [problem(403, 'session.too_old'), json({ done: true })];
    const options = { params: { thingId: '1' }, body: { a: 1 }, idempotencyKey: 'key-12345' } as never;
    expect(await call(THING, options)).to.deep.equal({ done: true });
    const sent = requests.map(({ headers }) => [headers.get('authorization'), headers.get('idempotency-key')]);
    expect(sent).to.deep.equal([
      ['Bearer first', 'key-12345'],
      ['Bearer recent', 'key-12345'],
    ]);
    answers = [problem(403, 'session.too_old'), problem(403, 'session.too_old')];
    expect((await refused(call(THING, options))).code).to.equal('session.too_old');
    expect([asked, requests.length]).to.deep.equal([2, 4]);
    setTokenSource(
      async () => tokens.token,
      async () => false,
    );
    answers = [problem(403, 'session.too_old')];
    expect((await refused(call(THING, options))).code).to.equal('session.too_old');
    expect(requests.length).to.equal(5);
  });

  it('fails after the second refusal', async () => {
    answers = [problem(401, 'session.expired'), problem(401, 'session.revoked')];
    expect((await refused(call(LIST, {} as never))).code).to.equal('session.revoked');
    expect(requests.length).to.equal(2);
  });

  it('does not renew without a signed-in user, and sends no token where none is wanted', async () => {
    tokens.token = null;
    answers = [problem(401, 'session.missing'), json([])];
    expect((await refused(call(LIST, {} as never))).code).to.equal('session.missing');
    tokens.token = 'first';
    await call(LIST, { auth: false } as never);
    expect(tokens.forced).to.equal(0);
    expect(requests[1]?.headers.has('authorization')).to.equal(false);
  });

  it('throws the code, parameters and errors of a refusal', async () => {
    const errors = [{ pointer: '/values/sum', code: 'field.required', params: { attribute: 'Sum' } }];
    answers = [problem(422, 'form.invalid', { params: { count: 1 }, errors })];
    const error = await refused(call(LIST, {} as never));
    expect([error.status, error.code, error.message, error.requestId]).to.deep.equal([
      422,
      'form.invalid',
      'Text of form.invalid',
      'r-1',
    ]);
    expect(error.params).to.deep.equal({ count: 1 });
    expect(error.errors).to.deep.equal(errors);
  });

  it('distinguishes a missing network from a response of another server', async () => {
    expect((await refused(call(LIST, {} as never))).code).to.equal('network');
    answers = [() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })];
    const error = await refused(call(LIST, {} as never));
    expect([error.code, error.status]).to.deep.equal(['unreadable', 502]);
  });

  it('throws the reason of an abort, not its own error', async () => {
    const abort = new AbortController();
    answers = [
      () => {
        abort.abort(new DOMException('Left the page', 'AbortError'));
        throw abort.signal.reason;
      },
    ];
    let thrown: unknown;
    await call(LIST, { signal: abort.signal } as never).catch((error: unknown) => {
      thrown = error;
    });
    expect(thrown).to.equal(abort.signal.reason);
  });

  it('returns nothing for an empty response', async () => {
    answers = [() => new Response(null, { status: 204 })];
    expect(await call(LIST, {} as never)).to.equal(undefined);
  });

  it('LOG-23 uses a prefetched response once, and never for another organisation or a change', async () => {
    const prefetched = pageWide('prefetched', () => new Map<string, Promise<Response>>());
    const asked = () => {
      const url = 'https://verva.example/base/api/things';
      prefetched.set([language.peek(), 'first', url].join(), Promise.resolve(json('prefetched')()));
    };
    asked();
    answers = [json('asked')];
    expect(await call(LIST, {} as never)).to.equal('prefetched');
    expect(await call(LIST, {} as never)).to.equal('asked');
    asked();
    chosenTenant.value = 'acme';
    answers = [json('of acme'), json('created')];
    expect(await call(LIST, {} as never)).to.equal('of acme');
    chosenTenant.value = null;
    expect(await call({ method: 'POST', path: '/api/things' } as never, {} as never)).to.equal('created');
    clearPrefetched();
  });

  it('EMB-01 returns what the loader prefetched before the browser can paint', async () => {
    answers = [json({ user: 'prefetched' })];
    startPrefetch({ apiBase: apiBase.peek(), locale: language.peek(), getToken: async () => 'first' });
    const prefetched = pageWide('prefetched', () => new Map<string, Promise<Response>>());
    await waitUntil(() => prefetched.size === 1);
    await [...prefetched.values()][0];
    let isLater = false;
    setTimeout(() => {
      isLater = true;
    });
    expect(await call(getSession, {})).to.deep.equal({ user: 'prefetched' });
    expect(isLater).to.equal(false);
    expect(requests.length).to.equal(1);
  });
});

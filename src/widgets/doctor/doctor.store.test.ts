import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { DoctorAnswer } from '../../shared/contracts/doctor.contract.ts';
import { createDoctor, type PageEnvironment } from './doctor.store.ts';
import type { ElementFacts, PageFacts, Violation } from './facts.ts';
import type { Check } from './findings.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const O = 'https://work.example.org';
const PAGE: PageFacts = {
  origin: 'https://intranet.example.org',
  isOnline: true,
  mayStore: true,
  server: O,
  code: `${O}/embed/`,
  loaders: [{ url: `${O}/embed/loader-1.0.0-3f2a91c07bde.js`, hasIntegrity: true, version: '1.0.0' }],
};
const TAGS = ['verva-inbox', 'verva-task-form', 'verva-tasks', 'verva-delegation-editor', 'verva-profile'];
const ELEMENTS: ElementFacts = { loaded: ['verva-inbox'], missing: [], unseen: [], unknown: [], known: TAGS };
const ANSWER: DoctorAnswer = {
  serverTime: new Date(NOW).toISOString(),
  origin: PAGE.origin,
  originAllowed: true,
  token: 'none',
  scopes: null,
  expiresIn: null,
  versions: { server: '1.0.0' },
  csp: [],
};
const claims = { iss: 'https://login.example.org', aud: 'another-app', origin: 'https://portal.example.org' };
const TOKEN = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

interface TestPage {
  readonly page?: Partial<PageFacts>;
  readonly elements?: Partial<ElementFacts>;
  /** The server's response without a token; an error is thrown by the call. */
  readonly answer?: Partial<DoctorAnswer> | Error;
  /** The server's response by token. */
  readonly verdicts?: Readonly<Record<string, Partial<DoctorAnswer>>>;
  /** Results of the page's token provider, in order, with and without a forced renewal. */
  readonly tokens?: readonly (string | null | Error)[];
  readonly violations?: readonly Partial<Violation>[];
  /** Kinds of images that were tried and failed to load. */
  readonly refused?: readonly string[];
  /** A server is reachable, but the browser hides its response. */
  readonly isReachable?: boolean;
  readonly givesTokens?: boolean;
}

async function examined(page: TestPage = {}) {
  const { tokens = [TOKEN], verdicts = { [TOKEN]: { token: 'accepted', expiresIn: 3600 } } } = page;
  let current: string | null = null;
  const around: PageEnvironment = {
    send: (async (_endpoint: unknown, { auth }: { auth?: boolean }) => {
      if (page.answer instanceof Error) throw page.answer;
      if (auth === false) return { ...ANSWER, ...page.answer };
      return { ...ANSWER, ...verdicts[current ?? ''] };
    }) as unknown as typeof call,
    ping: async () => {
      if (!page.isReachable) throw new TypeError('Failed to fetch');
    },
    getToken: async ({ force }) => {
      const given = tokens[force ? tokens.length - 1 : 0] ?? null;
      if (given instanceof Error) throw given;
      current = given;
      return given;
    },
    givesTokens: () => page.givesTokens ?? true,
    now: () => NOW,
    inspectPage: () => ({ ...PAGE, ...page.page }),
    inspectElements: async () => ({ ...ELEMENTS, ...page.elements }),
    watchViolations: (report) => {
      for (const one of page.violations ?? []) {
        report({ directive: '', blocked: '', source: '', sample: '', policy: '', isReport: false, ...one });
      }
      return () => undefined;
    },
    tryPictures: (refused) => page.refused?.forEach(refused),
  };
  const doctor = createDoctor(around);
  doctor.watch();
  await doctor.check();
  const findings = doctor.findings.value;
  const of = (check: Check) => findings.filter((one) => one.check === check);
  return {
    of,
    /** State, name and copyable text of a check with one finding. */
    one(check: Check) {
      const [first, ...others] = of(check);
      assert.equal(others.length, 0, JSON.stringify(others));
      return [first?.state, first?.message, ...(first?.copy === undefined ? [] : [first.copy])];
    },
    states: findings.map(({ state }) => state),
  };
}

const network = new ApiError('network', 0);

test('BEY-21 a page without problems passes every check', async () => {
  const { states } = await examined();
  assert.deepEqual([...new Set(states)], ['fine']);
  assert.equal(states.length, 9);
});

test('BEY-21 an unavailable, hidden, mixed-content or failing server is distinguished', async () => {
  const server = async (page: TestPage) => (await examined(page)).one('server');
  assert.deepEqual(await server({ answer: network }), ['problem', 'server.away']);
  assert.deepEqual(await server({ answer: network, isReachable: true }), ['problem', 'server.unreadable']);
  assert.deepEqual(await server({ answer: network, page: { isOnline: false } }), ['problem', 'server.offline']);
  const plain = { server: 'http://work.example.org' };
  assert.deepEqual(await server({ answer: network, page: plain }), ['problem', 'server.mixed']);
  assert.deepEqual(await server({ answer: new ApiError('rate.exceeded', 429) }), ['problem', 'server.error']);
  assert.deepEqual(await server({ answer: new ApiError('unreadable', 502) }), ['problem', 'server.other']);
  assert.deepEqual(await server({ answer: { serverTime: undefined as unknown as string } }), [
    'problem',
    'server.other',
  ]);
  const away = await examined({ answer: network });
  for (const check of ['origin', 'token', 'clock'] as const) assert.deepEqual(away.one(check), ['unknown', 'later']);
  assert.equal(away.one('elements')[0], 'fine');
});

test('BEY-21 EMB-04 an origin that is not allowed is named, so that it can be added', async () => {
  const refused = await examined({ answer: { originAllowed: false } });
  assert.deepEqual(refused.one('origin'), ['problem', 'origin.refused', PAGE.origin]);
  assert.deepEqual(refused.one('server'), ['fine', 'server.fine']);
  assert.deepEqual(refused.one('token'), ['unknown', 'later'], 'the browser would not let it be asked');
  assert.deepEqual((await examined({ page: { origin: 'null' } })).one('origin').slice(0, 2), [
    'problem',
    'origin.none',
  ]);
  assert.deepEqual((await examined({ page: { origin: O } })).one('origin'), ['fine', 'origin.own']);
});

test('BEY-21 EMB-04 a directive that refuses something is given as it must be', async () => {
  const policy = "default-src 'none'; script-src 'nonce-abc' https://cdn.test; CONNECT-SRC 'self'; img-src 'none'";
  const source = `${O}/embed/c/inbox-1.js`;
  const { of, one } = await examined({
    answer: network,
    refused: ['data'],
    violations: [
      { directive: 'connect-src', blocked: `${O}/api/doctor`, policy },
      { directive: 'connect-src', blocked: `${O}/api/session`, policy },
      { directive: 'script-src-elem', blocked: `${O}/embed/c/inbox-1.js`, policy },
      { directive: 'img-src', blocked: 'data', policy },
      { directive: 'img-src', blocked: `${O}/favicon.svg`, source, policy },
      { directive: 'worker-src', blocked: 'blob', source, policy },
      { directive: 'connect-src', blocked: `${O}/api/x`, policy: "default-src 'self'", isReport: true },
      {
        directive: 'trusted-types',
        blocked: 'trusted-types-policy',
        sample: 'verva-pdf',
        source,
        policy: "trusted-types 'none'",
      },
      { directive: 'style-src-attr', blocked: 'inline', source, policy },
      // The page's own resource, or another server with a similar address.
      { directive: 'img-src', blocked: 'blob', policy: '' },
      { directive: 'connect-src', blocked: 'https://work.example.org.evil.test/', policy: '' },
    ],
  });
  assert.deepEqual(
    of('policy').map(({ state, message, copy }) => [state, message, copy]),
    [
      ['problem', 'policy.needed', `connect-src 'self' ${O}`],
      ['problem', 'policy.needed', `script-src 'nonce-…' https://cdn.test ${O}`],
      ['problem', 'policy.needed', `img-src ${O} data:`],
      ['advice', 'policy.optional', "worker-src 'nonce-…' https://cdn.test blob:"],
      ['advice', 'policy.reported', `connect-src 'self' ${O}`],
      ['advice', 'policy.optional', 'trusted-types verva-pdf'],
      ['problem', 'policy.other', `script-src 'self' ${O}; connect-src 'self' ${O}; img-src 'self' ${O} data: blob:`],
    ],
  );
  assert.deepEqual(one('server'), ['unknown', 'server.policy'], 'it was not asked at all');
});

test("BEY-21 invalid results of the page's token function are recognised", async () => {
  const token = async (...tokens: NonNullable<TestPage['tokens']>) => (await examined({ tokens })).one('token');
  assert.deepEqual(await token('<!doctype html><title>Sign in</title>'), ['problem', 'token.page']);
  assert.deepEqual(await token('{"token":"a.b.c"}'), ['problem', 'token.json', '(await answer.json()).token']);
  for (const text of ['Bearer a.b.c', '"a.b.c"', 'secret'])
    assert.deepEqual(await token(text), ['problem', 'token.other']);
  assert.deepEqual(await token(null), ['unknown', 'token.nothing']);
  assert.deepEqual((await examined({ tokens: [null], givesTokens: false })).one('token'), ['unknown', 'token.none']);
  const failed = await examined({ tokens: [new Error('unavailable', { cause: new Error('anna is not known') })] });
  assert.deepEqual(failed.one('token'), ['problem', 'token.failed']);
  assert.equal(failed.of('token')[0]?.secret, 'anna is not known');
});

test("BEY-21 the server's result for a token is shown with its issuer and audience", async () => {
  const verdict = async (token: DoctorAnswer['token'], more: Partial<DoctorAnswer> = {}) =>
    (await examined({ verdicts: { [TOKEN]: { token, ...more } } })).of('token')[0];
  for (const why of [
    'expired',
    'early',
    'audience',
    'kind',
    'revoked',
    'organisation',
    'provider',
    'refused',
  ] as const) {
    const finding = await verdict(why);
    assert.deepEqual([finding?.state, finding?.message], ['problem', `token.${why}`]);
    assert.deepEqual(finding?.values, { issuer: claims.iss, audience: claims.aud });
  }
  const elsewhere = await verdict('origin');
  assert.deepEqual([elsewhere?.message, elsewhere?.values?.other], ['token.origin', claims.origin]);
  assert.equal((await verdict('origin', { originAllowed: false }))?.message, 'token.organisationOrigin');
  assert.equal((await verdict('none'))?.message, 'token.lost');
});

test('BEY-21 a refused token is renewed once, as elements do', async () => {
  const fresh = 'e30.e30.new';
  const verdicts = { [TOKEN]: { token: 'expired' }, [fresh]: { token: 'accepted', expiresIn: 60 } } as const;
  assert.deepEqual((await examined({ tokens: [TOKEN, fresh], verdicts })).one('token'), ['fine', 'token.fine']);
  assert.deepEqual((await examined({ tokens: [TOKEN], verdicts })).one('token'), ['problem', 'token.expired']);
});

test('BEY-21 BEY-20 an element whose token lacks a scope is named with the missing scope', async () => {
  const verdicts: TestPage['verdicts'] = { [TOKEN]: { token: 'accepted', scopes: ['inbox'], expiresIn: 300 } };
  const scoped = async (...loaded: string[]) => (await examined({ verdicts, elements: { loaded } })).of('token');
  assert.deepEqual(
    (await scoped('verva-inbox')).map(({ message }) => message),
    ['token.scoped'],
  );
  const [form, profile] = await scoped('verva-inbox', 'verva-task-form', 'verva-profile');
  assert.deepEqual([form?.message, form?.copy], ['token.scope', "scopes: ['inbox', 'task']"]);
  assert.equal(profile?.message, 'token.full');
});

test('BEY-21 a clock that is hours wrong is reported with the difference, one that is a minute wrong is not', async () => {
  const clock = async (minutes: number) =>
    (await examined({ answer: { serverTime: new Date(NOW - minutes * 60_000).toISOString() } })).of('clock')[0];
  const fast = await clock(182);
  assert.deepEqual([fast?.state, fast?.message, fast?.amountMs], ['problem', 'clock.ahead', 182 * 60_000]);
  assert.deepEqual([(await clock(-182))?.message, (await clock(-182))?.amountMs], ['clock.behind', 182 * 60_000]);
  assert.equal((await clock(1))?.state, 'fine');
});

test('BEY-21 two loaders, another version and an unpinned tag are reported', async () => {
  const [loader] = PAGE.loaders;
  const old = { url: `${O}/embed/loader-0.9.0-0123456789ab.js`, hasIntegrity: true, version: '0.9.0' };
  const two = await examined({ page: { loaders: [old, loader!] } });
  assert.deepEqual(two.one('loader'), ['problem', 'loader.two']);
  assert.deepEqual(two.of('loader')[0]?.values, { urls: `${old.url}, ${loader?.url}` });
  const older = await examined({ page: { loaders: [old] } });
  assert.deepEqual(older.one('loader'), ['advice', 'loader.older', `${O}/embed/`]);
  const pinned = async (more: object) =>
    (await examined({ page: { loaders: [{ ...loader!, ...more }] } })).one('pinned');
  assert.deepEqual(await pinned({ hasIntegrity: false }), ['advice', 'pinned.none', `${O}/embed/`]);
  assert.deepEqual(await pinned({ version: null }), ['problem', 'pinned.moving', `${O}/embed/`]);
  assert.deepEqual(await pinned({ hasIntegrity: null }), ['unknown', 'pinned.unknown']);
  assert.deepEqual((await examined({ page: { loaders: [] } })).one('loader'), ['unknown', 'loader.unknown']);
});

test('BEY-21 tags that are mistyped, did not load or are invisible are reported, with the likely intended one', async () => {
  const { of } = await examined({
    elements: {
      unknown: ['verva-inbx', 'verva-taskForm'.toLowerCase(), 'verva-delegations', 'verva-weather'],
      missing: ['verva-tasks'],
      unseen: ['verva-profile'],
    },
  });
  assert.deepEqual(
    of('elements').map(({ message, copy }) => [message, copy]),
    [
      ['elements.typo', '<verva-inbox></verva-inbox>'],
      ['elements.typo', '<verva-task-form></verva-task-form>'],
      ['elements.typo', '<verva-delegation-editor></verva-delegation-editor>'],
      ['elements.typo', undefined],
      ['elements.missing', undefined],
      ['elements.unseen', 'observe(host.shadowRoot)'],
    ],
  );
  assert.deepEqual((await examined({ page: { mayStore: false } })).one('storage'), ['advice', 'storage.blocked']);
});

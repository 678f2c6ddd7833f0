import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ORDINARY_BOUNDS } from '../../src/shared/contracts/body-bounds.ts';
import { ERRORS } from '../../src/shared/contracts/errors.ts';
import { startHosted } from '../support/hosted-server.ts';
import { type Answer, client, identityToken } from '../support/identity-client.ts';
import type { RunningServer } from '../support/verva.ts';
import { validRequests } from './valid-requests.ts';

interface Sent {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly headers: Readonly<Record<string, string>>;
  readonly call: ReturnType<typeof client>;
}

/** Below the limit of every route; texts in JSON are counted in bytes. */
const LONG = 100_000;
/** Above the limit of every text of one line, and of what an index takes. */
const TOO_LONG = 12_000;
const { values: VALUES_MAX, members: MEMBERS_MAX } = ORDINARY_BOUNDS;

const members = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
const list = (count: number, item: string) => `[${Array(count).fill(item).join(',')}]`;

/** Values that no route accepts anywhere in a body, with the code of the refusal. */
const STRUCTURES: readonly (readonly [what: string, json: string, code: string])[] = [
  ['75,000 members', members(75_000), 'request.too_many_values'],
  ['one member too many', members(20_001), 'request.too_many_values'],
  ['301,000 items', list(301_000, '1'), 'request.too_many_values'],
  ['301,000 objects', list(301_000, '{}'), 'request.too_many_values'],
  ['70 objects deep', `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`, 'request.invalid'],
  ['20,000 lists deep', '['.repeat(20_000) + ']'.repeat(20_000), 'request.invalid'],
  ['20,000 lists opened', '['.repeat(20_000), 'request.invalid'],
  ['NUL', '"a\\u0000b"', 'request.invalid'],
  ['NUL in a name', '{"a\\u0000b":1}', 'request.invalid'],
  ['half a character', '"\\ud83d"', 'request.invalid'],
  ['half a character in a name', '{"\\udc00":1}', 'request.invalid'],
  ['a number beyond the type', '1e400', 'request.invalid'],
  ['a negative one', '[-1e400]', 'request.invalid'],
  ['__proto__', '{"__proto__":{"isAdmin":true}}', 'request.invalid'],
  ['__proto__, escaped', '{"\\u005f_proto__":{"isAdmin":true}}', 'request.invalid'],
  ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}', 'request.invalid'],
];

/** Replacements for a property. Some properties accept some of them. */
const VALUES: readonly (readonly [what: string, json: string])[] = [
  ['null', 'null'],
  ['true', 'true'],
  ['-0', '-0'],
  ['-1', '-1'],
  ['1e308', '1e308'],
  ['5e-324', '5e-324'],
  ['NaN', '"NaN"'],
  ['nothing', '""'],
  ['spaces', `"${' '.repeat(TOO_LONG)}"`],
  ['combining marks', `"a${'\\u0301'.repeat(TOO_LONG / 8)}"`],
  ['pairs', `"${'😀'.repeat(TOO_LONG / 4)}"`],
  ['a long word', `"${'x'.repeat(LONG)}"`],
  ['a list', '[]'],
  ['lists', '[[[]]]'],
  ['an object', '{}'],
  ['an object of names that all objects have', '{"toString":1,"hasOwnProperty":1,"length":1,"then":1}'],
  ['a long list of texts', list(5000, '"a"')],
];

let verva: RunningServer;
/** A valid request for each operation that takes JSON, by `METHOD /path`. */
const valid = new Map<string, Sent>();
let taking: readonly string[];

before(async () => {
  verva = await startHosted({ MAIL_GATHER_SECONDS: '0', TRUSTED_PROXIES: '1' });
  const asked = client(verva.url, await identityToken(verva.url, 'grete.norden'));
  const { body: document } = await asked('GET', '/api/openapi.json');
  taking = operationsWithJson(document);
  let last: Sent[] = [];
  const connect: typeof client = (url, token) => {
    const call = client(url, token);
    return (method, path, body, headers = {}) => {
      const isJson = typeof body === 'object' && body !== null && !(body instanceof FormData || body instanceof Blob);
      if (isJson) last.push({ path: `${method} ${path}`, body: body as Sent['body'], headers, call });
      return call(method, path, body, headers);
    };
  };
  const requests = await validRequests(verva.url, connect);
  for (const name of taking) {
    last = [];
    const answer = await requests[name]?.();
    const own = last.findLast(({ path }) => pattern(name).test(path.split('?')[0]!));
    if (!answer || !own) continue;
    // Refused after the body was read: a second set-up, and a link to an identity provider that is not started here.
    const isRead = answer.status < 300 || ['setup.done', 'provider.not_found'].includes(answer.body.code);
    assert.ok(isRead, `${name}: ${answer.status} ${answer.body.code}`);
    valid.set(name, { ...own, path: own.path.slice(own.path.indexOf(' ') + 1) });
  }
  // The other requests for address changes ended this session.
  const changed = valid.get('POST /api/identity/email-change')!;
  const call = client(verva.url, await identityToken(verva.url, 'ivo.lahe'));
  valid.set('POST /api/identity/email-change', { ...changed, call });
});
after(() => verva?.stop());

test('API-05 each operation with a JSON body has a valid request', () => {
  assert.ok(taking.length > 70);
  assert.deepEqual([...valid.keys()], taking);
});

test('API-05 no route reads JSON without the check of bodies', () => {
  const sources = globSync('src/server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') });
  const own = sources.filter((name) =>
    /\b(?:app|server|scope|instance)\.(?:post|put|patch|delete|all|route)\(/.test(readFileSync(name, 'utf8')),
  );
  // SCIM's parser makes the same check (scim.test.ts). Amazon Cognito's protocol accepts 16 kB of text, and refuses values
  // that are not objects.
  assert.deepEqual(own.toSorted(), [
    'src/server/modules/scim/scim.routes.ts',
    'src/server/modules/signin/cognito/protocol.ts',
    'src/server/platform/http/serve.ts',
  ]);
});

test('API-05 every route refuses bodies that are too wide, too deep or unstorable, before its schema sees them', async () => {
  for (const [at, [name, sent]] of [...valid].entries()) {
    // One check precedes all schemas: the first route gets every body, each other one a quarter of them.
    for (const [what, json, code] of STRUCTURES.filter((_, index) => at === 0 || index % 4 === at % 4)) {
      const places = [
        ['as the body', json],
        ['within it', within(sent.body, json)],
      ] as const;
      for (const [where, body] of json.length > LONG ? places.slice(1) : places) {
        const answer = await send(name, sent, body);
        const shown = `${name}: ${what} ${where}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
        // Form fragments may have 256 kB.
        const isTooLarge = answer.status === 413 && body.length > 262_144;
        const expected = isTooLarge ? [413, 'request.too_large'] : [400, code];
        assert.deepEqual([answer.status, answer.body.code], expected, shown);
      }
    }
  }
});

test('API-05 a wrong value of any property is refused with a code, or accepted', async () => {
  const faults: string[] = [];
  for (const [name, sent] of valid) {
    for (const path of pathsOf(sent.body)) {
      for (const [what, json] of VALUES) {
        const answer = await send(name, sent, replaced(sent.body, path, json));
        const shown = `${name}: ${path.join('/')} is ${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
        const isKnown = answer.status < 400 || Object.hasOwn(ERRORS, answer.body.code);
        if (answer.status >= 500 || !isKnown) faults.push(shown);
      }
    }
  }
  assert.deepEqual(faults, []);
});

test('API-05 the last one of repeated names is checked', async () => {
  for (const [name, sent] of valid) {
    const [first] = Object.keys(sent.body);
    if (Array.isArray(sent.body) || first === undefined) continue;
    const body = `{${JSON.stringify(sent.body).slice(1, -1)},${JSON.stringify(first)}:"\\u0000"}`;
    const answer = await send(name, sent, body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'request.invalid'], name);
  }
});

test('API-05 bodies at the limits are accepted', async () => {
  const largest = `{"taskIds":${list(VALUES_MAX - 10, '1')}}`;
  const refused = await send('POST /api/tasks', valid.get('POST /api/tasks')!, largest);
  assert.equal(refused.body.code, 'request.invalid');
  const widest = await send('POST /api/tasks', valid.get('POST /api/tasks')!, members(MEMBERS_MAX));
  assert.ok(widest.body.errors.some(({ code }: { code: string }) => code === 'field.unknown'));
});

/** Sends each request from a different address, because public routes limit requests by address. */
function send(name: string, { path, headers, call }: Sent, body: string): Promise<Answer> {
  const address = Array.from({ length: 3 }, () => Math.floor(Math.random() * 250) + 1).join('.');
  return call(name.slice(0, name.indexOf(' ')), path, body, {
    ...headers,
    ...(headers['idempotency-key'] ? { 'idempotency-key': randomUUID() } : {}),
    'x-forwarded-for': `10.${address}`,
  });
}

/** Returns the body with this JSON as a member or an item. */
function within(body: Sent['body'], json: string): string {
  const text = JSON.stringify(body);
  const comma = Object.keys(body).length > 0 ? ',' : '';
  return Array.isArray(body) ? `${text.slice(0, -1)}${comma}${json}]` : `${text.slice(0, -1)}${comma}"odd":${json}}`;
}

/** Returns the properties of a body; of a list only those of its first item. */
function pathsOf(body: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof body !== 'object' || body === null || path.length > 3) return [];
  const entries = Array.isArray(body) ? [['0', body[0]] as const] : Object.entries(body);
  return entries.flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])]);
}

function replaced(body: unknown, path: readonly string[], json: string): string {
  const mark = randomUUID();
  const copy = structuredClone(body);
  let place = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
  place[path.at(-1)!] = mark;
  return JSON.stringify(copy).replace(`"${mark}"`, () => json);
}

/** Returns a pattern that matches `METHOD /path` of a request for this operation. */
function pattern(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function operationsWithJson(document: {
  paths: Record<string, Record<string, { requestBody?: { content?: object } }>>;
}): string[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody?.content && 'application/json' in requestBody.content)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

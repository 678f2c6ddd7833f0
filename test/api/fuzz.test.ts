import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { ERRORS } from '../../src/shared/contracts/errors.ts';
import { startHosted } from '../support/hosted-server.ts';
import { type Answer, client, identityToken } from '../support/identity-client.ts';
import { administrator } from '../support/postgres.ts';
import { demoDatabase, freePort, type RunningServer } from '../support/verva.ts';
import { validRequests } from './valid-requests.ts';

interface Schema {
  readonly type?: string | string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
}
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly statuses: readonly string[];
}

/** Inputs per operation: enough to meet every kind of fault below many times over all operations. */
const RUNS = 9;
/** Event streams, which do not end. The tests of the live module cover them. */
const STREAMS = new Set(['GET /api/live']);

let verva: RunningServer;
let call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
/** Signing out everywhere works with any body; it must not end the other callers' session. */
let leaver: typeof call;
let operations: readonly Operation[];
let database: pg.Client;

before(async () => {
  const demo = await demoDatabase();
  const demoIdpPort = String(await freePort());
  verva = await startHosted({ ...demo, DEMO_IDP_PORT: demoIdpPort, MAIL_GATHER_SECONDS: '0' });
  call = client(verva.url, await identityToken(verva.url, 'grete.norden'));
  leaver = client(verva.url, await identityToken(verva.url, 'lina.chen'));
  const { body: document } = await call('GET', '/api/openapi.json');
  operations = operationsOf(document);
  // The administrator sees all rows, without policies.
  const admin = new URL(await administrator());
  admin.pathname = new URL(demo.DATABASE_URL).pathname;
  database = new pg.Client({ connectionString: admin.href });
  await database.connect();
});
after(async () => {
  await database?.end();
  await verva?.stop();
});

/**
 * Operations that a valid request alone cannot complete, with the codes: the installation is set up, a job makes the export,
 * and only one administrator signs in here. Tests of their modules prove their success.
 */
const REFUSED = new Map([
  ['POST /api/public/setup', ['setup.done']],
  ['POST /api/tenants/{tenantId}/erase/approve', ['erasure.needs_second_person']],
  ['POST /api/tenants/{tenantId}/export/address', ['export.not_ready']],
  ['GET /api/organisation-exports/{token}', ['download.not_found', 'session.revoked']],
]);

test('API-02 every operation of the document answers a valid request with success', async () => {
  const requests = await validRequests(verva.url);
  for (const { method, path } of operations) {
    const name = `${method} ${path}`;
    if (STREAMS.has(name)) continue;
    const make = requests[name];
    assert.ok(make, `there is a proper request for ${name}`);
    const { status, body } = await make();
    assert.ok(
      (status >= 200 && status < 300) || (REFUSED.get(name) ?? []).includes(body.code),
      `${name}: ${status} ${JSON.stringify(body).slice(0, 400)}`,
    );
  }
});

test('API-05 invalid input of every operation is a documented 4xx with a code, and changes nothing', async () => {
  let known: string | undefined;
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    if (STREAMS.has(name)) continue;
    await fc.assert(
      fc.asyncProperty(badRequest(operation), async (request) => {
        const before = known ?? (await fingerprint());
        known = undefined;
        const by = name === 'POST /api/logout-all' ? leaver : call;
        const answer = await by(operation.method, request.path, request.body, {
          'idempotency-key': randomUUID(),
          ...request.headers,
        });
        const shown = `${name} ${JSON.stringify(request).slice(0, 500)} -> ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
        assert.ok(answer.status < 500, shown);
        // Generated input may be valid by chance and then change something.
        if (answer.status < 400) return;
        if (operation.path.startsWith('/identity')) return;
        assert.ok(Object.hasOwn(ERRORS, answer.body.code), shown);
        assert.equal(answer.body.status, answer.status, shown);
        assert.ok(
          operation.statuses.includes(String(answer.status)) || operation.statuses.includes('4XX'),
          `undocumented: ${shown}`,
        );
        assert.equal(await fingerprint(), before, `changed something: ${shown}`);
        known = before;
      }),
      { numRuns: RUNS, includeErrorInReport: true },
    );
  }
});

interface BadRequest {
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/** Invalid requests, by mistake or on purpose: wrong types, unknown names, other users' ids, broken text. */
function badRequest(operation: Operation): fc.Arbitrary<BadRequest> {
  const segment = fc.oneof(
    fc.uuid(),
    fc.constantFrom(
      'me',
      '%00',
      '..',
      "' or 1=1 --",
      '🦊',
      'constructor',
      '__proto__',
      '0',
      'x'.repeat(300),
      '%E0%A4%A',
    ),
    fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent).filter(Boolean),
  );
  const query = fc.oneof(
    fc.constant(''),
    fc.constantFrom(
      '?limit=0',
      '?limit=abc',
      '?limit=999',
      '?sort=nothing',
      '?sort=due:sideways',
      '?after=%%%',
      '?after=AAAA',
      '?nothing=eq:1',
      '?status=resembles:open',
      '?due=gte:yesterday',
      '?priority=inrange:a,b',
      '?name=like',
      '?name=eq:%00',
      '?name=eq:x&name=like:%E0%A4%A',
      '?count=perhaps',
      '?q=%00',
      `?q=${'x'.repeat(500)}`,
      '?version=-1',
      '?version=99999999999999999999',
      `?${'name=eq:x&'.repeat(30)}`,
      '?__proto__=eq:1&constructor=eq:1',
    ),
    fc.string({ maxLength: 40 }).map((text) => `?${encodeURI(text.replace(/[#\ud800-\udfff]/g, ''))}`),
  );
  const path = fc
    .tuple(fc.array(segment, { minLength: 6, maxLength: 6 }), operation.method === 'GET' ? query : fc.constant(''))
    .map(([segments, text]) => {
      let index = 0;
      return operation.path.replace(/\{\w+\}/g, () => segments[index++ % segments.length] as string) + text;
    });
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    {},
    { 'idempotency-key': 'x' },
    { 'if-match': '"not a version"' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/xml' },
    { 'accept-language': 'xx-YY;q=zero,,,' },
    { 'verva-tenant': "'; drop table task; --" },
    { 'x-request-id': '\u007f'.repeat(0) || 'bad id' },
  );
  if (operation.method === 'GET') return fc.record({ path, body: fc.constant(undefined), headers });
  const body = fc.oneof(
    { weight: 4, arbitrary: operation.body ? wrongly(operation.body) : fc.constant(undefined) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>(
        '{',
        '',
        'null',
        '[]',
        '"text"',
        '{"a":1',
        '{"__proto__":{"x":1}}',
        `{"a":${'['.repeat(5000)}`,
      ),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  );
  return fc.record({ path, body, headers });
}

/** Generates a value close to a schema that usually violates it. */
function wrongly(schema: Schema): fc.Arbitrary<unknown> {
  const junk = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      -1,
      1e308,
      '',
      '\u0000',
      'x'.repeat(3000),
      '‮',
      [],
      {},
      [[[]]],
      '2026-02-30',
      '{{x}}',
    ),
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  );
  const { properties } = schema;
  if (!properties) return junk;
  const entries = Object.entries(properties).map(
    ([key, inner]) =>
      [
        key,
        fc.option(fc.oneof({ weight: 2, arbitrary: fitting(inner) }, { weight: 1, arbitrary: wrongly(inner) }), {
          nil: undefined,
        }),
      ] as const,
  );
  return fc
    .tuple(
      fc.record(Object.fromEntries(entries)),
      fc.option(fc.dictionary(fc.string({ maxLength: 12 }), junk, { maxKeys: 2 }), { nil: {} }),
    )
    .map(([known, extra]) => JSON.parse(JSON.stringify({ ...known, ...extra })) as unknown);
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return fc.string({ maxLength: 20 });
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items ? fitting(schema.items) : fc.constant(null), { maxLength: 3 });
    default:
      return fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  }
}

/**
 * Returns a fingerprint of all data that matters to users. Throttles, read marks and the log of sign-ins change by
 * themselves.
 */
async function fingerprint(): Promise<string> {
  const tables = [
    'task',
    'task_identity_link',
    'task_inbox',
    'process',
    'process_version',
    'process_instance',
    'form',
    'form_version',
    'form_fragment',
    'registry',
    'record',
    'dropdown',
    'dropdown_option',
    'dropdown_option_text',
    'app_user',
    'group_member',
    'tenant',
    'ui_setting',
  ];
  // Each writer leaves its transaction id on a row; reading all contents would take longer than the requests.
  const parts = tables.map(
    (table) => `(SELECT count(*)::text || '.' || coalesce(max(xmin::text::bigint), 0)::text FROM ${table})`,
  );
  const { rows } = await database.query<{ print: string }>(`SELECT concat_ws('/', ${parts.join(', ')}) AS print`);
  return rows[0]?.print ?? '';
}

function operationsOf(document: {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: { content?: Record<string, { schema: Schema }> }; responses: object }
    >
  >;
  components?: { schemas?: Record<string, Schema> };
}): Operation[] {
  const schemas = document.components?.schemas ?? {};
  const resolve = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref ? resolve(schemas[schema.$ref.split('/').pop() ?? '']) : schema;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: resolve(requestBody?.content?.['application/json']?.schema),
      statuses: Object.keys(responses),
    })),
  );
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { as, caller, openPlatform, type Platform } from '../../../../test/support/platform.ts';
import { endpoint } from '../../../shared/contracts/endpoint.ts';
import type { DatabaseHandle, Tx } from '../database.ts';
import { AppError } from '../errors.ts';
import { serve } from './serve.ts';

const failing = endpoint({
  method: 'GET',
  path: '/api/failing',
  summary: 'Of these tests',
  who: 'any',
  scope: 'session',
  reply: Type.Null(),
});

let db: DatabaseHandle;
let platform: Platform;
let fail: (tx: Tx) => Promise<never> | Promise<unknown>;

before(async () => {
  db = await openTestDatabase();
  platform = await openPlatform(db, { anna: caller(), mari: caller({ languageId: 'et' }) });
  serve(platform.app, platform.context, failing, async ({ tx }) => {
    await fail(tx);
    return null;
  });
  await platform.app.ready();
});
after(async () => {
  await platform.app.close();
  await db.close();
});

async function ask(headers: Record<string, string> = {}) {
  const reply = await platform.app.inject({ url: '/api/failing', headers: { ...as('anna'), ...headers } });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

const refuse = (error: AppError) => {
  fail = async () => {
    throw error;
  };
};

test('API-05 a refusal has the format of RFC 9457, with code, parameters and errors', async () => {
  refuse(
    new AppError(
      'task.claimed_by_other',
      { name: 'Mari Maasikas' },
      { errors: [{ pointer: '/a', code: 'field.required', params: { attribute: 'A' } }], holder: 'mari' },
    ),
  );
  const { status, headers, body } = await ask({ 'x-request-id': 'problem-request' });
  assert.equal(status, 409);
  assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.equal(headers['content-language'], 'en');
  assert.equal(headers['cache-control'], 'no-store');
  assert.deepEqual(body, {
    type: '/problems/task.claimed_by_other',
    title: 'Mari Maasikas has claimed this task.',
    status: 409,
    instance: 'urn:verva:request:problem-request',
    code: 'task.claimed_by_other',
    params: { name: 'Mari Maasikas' },
    errors: [
      {
        pointer: '/a',
        code: 'field.required',
        params: { attribute: 'A' },
        title: 'Field A should be filled out.',
      },
    ],
    holder: 'mari',
  });
});

test('I18N-04 a problem is in the requested language; its code does not change', async () => {
  refuse(new AppError('session.missing'));
  for (const [header, language, title] of [
    ['et', 'et', 'Jätkamiseks logige sisse.'],
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru', 'Войдите, чтобы продолжить.'],
    ['zh-CN', 'zh', '请登录后继续。'],
    ['en;q=0.1,zh-Hans;q=0.9', 'zh', '请登录后继续。'],
    ['fi,sv;q=0.8,et;q=0.5', 'et', 'Jätkamiseks logige sisse.'],
    ['fi', 'en', 'Sign in to continue.'],
    ['*', 'en', 'Sign in to continue.'],
    [';;;q=,,', 'en', 'Sign in to continue.'],
  ] as const) {
    const { body, headers } = await ask({ 'accept-language': header });
    assert.deepEqual(
      [body.title, headers['content-language'], body.code],
      [title, language, 'session.missing'],
      header,
    );
  }
  assert.equal((await ask({ ...as('mari') })).body.title, 'Jätkamiseks logige sisse.');
});

test('I18N-04 values are inserted into a text unchanged and not interpreted', async () => {
  refuse(new AppError('filter.unknown_field', { field: '{field} $& <b>' }));
  assert.equal((await ask()).body.title, 'There is no field {field} $& <b>.');
});

test('I18N-04 a time is in the organisation’s time zone and in the format of the language', async () => {
  refuse(new AppError('task.already_completed', { name: 'Kai', time: '2026-11-20T22:05:00.000Z' }));
  const titles = {
    en: '21 Nov 2026, 00:05',
    et: '21.11.2026 kell 00:05',
    ru: '21.11.2026, 00:05',
    zh: '2026年11月21日 00:05',
  };
  for (const [language, time] of Object.entries(titles)) {
    const { body } = await ask({ 'accept-language': language });
    assert.ok(body.title.includes(time), body.title);
    assert.equal(body.params.time, '2026-11-20T22:05:00.000Z');
  }
});

test('API-05 an unexpected error is a 500 with only its code and the request id', async () => {
  fail = async () => {
    throw new Error('connection to db-7.internal refused for user verva');
  };
  platform.logged.length = 0;
  const { status, headers, body } = await ask({ 'x-request-id': 'unforeseen-1' });
  assert.equal(status, 500);
  assert.deepEqual(Object.keys(body).sort(), ['code', 'instance', 'status', 'title', 'type']);
  assert.deepEqual([body.code, body.title], ['server.error', 'System error']);
  assert.doesNotMatch(JSON.stringify(body), /db-7/);
  assert.equal(headers['x-request-id'], 'unforeseen-1');
  const logged = platform.logged.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
  assert.match(logged.err.message, /db-7/);
});

for (const thrown of ['text', 42, {}]) {
  test(`API-05 a thrown value that is not an error (${typeof thrown}) is a 500 as well`, async () => {
    fail = () => Promise.reject(thrown);
    assert.equal((await ask()).body.code, 'server.error');
  });
}

const database = (statement: string) => {
  fail = (tx) => sql.raw(statement).execute(tx);
};

test('API-05 data that the database cannot read is an error of the request, without the database’s message', async () => {
  for (const statement of [
    "SELECT 'x'::uuid",
    "SELECT '2026-02-30'::date",
    'SELECT 99999999999::int',
    "SELECT '99999-99-99'::timestamptz",
  ]) {
    database(statement);
    const { status, body } = await ask();
    assert.deepEqual([status, body.code], [400, 'request.invalid'], statement);
    assert.doesNotMatch(JSON.stringify(body), /syntax|SELECT/i);
  }
});

test('API-05 timeouts and lock conflicts have their own codes', async () => {
  const raised = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'inner words' USING ERRCODE = '${code}'; END $$`;
  for (const [state, status, code] of [
    ['57014', 503, 'query.timeout'],
    ['40001', 409, 'instance.locked'],
    ['40P01', 409, 'instance.locked'],
    ['55P03', 409, 'instance.locked'],
    // A policy violation and a broken reference are our own faults.
    ['42501', 500, 'server.error'],
    ['23503', 500, 'server.error'],
    ['XX000', 500, 'server.error'],
  ] as const) {
    database(raised(state));
    const answer = await ask();
    assert.deepEqual([answer.status, answer.body.code], [status, code], state);
    assert.doesNotMatch(JSON.stringify(answer.body), /inner words/);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { openPlatform, type Platform } from '../../../../test/support/platform.ts';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import { type Endpoint, endpoint } from '../../../shared/contracts/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contracts/errors.ts';
import * as forms from '../../../shared/contracts/forms.contract.ts';
import * as live from '../../../shared/contracts/live.contract.ts';
import { PROBLEM_TEXTS } from '../../../shared/contracts/problem-texts.ts';
import * as processes from '../../../shared/contracts/processes.contract.ts';
import * as session from '../../../shared/contracts/session.contract.ts';
import * as signin from '../../../shared/contracts/signin.contract.ts';
import * as tasks from '../../../shared/contracts/tasks.contract.ts';
import type { DatabaseHandle } from '../database.ts';
import { apiDocs } from './api-docs.ts';
import { serve } from './serve.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value;
const ENDPOINTS = [forms, live, processes, session, signin, tasks].flatMap((one) =>
  Object.values(one).filter(isEndpoint),
);
const sameBody = endpoint({
  method: 'POST',
  path: '/api/alike',
  summary: 'Of these tests',
  who: 'any',
  scope: null,
  body: Type.Object({}),
  reply: Type.Null(),
  idempotency: 'same-body',
});
const required = endpoint({
  method: 'POST',
  path: '/api/required',
  summary: 'Of these tests',
  who: ['clerks'],
  scope: null,
  body: Type.Object({}),
  reply: Type.Null(),
  idempotency: 'required',
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}

let db: DatabaseHandle;
let platform: Platform;
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
let document: any;
let operations: readonly (readonly [string, Operation])[];

before(async () => {
  db = await openTestDatabase();
  platform = await openPlatform(db);
  const { app, context } = platform;
  for (const one of [...ENDPOINTS, required, sameBody]) serve(app, context, one, async () => null);
  apiDocs(app);
  await app.ready();
  document = (await app.inject('/api/openapi.json')).json();
  operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
});
after(async () => {
  await platform.app.close();
  await db.close();
});

const operation = (name: string): Operation => {
  const found = operations.find(([one]) => one === name);
  assert.ok(found, name);
  return found[1];
};

test('API-02 the document describes every endpoint of the contract, and nothing else', () => {
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(
    operations.map(([name]) => name).sort(),
    [...ENDPOINTS, required, sameBody].map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

test('API-02 every operation has a unique id, a summary, a tag and documented responses', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const [name, { operationId, summary, tags, responses }] of operations) {
    assert.match(operationId, /^[a-z][A-Za-z0-9]+$/, name);
    assert.ok(summary.length > 3, name);
    assert.equal(tags.length, 1, name);
    assert.ok(
      Object.keys(responses).some((status) => status.startsWith('2')),
      name,
    );
    for (const [status, { description, content }] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      assert.ok(content && 'application/problem+json' in content, `${name} ${status}`);
      for (const code of description.split(', ')) {
        assert.equal(ERRORS[code as ErrorCode]?.status, Number(status), `${name} ${code}`);
      }
    }
  }
});

test('API-02 every operation documents the common errors', () => {
  const statuses = ['400', '404', '405', '408', '409', '417', '429', '431', '500', '503', '507'];
  for (const [name, { responses, security }] of operations) {
    for (const status of statuses) assert.ok(responses[status], `${name} ${status}`);
    const { description } = responses['503']!;
    assert.match(description, /database\.unavailable/, name);
    assert.equal(/identity\.unavailable/.test(description), security.length > 0, name);
  }
});

test('API-02 path segments are parameters, and all references resolve', () => {
  for (const [name, { parameters = [] }] of operations) {
    const inPath = parameters.filter((one) => one.in === 'path');
    assert.ok(inPath.every((one) => one.required));
    const names = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
    assert.deepEqual(inPath.map((one) => one.name).sort(), names.sort(), name);
  }
  for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer!.split('/').reduce((at, part) => at?.[decodeURIComponent(part)], document);
    assert.ok(target, pointer);
  }
});

test('API-02 API-06 permissions, list filters and idempotency keys are documented', () => {
  assert.deepEqual(operation('GET /api/session').security, [{ identityToken: [] }]);
  assert.deepEqual(operation('GET /api/login/{username}').security, []);
  const list = operation('GET /api/tasks').parameters?.map(({ name }) => name) ?? [];
  for (const name of ['sort', 'limit', 'after', ...Object.keys(tasks.listTasks.list.fields)]) {
    assert.ok(list.includes(name), name);
  }
  const key = (name: string) => operation(name).parameters?.find((one) => one.in === 'header');
  assert.deepEqual([key('POST /api/required')?.name, key('POST /api/required')?.required], ['Idempotency-Key', true]);
  assert.equal(key('POST /api/tasks/{id}')?.required, false);
  assert.equal(key('POST /api/alike')?.required, false);
  assert.match(key('POST /api/alike')?.description ?? '', /the same body within a minute/);
  assert.doesNotMatch(operation('POST /api/alike').responses['400']!.description, /key_missing/);
  assert.equal(key('GET /api/tasks'), undefined);
  assert.ok(operation('POST /api/required').responses['400']?.description.includes('idempotency.key_missing'));
});

test('API-02 the page loads nothing from other origins and contains no foreign markup', async () => {
  const page = await platform.app.inject('/api/docs');
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.doesNotMatch(page.body, /https?:\/\/|<style|style=|\son[a-z]+="/);
  const files = [...page.body.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, url]) => url!);
  assert.equal(files.length, 3);
  for (const url of files) {
    const file = await platform.app.inject(url);
    assert.equal(file.statusCode, 200, url);
    for (const [, name] of file.body.matchAll(/from '\.\/([\w-]+\.js)'/g)) {
      assert.equal((await platform.app.inject(`/api/docs/${name}`)).statusCode, 200, name);
    }
    assert.doesNotMatch(file.body, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/, url);
  }
});

test('I18N-04 each problem code has a page with its texts in four languages', async () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { statusCode, body } = await platform.app.inject(`/problems/${code}`);
    assert.equal(statusCode, 200, code);
    const shown = body.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    assert.ok(shown.includes(`HTTP status ${ERRORS[code].status}`));
    for (const language of LANGUAGES) {
      const text = language === 'en' ? ERRORS[code].text : PROBLEM_TEXTS[language][code];
      assert.ok(shown.includes(text), `${code} ${language}`);
    }
  }
});

test('an unknown code is not found', async () => {
  for (const code of ['nothing.here', '__proto__', 'constructor', '%3Cscript%3E']) {
    const reply = await platform.app.inject(`/problems/${code}`);
    assert.deepEqual([reply.statusCode, reply.json().code], [404, 'request.not_found'], code);
  }
});

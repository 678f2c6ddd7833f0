import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { otherAddressOf } from '../../src/host/routes.ts';
import { buildApp } from '../../src/server/app.ts';
import { PRODUCT_MENU } from '../../src/server/modules/menus/product-menu.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { testServer } from '../support/app.ts';
import { openTestDatabase } from '../support/databases.ts';
import { testClock } from '../support/identity.ts';

/** The operations of the source specification, as it writes their paths, without the trailing slashes of some. */
const SOURCE = `
GET /api/login/{username}
POST /api/login/user/forgotPassword
PATCH /api/public/tasks/complete/{taskActionId}
GET POST /api/identity/users
GET /api/identity/users/managed
POST /api/identity/users/sync
GET PUT DELETE /api/identity/users/{userId}
GET POST /api/identity/users/{userId}/links
DELETE /api/identity/users/{userId}/links/{providerName}
GET /api/identity/users/{userId}/managers
POST /api/identity/users/{userId}/password
POST /api/identity/users/{userId}/recover
POST /api/public/users/sync
GET POST /api/tasks
GET /api/tasks/all
POST /api/tasks/{id}/identitylinks
POST /api/tasks/{id}/delegate/{userId}
GET /api/tasks/{id}/variables
POST /api/tasks/{id}
GET /api/tasks/next/{id}
POST /api/tasks/defaultvariables
GET /api/tasks/{id}/active-tasks
GET /api/mass-task-action/config
GET /api/mass-task-action/tasks/{a}/{b}
POST /api/mass-task-action/tasks
GET POST /api/i18n/languages
PUT /api/i18n/languages/{languageId}
GET /i18n/{file}
GET POST /api/identity/delegate/{userId}
POST /api/identity/delegate
POST /api/identity/delegate/create
DELETE /api/identity/delegate/{id}
GET POST DELETE /api/attachments/{id}
GET /api/attachments/{id}/content
GET POST /api/forms
GET PUT DELETE /api/forms/{id}
GET POST /api/menus
PUT DELETE /api/menus/{id}
GET POST /api/dropdowns
GET PUT DELETE /api/dropdowns/{id}
GET POST /api/dropdowns/{dropdownId}/options
PUT DELETE /api/dropdowns/{dropdownId}/options/{optionId}
GET /api/dropdowns/{dropdownId}/{languageId}/values
GET POST /api/departments
POST /api/departments/sync
GET /api/departments/user/{id}
GET PUT DELETE /api/departments/{id}
GET POST /api/identity/groups
PUT DELETE /api/identity/groups/{groupId}
GET POST /api/identity/groups/{groupId}/members
POST /api/identity/groups/{groupId}/members/sync
POST DELETE /api/identity/groups/{groupId}/members/{userId}
GET POST /api/identity/tags
DELETE /api/identity/tags/{id}
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const words = line.split(' ');
    const path = words.pop();
    return words.map((method) => `${method} ${path}`);
  });

/** Served to callers without a user. */
const PUBLIC = /^\w+ \/(api\/login|api\/public|i18n)\//;

let db: DatabaseHandle;
let app: FastifyInstance;
let documented: ReadonlySet<string>;

before(async () => {
  db = await openTestDatabase();
  const { context } = await testServer(db, testClock(new Date()));
  app = await buildApp(context);
  const { paths } = (await app.inject('/api/openapi.json')).json() as { paths: Record<string, object> };
  documented = new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
});
after(async () => {
  await app?.close();
  await db?.close();
});

const withoutNames = (operation: string): string => operation.replaceAll(/\{\w+\}/g, '{}');

test('ADM-01 ADM-02 API-03 each operation of the source is in the document at exactly its path', () => {
  assert.equal(new Set(SOURCE).size, 81);
  const names = new Set([...documented].map(withoutNames));
  assert.deepEqual(
    SOURCE.filter((operation) => !names.has(withoutNames(operation))),
    [],
  );
});

test('API-05 API-01 each operation of the source answers with and without a trailing slash', async () => {
  const faults: string[] = [];
  for (const operation of SOURCE) {
    const [method, path] = operation.split(' ') as [InjectOptions['method'], string];
    const url = path.replace('{file}', 'verva-en.json').replaceAll(/\{\w+\}/g, 'a1');
    const [plain, slash] = await Promise.all([url, `${url}/`].map((one) => app.inject({ method, url: one })));
    const codes = [plain, slash].map((reply) => reply!.json().code);
    if (plain!.statusCode !== slash!.statusCode || codes[0] !== codes[1]) faults.push(`${operation}: with a slash`);
    // Without a token an operation asks for one; an address without operation is not found, or refuses the method.
    const isServed = PUBLIC.test(operation)
      ? !['request.not_found', 'request.method'].includes(codes[0])
      : codes[0] === 'session.missing';
    if (!isServed) faults.push(`${operation}: ${plain!.statusCode} ${codes[0]}`);
  }
  assert.deepEqual(faults, []);
});

test('RTE-06 each settings page of the source is a page of the menu, or its address leads to one', () => {
  const pages = ['admin', 'tags', 'groups', 'departments', 'companies', 'dimensions', 'dropdowns'];
  const paths = new Set(PRODUCT_MENU.map(({ path }) => path));
  assert.deepEqual(
    pages.map((page) => `/settings/${page}`).filter((path) => !paths.has(otherAddressOf(path) ?? path)),
    [],
  );
});

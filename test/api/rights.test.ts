import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { buildApp, RESOURCES } from '../../src/server/app.ts';
import { PRODUCT_GROUPS } from '../../src/server/modules/tenants/tenants.defaults.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import type { Endpoint } from '../../src/shared/contracts/endpoint.ts';
import { RIGHT_IDS, RIGHTS, type RightId } from '../../src/shared/contracts/rights.ts';
import { testServer } from '../support/app.ts';
import { openTestDatabase } from '../support/databases.ts';
import { testClock } from '../support/identity.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The operations of each right, by method and path. The first pattern that fits an operation decides. */
const OPERATIONS: readonly (readonly [RegExp, RightId])[] = [
  [/^GET \/api\/(tasks\/(all|load)|instances)/, 'tasks.see'],
  [/ \/api\/(instances|messages|processes)/, 'processes'],
  [/ \/api\/catalogue/, 'catalogue'],
  [/ \/api\/caseconfiguration/, 'cases.configure'],
  [/ \/api\/registries/, 'registries'],
  [/ \/api\/config/, 'configuration'],
  [/ \/api\/menus(?!\/mine)/, 'menu'],
  [/^GET \/api\/identity\/(groups|tags)$/, 'readers.choose'],
  [/ \/api\/(rights|identity\/users\/\{userId\}\/rights)/, 'rights'],
  [/ \/api\/(identity\/users|imports|records\/\{resource\}\/import|uses|sign-in-settings)/, 'users'],
  [/ \/api\/identity\/groups/, 'groups'],
  [/ \/api\/identity\/tags/, 'tags'],
  [/ \/api\/identity\/delegate/, 'delegations'],
  [/ \/api\/records\/user_contracts/, 'hr.contracts'],
  [/ \/api\/hr\/\{userId\}\/sizes/, 'hr.sizes'],
  [/ \/api\/departments/, 'departments'],
  [/ \/api\/companies/, 'companies'],
  [/ \/api\/dimensions/, 'dimensions'],
  [/ \/api\/dropdowns/, 'dropdowns'],
  [/ \/api\/notifications/, 'notifications'],
  [/ \/api\/(audit|alerts)/, 'audit'],
  [/ \/api\/embed/, 'embedding'],
  [/ \/api\/scim/, 'directory'],
  [/ \/api\/tenants\/\{tenantId\}\/(suspend|resume|erasure|erase(\/approve)?)$/, 'organisations'],
  [/ \/api\/tenants\/\{tenantId\}/, 'organisation'],
  [/ \/api\/tenants/, 'organisations'],
  [/^GET \/api\/manuals\/(\{id\}|report|groups)/, 'manuals.report'],
  [/ \/api\/manuals/, 'manuals.write'],
  [/ \/api\/(forms|form-fragments)/, 'forms'],
  [/ \/api\/i18n/, 'translations'],
];

/** The right that opens a list of records. */
const LISTS: Readonly<Record<string, RightId>> = {
  forms: 'forms',
  groups: 'groups',
  group_members: 'groups',
  people: 'users',
  delegations: 'delegations',
  tags: 'tags',
  companies: 'companies',
  departments: 'departments',
  dimension_values: 'dimensions',
  audit: 'audit',
  organisations: 'organisations',
};

/** Rights that decide inside of operations which all users have; tests of tasks, views and groups prove these. */
const INSIDE: readonly RightId[] = ['tasks.manage', 'views.share', 'provider.grant'];

const NONE = 'no group';
const nameOf = (group: string) => `in-${group.replaceAll(/\W/g, '-')}`;

let db: DatabaseHandle;
let tenant: TestTenant;

before(async () => {
  db = await openTestDatabase();
  const clock = testClock(new Date());
  const { context } = await testServer(db, clock);
  const app = await buildApp(context);
  const groups = PRODUCT_GROUPS.map(({ id }) => [nameOf(id), [id]] as const);
  const members = { ...Object.fromEntries(groups), [nameOf(NONE)]: [] };
  tenant = await createTestTenant(db, 'asked', members, { app, context, clock });
});
after(async () => {
  await tenant?.app.close();
  await db?.close();
});

/** Operations for members of groups. */
async function guarded(): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  for (const file of globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT })) {
    const contract = (await import(join(ROOT, file))) as Record<string, Partial<Endpoint> | undefined>;
    for (const one of Object.values(contract)) {
      if (one?.method && one.path && one.who !== 'public' && one.who !== 'any') found.push(one as Endpoint);
    }
  }
  return found;
}

/** The product's groups whose members this request does not refuse, in their order. */
async function allowed(method: InjectOptions['method'], url: string): Promise<string[]> {
  const groups = [...PRODUCT_GROUPS.map(({ id }) => id), NONE];
  const denied = await Promise.all(
    groups.map(async (group) => {
      const authorization = await tokens(group);
      const reply = await tenant.app.inject({ method, url, headers: { authorization } });
      return reply.statusCode === 403 && reply.json().code === 'access.denied';
    }),
  );
  return groups.filter((_, index) => !denied[index]);
}

const kept = new Map<string, Promise<string>>();
function tokens(group: string): Promise<string> {
  const known = kept.get(group) ?? tenant.people[nameOf(group)]!.authorization();
  kept.set(group, known);
  return known;
}

const inOrder = (right: RightId): string[] =>
  PRODUCT_GROUPS.map(({ id }) => id).filter((id) => (RIGHTS[right] as readonly string[]).includes(id));

test('ROLE-01 ROLE-02 every operation lets in the groups that the rights declare, and refuses all others', async () => {
  const faults: string[] = [];
  const used = new Set<RightId>(INSIDE);
  for (const { method, path } of await guarded()) {
    const operation = `${method} ${path}`;
    const right = OPERATIONS.find(([pattern]) => pattern.test(operation))?.[1];
    if (!right) {
      faults.push(`${operation}: belongs to no right`);
      continue;
    }
    used.add(right);
    // An id that nothing has: the answer is decided before anything could change.
    const groups = await allowed(method, path.replaceAll(/\{\w+\}/g, 'zz0'));
    if (groups.join() !== inOrder(right).join()) faults.push(`${operation}: ${groups.join()} instead of ${right}`);
  }
  assert.deepEqual(faults, []);
  for (const { name } of RESOURCES) if (LISTS[name]) used.add(LISTS[name]);
  assert.deepEqual(
    RIGHT_IDS.filter((id) => !used.has(id)),
    [],
  );
});

test('ROLE-02 every list of records opens to the groups that the rights declare', async () => {
  const guardedLists = RESOURCES.filter(({ who }) => who !== 'any');
  assert.ok(guardedLists.length >= Object.keys(LISTS).length);
  for (const { name } of guardedLists) {
    const right = LISTS[name] ?? 'manuals.report';
    assert.deepEqual(await allowed('GET', `/api/records/${name}/columns`), inOrder(right), name);
  }
});

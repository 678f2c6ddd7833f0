import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildApp, RESOURCES } from '../../src/server/app.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import type { Endpoint, ScopeName } from '../../src/shared/contracts/endpoint.ts';
import { testServer } from '../support/app.ts';
import { openTestDatabase } from '../support/databases.ts';
import { type ElementTokens, elementTokens } from '../support/element-tokens.ts';
import { testClock } from '../support/identity.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';

const ROOT = join(import.meta.dirname, '../..');

const ALL = [
  'inbox',
  'task',
  'delegation',
  'manuals',
  'hr',
  'records',
  'start',
  'requests',
  'people:read',
  'people',
  'reference',
] as const;
type Granted = readonly Exclude<ScopeName, 'session'>[];
const NONE: Granted = [];
const READS: Granted = ['people:read', 'people'];

/**
 * The scopes of which an element token needs one, by method and path. The first pattern that fits an operation decides. An
 * operation that fits none is a fault, so a new one needs a decision here.
 */
const DECISIONS: readonly (readonly [RegExp, Granted])[] = [
  // Administration that elements never do: accounts, rights, directories, tokens, the log, the organisation.
  [/^DELETE \/api\/identity\/users\/\{userId\}$/, NONE],
  [
    / \/api\/identity\/users\/\{userId\}\/(dependents|successor|hand-over|reactivate|erase|erasure|password|recover|links|factors|rights|sessions|sign-out)/,
    NONE,
  ],
  [/ \/api\/identity\/(backup-codes|email-change|sessions|users\/sync|users\/managed|delegate\/create)/, NONE],
  [/^POST \/api\/identity\/(groups\/\{groupId\}\/members\/sync|delegate)$/, NONE],
  [/^(PUT|DELETE) \/api\/identity\/users\/\{userId\}\/avatar/, NONE],
  [
    / \/api\/(alerts|looks|audit|embed|erasures|logout-all|menus|providers|registries|rights|scim|sessions|sign-in-settings|tenants)/,
    NONE,
  ],
  [/^POST \/api\/(departments\/sync|imports\/\{id\}\/undo)$/, NONE],
  [/^GET \/api\/imports\/\{id\}\/refused$/, NONE],
  [/ \/api\/notifications\/defaults$/, NONE],
  // Users and groups.
  [
    /^GET \/api\/identity\/users$/,
    ['inbox', 'delegation', 'task', 'records', 'start', 'people:read', 'people', 'reference'],
  ],
  [/^GET \/api\/identity\/users\/\{userId\}\/(managers|tags)$/, READS],
  [/^PUT \/api\/identity\/users\/\{userId\}(\/(managers|tags))?$/, ['people']],
  [/^POST \/api\/identity\/users$/, ['people']],
  [/^GET \/api\/identity\/groups(\/\{groupId\}\/members)?$/, READS],
  [/ \/api\/identity\/groups/, ['people']],
  // Reference data.
  [/^GET \/api\/identity\/tags$/, ['people:read', 'people', 'reference']],
  [/ \/api\/identity\/tags/, ['reference']],
  [/^GET \/api\/companies\/\{id\}\/logo$/, ALL],
  [/^GET \/api\/departments$/, ['task', 'records', 'start', 'reference', 'people']],
  [/^GET \/api\/departments\/user\/\{id\}$/, ['task', 'records', 'start']],
  [
    /^GET \/api\/(companies|dimensions|departments\/\{id\}|dimensions\/\{id\}\/values)$/,
    ['task', 'records', 'start', 'reference'],
  ],
  [/^GET \/api\/dropdowns\/\{dropdownId\}\/\{languageId\}\/values$/, ['task', 'records', 'start']],
  [/ \/api\/(companies|departments|dimensions|dropdowns|uses)/, ['reference']],
  [/ \/api\/(imports|records\/\{resource\}\/import)/, ['people', 'reference', 'records']],
  // What fields of forms choose from. Lists of records have scopes of their own, see LISTS.
  [/^GET \/api\/records\/\{resource\}$/, ['task', 'records', 'start']],
  [
    /^GET \/api\/records\/\{resource\}\/columns$/,
    ['records', 'requests', 'manuals', 'hr', 'people:read', 'people', 'reference'],
  ],
  // The own card; everything of others and every change is for the application.
  [/^GET \/api\/(hr|records\/user(_health)?(\/|$))/, ['hr']],
  [/ \/api\/(hr|records\/user_)/, NONE],
  [/ \/api\/records/, ['records']],
  // The provider's own settings.
  [/^GET \/api\/forms(\/\{id\}(\/versions)?)?$/, ['task']],
  [/ \/api\/(forms|form-fragments)/, NONE],
  [/^GET \/api\/processes$/, ['task']],
  [/^POST \/api\/(processes\/\{key\}\/start|instances\/\{id\}\/adhoc\/\{nodeId\}\/(activate|finish))$/, ['task']],
  [/ \/api\/(instances|messages|processes)/, NONE],
  [/ \/api\/caseconfiguration/, NONE],
  [/ \/api\/config/, NONE],
  [/ \/api\/catalogue\/(items|categories)/, NONE],
  [/ \/api\/(catalogue|cases)/, ['start']],
  // Work.
  [/^GET \/api\/(session|live|i18n\/languages|identity\/users\/\{userId\}(\/avatar)?|notifications\/settings)$/, ALL],
  [/^PUT \/api\/(session\/ui|notifications\/settings)$/, ALL],
  [/^DELETE \/api\/held\/\{id\}$/, ALL],
  [/ \/api\/i18n/, NONE],
  [/^GET \/api\/attachments/, ['task', 'records', 'start', 'requests']],
  [/ \/api\/attachments/, ['task', 'records', 'start']],
  [/ \/api\/identity\/(absences|delegate)/, ['delegation']],
  [/ \/api\/mass-task-action/, ['task']],
  [/ \/api\/status-changes/, ['records']],
  [/^GET \/api\/views/, ['inbox', 'records']],
  [/ \/api\/(downloads|views)/, ['inbox']],
  [/^POST \/api\/tasks$/, ['inbox', 'task']],
  [/^GET \/api\/tasks(\/(load|all|count|next\/\{id\}|\{id\}|\{id\}\/(active-tasks|history|why)))?$/, ['inbox']],
  [/ \/api\/requests/, ['requests']],
  [/ \/api\/tasks\/\{id\}\/snooze$/, ['inbox']],
  [/ \/api\/tasks/, ['task']],
  [
    / \/api\/manuals\/(readings|receipts|attachments\/\{id\}\/content|\{id\}\/(changes|images\/\{sha256\}|text|questions))/,
    ['manuals'],
  ],
  [/ \/api\/manuals/, NONE],
];

/** Scopes of the lists of records. */
const LISTS: Readonly<Record<string, Granted>> = {
  people: READS,
  groups: READS,
  group_members: READS,
  tags: ['reference'],
  companies: ['reference'],
  departments: ['reference'],
  dimension_values: ['reference'],
  manuals: ['manuals'],
  manuals_read: ['manuals'],
  requests: ['requests'],
  users: ['hr'],
  user_contracts: ['hr'],
};

let db: DatabaseHandle;
let tenant: TestTenant;
let tokens: ElementTokens;

before(async () => {
  db = await openTestDatabase();
  const clock = testClock(new Date());
  const { context } = await testServer(db, clock);
  const app = await buildApp(context);
  tenant = await createTestTenant(
    db,
    'asked',
    { root: ['admin'], ann: ['alltasks', 'manualsgroup'] },
    { app, context, clock },
  );
  tokens = await elementTokens(tenant, ALL);
});
after(async () => {
  await tenant?.app.close();
  await db?.close();
});

/** Operations that a token may call. */
async function operations(): Promise<Endpoint[]> {
  const found = new Map<string, Endpoint>();
  for (const file of globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT })) {
    const contract = (await import(join(ROOT, file))) as Record<string, Partial<Endpoint> | undefined>;
    for (const [name, one] of Object.entries(contract)) {
      // The same operation as `listRecords`, with the response that form fields read.
      if (!one?.method || !one.path || one.who === 'public' || name === 'findRecords') continue;
      found.set(`${one.method} ${one.path}`, one as Endpoint);
    }
  }
  return [...found.values()];
}

/** Whether a token with this scope, and no other, is let in. The request has ids that nothing has. */
async function isLetIn({ method, path }: Pick<Endpoint, 'method' | 'path'>, scope: string): Promise<boolean> {
  const reply = await tokens.send('root', [scope], method, path.replaceAll(/\{\w+\}/g, 'zz0'));
  return reply.status !== 403 || reply.body.code !== 'scope.missing';
}

test('BEY-20 every operation accepts the element tokens of the declared scopes, and no others', async () => {
  const faults: string[] = [];
  for (const endpoint of await operations()) {
    const operation = `${endpoint.method} ${endpoint.path}`;
    const decided = DECISIONS.find(([pattern]) => pattern.test(operation))?.[1];
    if (!decided) {
      faults.push(`${operation}: no decision`);
      continue;
    }
    if (endpoint.scope === 'session') {
      // Every element token includes it. A stream does not end by itself.
      if (decided !== ALL) faults.push(`${operation}: session instead of ${decided.join()}`);
      continue;
    }
    const letIn: string[] = [];
    for (const scope of ALL) if (await isLetIn(endpoint, scope)) letIn.push(scope);
    const expected = ALL.filter((scope) => decided.includes(scope));
    if (letIn.join() !== expected.join())
      faults.push(`${operation}: ${letIn.join() || 'none'} instead of ${expected.join() || 'none'}`);
  }
  assert.deepEqual(faults, []);
});

test('BEY-20 every list of records accepts the element tokens of its scopes, on screen and as a file', async () => {
  const faults: string[] = [];
  for (const { name } of RESOURCES) {
    const list = `/api/records/${name}`;
    for (const scope of ALL) {
      const isExpected = LISTS[name]?.includes(scope) ?? false;
      const page = await tokens.send('root', [scope], 'GET', `${list}?limit=1`);
      if ((page.status === 200) !== isExpected) faults.push(`${name} for ${scope}: ${page.status}`);
      const columns = await tokens.send('root', [scope], 'GET', `${list}/columns`);
      if ((columns.status === 200) !== isExpected) faults.push(`columns of ${name} for ${scope}: ${columns.status}`);
      const isFile = isExpected && ['manuals', 'requests'].includes(scope);
      const file = await tokens.send('root', [scope], 'GET', list, undefined, { accept: 'text/csv' });
      if ((file.status === 200) !== isFile) faults.push(`file of ${name} for ${scope}: ${file.status}`);
      // A link to a file needs the scope of the inbox, and that of the list.
      const link = await tokens.send('root', [...new Set(['inbox', scope])], 'POST', '/api/downloads', { list });
      if ((link.status === 200 || link.status === 201) !== isFile)
        faults.push(`link to ${name} for ${scope}: ${link.status}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('BEY-20 scopes for administration count only while the user is an administrator', async () => {
  const faults: string[] = [];
  for (const endpoint of await operations()) {
    if (endpoint.scope === null || endpoint.scope === 'session') continue;
    const scopes = [endpoint.scope].flat().filter((one) => ['people:read', 'people', 'reference'].includes(one));
    for (const scope of scopes) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, 'zz0');
      const { status, body } = await tokens.send('ann', [scope], endpoint.method, path);
      if (status !== 403 || body.code !== 'access.denied')
        faults.push(`${endpoint.method} ${path} as ${scope}: ${status}`);
    }
  }
  assert.deepEqual(faults, []);
  const root = await tokens.send('root', ['people:read'], 'GET', '/api/records/people');
  assert.equal(root.status, 200);
  await tenant.transaction((tx) => tx.deleteFrom('group_member').where('group_id', '=', 'admin').execute());
  tenant.context.verifier.forget({ userId: tenant.people.root!.userId });
  const demoted = await tokens.send('root', ['people:read'], 'GET', '/api/records/people');
  assert.deepEqual([demoted.status, demoted.body.code], [403, 'access.denied']);
});

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { IMPORTS } from '../../src/server/app.ts';
import { saveAndPublishForm } from '../../src/server/modules/forms/index.ts';
import { workOnImport } from '../../src/server/modules/imports/run.jobs.ts';
import { referencesOf } from '../../src/server/platform/reference-lock.ts';
import type { Endpoint } from '../../src/shared/contracts/endpoint.ts';
import type { UseKind } from '../../src/shared/contracts/reference-data.contract.ts';
import { USED_KINDS } from '../../src/shared/contracts/uses.rules.ts';
import type { FormBody } from '../../src/shared/forms/index.ts';
import { onDatabase } from '../support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../support/test-tenant.ts';
import { configure } from './sample.ts';

const ROOT = join(import.meta.dirname, '../..');

/** DELETE operations that remove a configured object, by the kind of its uses. */
const GUARDED: Readonly<Record<string, UseKind>> = {
  '/api/caseconfiguration/{id}': 'caseType',
  '/api/catalogue/categories/{id}': 'catalogueCategory',
  '/api/companies/{id}': 'company',
  '/api/departments/{id}': 'department',
  '/api/dimensions/{id}': 'dimension',
  '/api/dimensions/{id}/values/{valueId}': 'dimensionValue',
  '/api/dropdowns/{id}': 'dropdown',
  '/api/dropdowns/{dropdownId}/options/{optionId}': 'dropdown',
  '/api/forms/{id}': 'form',
  '/api/identity/groups/{groupId}': 'group',
  '/api/identity/tags/{id}': 'tag',
  '/api/manuals/groups/{id}': 'manualGroup',
  '/api/menus/{id}': 'menu',
  '/api/registries/{id}': 'registry',
  '/api/views/{id}': 'view',
};

/** Other DELETE operations, and why nothing that an organisation configured refers to what they remove. */
const UNGUARDED: readonly (readonly [RegExp, string])[] = [
  [/\/logo$|\/avatar$/, 'A picture belongs to its object.'],
  [/draft|snooze|favourite|\/held\/|email-change|erase$/, "The caller's own work or request."],
  [/\/comments\/|\/attachments\/|^\/api\/(records|hr)\//, 'Data, not configuration.'],
  [/users\/|\/delegate\/|\/members\/|\/sessions\//, 'People, their rights and sessions.'],
  [/^\/api\/(embed|scim)\//, 'Access of other systems; their tokens end with them.'],
  [/issuers/, 'Refused while users sign in by it (issuers.test.ts).'],
  [/^\/api\/manuals\/\{id\}/, 'A manual is removed only before it is published; its versions belong to it.'],
  [/^\/api\/form-fragments\//, 'Forms contain a copy of a fragment.'],
  [/^\/api\/catalogue\/items\//, 'Cases keep their number and title; favourites go with the item.'],
];

test('BEY-22 each DELETE of a configured object is refused while the object is used', async () => {
  const found = new Set<string>();
  for (const file of globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT })) {
    for (const one of Object.values((await import(join(ROOT, file))) as Record<string, unknown>)) {
      const { method, path, errors = [] } = (one ?? {}) as Endpoint;
      if (method !== 'DELETE' || !path) continue;
      found.add(path);
      const reason = UNGUARDED.find(([pattern]) => pattern.test(path));
      assert.equal(path in GUARDED || reason !== undefined, true, `${path} has neither a guard nor a reason`);
      if (!(path in GUARDED)) continue;
      assert.ok(
        errors.some((code) => code.endsWith('in_use')),
        `${path} is not refused while it is used`,
      );
      assert.equal(referencesOf(one as Endpoint), 'removes');
    }
  }
  for (const path of Object.keys(GUARDED)) assert.ok(found.has(path), path);
});

const formWith = (id: string, ...children: object[]): FormBody =>
  ({ formatVersion: 1, id, title: { en: id }, root: { type: 'stack', id: 'root', children } }) as never;

onDatabase('uses of configured objects', (db, kind) => {
  let tenant: TestTenant;
  let pia: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'uses', {
      ann: ['chiefs'],
      pia: ['verva.admin', 'admin', 'manualsgroup'],
    });
    pia = tenant.people.pia!;
    await configure(tenant, pia);
  });
  after(() => tenant.app.close());

  const made = async (path: string, body: object): Promise<{ id: string }> => {
    const reply = await pia.post(path, body);
    assert.ok(reply.status < 300, `${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };

  /** Makes an object of each kind that is used. */
  async function used(): Promise<Record<UseKind, { id: string; path?: string }>> {
    const company = await made('/api/companies', { code: 'C', name: 'Harbour' });
    const department = await made('/api/departments', { code: 'D', name: 'Quay', companyId: company.id });
    await made('/api/departments', { code: 'DD', name: 'Crane', parentId: department.id });
    const tag = await made('/api/identity/tags', { name: 'crew' });
    const manuals = await made('/api/manuals/groups', { name: { en: 'Safety' } });
    const dimension = await made('/api/dimensions', { code: 'object', name: 'Objects' });
    const value = await made('/api/dimensions/object/values', { code: '1', name: 'One' });
    await made('/api/dimensions/object/values', { code: '2', name: 'Two', parentId: value.id });
    await tenant.transaction(async (tx) => {
      const body = formWith(
        'uses',
        { type: 'dropdown', key: 'a', label: { en: 'A' }, source: { dropdownId: 'centres' } },
        { type: 'dimension', key: 'b', label: { en: 'B' }, dimension: 'object' },
      );
      await saveAndPublishForm(tx, { id: 'uses', kind: 'task', title: body.title, body });
      const { rows } = await sql<{ id: string }>`INSERT INTO manual (group_id, code, owner_id, title)
        VALUES (${manuals.id}::uuid, 'M1', ${pia.userId}::uuid, 'Hard hats') RETURNING id`.execute(tx);
      await sql`INSERT INTO manual_audience (manual_id, kind, ref) VALUES (${rows[0]!.id}::uuid, 'tag', ${tag.id})`.execute(
        tx,
      );
    });
    const { rows } = await tenant.transaction((tx) =>
      sql<{ view: string; menu: string }>`SELECT (SELECT id FROM saved_view WHERE slug = 'due') AS view,
        (SELECT id FROM menu_item WHERE path = '/office') AS menu`.execute(tx),
    );
    const { view, menu } = rows[0]!;
    return {
      caseType: { id: 'parking', path: '/api/caseconfiguration/parking' },
      catalogueCategory: { id: 'office', path: '/api/catalogue/categories/office' },
      company: { id: company.id, path: `/api/companies/${company.id}` },
      department: { id: department.id, path: `/api/departments/${department.id}` },
      dimension: { id: 'object', path: `/api/dimensions/${dimension.id}` },
      dimensionValue: { id: value.id, path: `/api/dimensions/object/values/${value.id}` },
      dropdown: { id: 'centres', path: '/api/dropdowns/centres' },
      form: { id: 'parking', path: '/api/forms/parking' },
      group: { id: 'chiefs', path: '/api/identity/groups/chiefs' },
      // Languages, series and processes are removed with a configuration file only (apply.test.ts).
      language: { id: 'en' },
      manualGroup: { id: manuals.id, path: `/api/manuals/groups/${manuals.id}` },
      menu: { id: menu, path: `/api/menus/${menu}` },
      numberSeries: { id: 'parking' },
      process: { id: 'parking' },
      registry: { id: 'places', path: '/api/registries/places' },
      tag: { id: tag.id, path: `/api/identity/tags/${tag.id}` },
      view: { id: view, path: `/api/views/${view}` },
    };
  }

  test('BEY-22 the uses of an object of each kind are listed, and its deletion is refused with the same list', async () => {
    const objects = await used();
    for (const one of USED_KINDS) {
      const { id, path } = objects[one];
      const { status, body: uses } = await pia.get(`/api/uses/${one}/${id}`);
      assert.equal(status, 200, one);
      assert.ok(uses.length > 0, `${one} is used`);
      for (const use of uses) assert.ok(use.count !== undefined || use.title !== '', `${one}: ${JSON.stringify(use)}`);
      if (path === undefined) continue;
      const refused = await pia.send('DELETE', path, undefined, { 'if-match': '*' });
      assert.equal(refused.status, 409, `${one}: ${JSON.stringify(refused.body)}`);
      assert.match(refused.body.code, /in_use$/);
      assert.deepEqual(
        refused.body.usedBy,
        uses.filter((use: { kind: string }) => use.kind !== 'people'),
        one,
      );
    }
    const { body: none } = await pia.get('/api/uses/group/none');
    assert.deepEqual(none, []);
    assert.equal((await pia.get('/api/uses/weather/none')).status, 404);
    assert.equal((await tenant.people.ann!.get('/api/uses/group/chiefs')).status, 403);
  });

  test('BEY-22 a group that may only delete records or change a status is in use', async () => {
    for (const [index, groups] of [
      `delete_groups = '{movers}'`,
      `moves = '[{"from":"asked","to":"given","groups":["movers"]}]'`,
    ].entries()) {
      await made('/api/identity/groups', { id: 'movers', name: 'Movers' }).catch(() => undefined);
      await tenant.transaction((tx) => sql`UPDATE registry SET ${sql.raw(groups)} WHERE id = 'places'`.execute(tx));
      const { body } = await pia.get('/api/uses/group/movers');
      assert.deepEqual(body, [{ kind: 'registry', id: 'places', title: 'Parking places' }], String(index));
      await tenant.transaction((tx) =>
        sql`UPDATE registry SET delete_groups = '{}', moves = '[]' WHERE id = 'places'`.execute(tx),
      );
    }
  });

  const RACES = 100;
  test(`BEY-22 an object that is deleted while it gets its first use leaves no dangling reference in ${RACES} races`, async (t) => {
    if (kind !== 'postgres') return t.skip('PGlite runs one transaction at a time');
    const group = (id: string) => made('/api/identity/groups', { id, name: id });
    const registry = (id: string, more: object) => ({ id, title: { en: id }, statuses: [], columns: [], ...more });
    const entry = (id: string, meta: object) => ({ path: `/${id}`, title: { en: id }, priority: 900, meta });
    const link = (id: string) => ({ id, kind: 'link', target: 'https://food.example/', title: { en: id } });
    const publish = (id: string, field: object) =>
      pia
        .post('/api/forms', { id, kind: 'task', body: formWith(id, field) })
        .then(() => pia.post(`/api/forms/${id}/publish`, {}));
    type Race = (id: string) => Promise<{ readonly remove: string; readonly refer: () => Promise<{ status: number }> }>;
    const races: readonly Race[] = [
      async (id) => {
        await group(id);
        return {
          remove: `/api/identity/groups/${id}`,
          refer: () => pia.post('/api/menus', entry(id, { page: 'start', groups: [id] })),
        };
      },
      async (id) => {
        await group(id);
        return {
          remove: `/api/identity/groups/${id}`,
          refer: () => pia.post('/api/registries', registry(id, { deleteGroups: [id] })),
        };
      },
      async (id) => {
        await group(id);
        return {
          remove: `/api/identity/groups/${id}`,
          refer: () => pia.post('/api/catalogue/items', { ...link(id), startForGroups: [id] }),
        };
      },
      async (id) => {
        await group(id);
        const view = { resource: 'tasks', name: id, audience: 'group', groupId: id, definition: { filters: [] } };
        return { remove: `/api/identity/groups/${id}`, refer: () => pia.post('/api/views', view) };
      },
      async (id) => {
        await made('/api/catalogue/categories', { id, title: { en: id } });
        return {
          remove: `/api/catalogue/categories/${id}`,
          refer: () => pia.post('/api/catalogue/items', { ...link(id), category: id }),
        };
      },
      async (id) => {
        await made('/api/dropdowns', { id, name: id });
        return {
          remove: `/api/dropdowns/${id}`,
          refer: () => publish(id, { type: 'dropdown', key: 'a', label: { en: 'A' }, source: { dropdownId: id } }),
        };
      },
      async (id) => {
        const { id: dimension } = await made('/api/dimensions', { code: id, name: id });
        return {
          remove: `/api/dimensions/${dimension}`,
          refer: () => publish(id, { type: 'dimension', key: 'a', label: { en: 'A' }, dimension: id }),
        };
      },
      async (id) => {
        await made('/api/registries', registry(id, {}));
        return {
          remove: `/api/registries/${id}`,
          refer: () => pia.post('/api/menus', entry(id, { page: 'registry', params: { registry: id } })),
        };
      },
      async (id) => {
        const definition = { filters: [] };
        const view = await made('/api/views', {
          resource: 'tasks',
          name: id,
          audience: 'tenant',
          slug: id,
          definition,
        });
        return {
          remove: `/api/views/${view.id}`,
          refer: () => pia.post('/api/menus', entry(id, { page: 'tasks', params: { view: id } })),
        };
      },
      async (id) => {
        const { id: company } = await made('/api/companies', { code: id, name: id });
        return {
          remove: `/api/companies/${company}`,
          refer: () => pia.post('/api/departments', { code: id, name: id, companyId: company }),
        };
      },
    ];
    let refused = 0;
    for (let race = 0; race < RACES; race += 1) {
      const { remove, refer } = await races[race % races.length]!(`race${race}`);
      const [removed, referred] = await Promise.all([
        pia.send('DELETE', remove, undefined, { 'if-match': '*' }),
        refer(),
      ]);
      const outcome = `${remove}: ${removed.status} and ${referred.status}`;
      assert.ok([204, 409].includes(removed.status) && referred.status < 500, outcome);
      assert.equal(removed.status === 204, referred.status >= 400, outcome);
      if (removed.status === 409) refused += 1;
    }
    t.diagnostic(`${refused} of ${RACES} deletions were refused`);
  });

  const UNDONE = 12;
  test(`BEY-22 ADM-08 an undone import leaves no dangling reference to what it had added, in ${UNDONE} races`, async (t) => {
    if (kind !== 'postgres') return t.skip('PGlite runs one transaction at a time');
    const work = (id: string) => workOnImport(tenant.context, IMPORTS, tenant.tenantId, id, { milliseconds: 60_000 });
    for (let race = 0; race < UNDONE; race += 1) {
      const id = `undone${race}`;
      const type = { 'content-type': 'text/csv' };
      const { body: planned } = await pia.send(
        'POST',
        '/api/records/groups/import',
        `Group ID,Name\n${id},${id}`,
        type,
      );
      assert.equal((await pia.post(`/api/imports/${planned.id}/run`, {})).status, 202, JSON.stringify(planned));
      await work(planned.id);
      const { body: undo } = await pia.post(`/api/imports/${planned.id}/undo`);
      const entry = { path: `/${id}`, title: { en: id }, priority: 900, meta: { page: 'start', groups: [id] } };
      const [, referred] = await Promise.all([work(undo.id), pia.post('/api/menus', entry)]);
      const { body: ended } = await pia.get(`/api/imports/${undo.id}`);
      const outcome = `${id}: ${ended.done} undone, menu ${referred.status}`;
      assert.ok(referred.status < 500 && ended.state === 'done', outcome);
      assert.equal(ended.done === 1, referred.status >= 400, outcome);
    }
  });
});

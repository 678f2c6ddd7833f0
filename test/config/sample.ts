import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { insertDropdown, insertOptions } from '../../src/server/modules/dropdowns/index.ts';
import { giveMenu } from '../../src/server/modules/menus/index.ts';
import type { Tx } from '../../src/server/platform/database.ts';
import { PARKING_KIND, prepareParking } from '../support/parking.ts';
import type { Person, Reply, TestTenant } from '../support/test-tenant.ts';

/** Languages and the menu of the product, as every organisation has them. */
export async function prepareEmpty(tx: Tx): Promise<void> {
  await giveMenu(tx);
  await sql`INSERT INTO language (language_id, name, locale) VALUES ('et', 'Eesti', 'et-EE'), ('en', 'English', 'en-GB')`.execute(
    tx,
  );
}

const added = async (reply: Promise<Reply>): Promise<void> => {
  const { status, body } = await reply;
  assert.equal(status < 300, true, JSON.stringify(body));
};

/** Gives an organisation objects of every kind of configuration. */
export async function configure(tenant: TestTenant, provider: Person): Promise<void> {
  await prepareParking(tenant);
  await provider.post('/api/caseconfiguration', PARKING_KIND);
  await tenant.transaction(async (tx) => {
    await prepareEmpty(tx);
    const column = { field: 'data.from', from: 'from', listed: true, searchable: false, slot: 'i1', ready: true };
    await sql`UPDATE registry SET columns = columns || ${JSON.stringify([column])}::jsonb`.execute(tx);
    await insertDropdown(tx, { id: 'centres', name: 'Centres', description: null });
    const option = { defaultText: 'Quay', texts: { et: 'Kai' }, properties: {}, active: true };
    await insertOptions(tx, 'centres', [
      { ...option, id: '2' },
      { ...option, id: '1', texts: {}, active: false },
    ]);
    await sql`INSERT INTO tag (name, color) VALUES ('Sadam / kai №1', NULL)`.execute(tx);
    await sql`INSERT INTO translation (language_id, key, text) VALUES ('et', 'ui.dialog.close', 'Pane kinni')`.execute(
      tx,
    );
    await sql`INSERT INTO tenant_setting (key, value) VALUES ('attachmentMaxMb', '20'), ('helpUrl', '"https://help.example/"'), ('clientsMayConfirm', 'true')`.execute(
      tx,
    );
    await sql`UPDATE menu_item SET removed_at = now() WHERE path = '/delegations'`.execute(tx);
  });
  const { post } = provider;
  await added(post('/api/i18n/languages', { languageId: 'lv', fallback: 'et', enabled: false }));
  await added(post('/api/dimensions', { code: 'PROJECT', name: 'Projects' }));
  await added(
    post('/api/form-fragments', { name: 'Address', nodes: [{ type: 'text', key: 'street', label: { en: 'Street' } }] }),
  );
  await added(post('/api/catalogue/categories', { id: 'office', title: { en: 'Office' }, position: 10 }));
  const inCategory = { category: 'office', groups: ['chiefs'] };
  await added(
    post('/api/catalogue/items', {
      id: 'place',
      kind: 'case',
      target: 'parking',
      numberSeries: 'parking',
      ...inCategory,
    }),
  );
  const link = { id: 'canteen', kind: 'link', target: 'https://food.example/', title: { en: 'Canteen' }, position: 20 };
  await added(post('/api/catalogue/items', link));
  const definition = { filters: [], sort: 'due:asc' };
  await added(
    post('/api/views', {
      resource: 'tasks',
      name: 'Due',
      audience: 'group',
      groupId: 'chiefs',
      slug: 'due',
      definition,
    }),
  );
  const below = { path: '/office', title: { en: 'Office' }, meta: { page: 'start' }, priority: 700 };
  const { body: parent } = await post('/api/menus', below);
  const tasks = {
    path: '/office/due',
    title: { en: 'Due' },
    meta: { page: 'inbox', params: { view: 'due' }, groups: ['chiefs'] },
  };
  await added(post('/api/menus', { ...tasks, parentId: parent.id, priority: 10 }));
  const text = { kind: 'forms', owner: 'parking', part: 'plate.label', languageId: 'et', text: 'Autonumber' };
  await added(
    provider.send('PUT', '/api/i18n/configuration', JSON.stringify([text]), { 'content-type': 'application/json' }),
  );
}

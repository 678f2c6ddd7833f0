import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ROUTE_PRIORITY } from '../../../shared/contracts/constants.ts';
import { type MenuRow, mayEnter, menuTree } from './menus.rules.ts';
import { PRODUCT_MENU } from './product-menu.ts';

/** Settings pages listed in a requirement of the catalogue. */
function pagesOf(id: 'RTE-06' | 'RTE-07'): readonly string[] {
  const catalogue = readFileSync(new URL('../../../../docs/requirements.md', import.meta.url), 'utf8');
  const [line] = new RegExp(`^- ${id} .*$`, 'm').exec(catalogue)!;
  const [, list] = /children:? (`.*?)\./.exec(line)!;
  return [...list!.matchAll(/`([^`]+)`/g)].map(([, name]) => (name!.startsWith('/') ? name! : `/settings/${name}`));
}

const entry = (id: string, more: Partial<MenuRow> = {}): MenuRow => ({
  id,
  path: `/${id}`,
  icon: null,
  title: { en: id },
  meta: {},
  parentId: null,
  priority: 100,
  groups: [],
  version: 1,
  ...more,
});
const member = (...groups: string[]) => ({
  groups,
  isAdmin: groups.includes('admin') || groups.includes('verva.admin'),
});
const ids = (items: readonly { id: string }[]) => items.map((item) => item.id);

test('ROLE-04 ROLE-02 a menu entry follows the rule of its route', () => {
  assert.equal(mayEnter([], member()), true);
  assert.equal(mayEnter(['alltasks'], member()), false);
  assert.equal(mayEnter(['alltasks', 'finance_viewer'], member('finance_viewer')), true);
  assert.equal(mayEnter(['alltasks'], member('admin')), true);
  assert.equal(mayEnter(['verva.admin'], member('admin')), false);
  assert.equal(mayEnter(['verva.admin'], member('verva.admin')), true);
});

test('ROLE-04 entries are sorted by priority, settings after tasks after the others', () => {
  const rows = [entry('settings', { priority: 999 }), entry('b'), entry('tasks', { priority: 998 }), entry('a')];
  assert.deepEqual(ids(menuTree(rows, member())), ['a', 'b', 'tasks', 'settings']);
});

test('ROLE-04 CONST-01 tasks have priority 998 and settings 999, after all other entries of the product', () => {
  const rows = PRODUCT_MENU.filter(({ parent }) => !parent).map(({ path, ...more }) =>
    entry(path, { ...more, path, groups: [] }),
  );
  const tree = menuTree([...rows].reverse(), member());
  assert.deepEqual(
    tree.slice(-2).map(({ path, priority }) => [path, priority]),
    [
      ['/tasks', 998],
      ['/settings', 999],
    ],
  );
  assert.deepEqual(ROUTE_PRIORITY, { default: 100, tasks: 998, settings: 999 });
});

test('RTE-06 RTE-07 the menu shows settings pages only to the roles in the catalogue, and each page has the same guard', () => {
  const [ofAdmin, ofProvider] = [pagesOf('RTE-06'), pagesOf('RTE-07')];
  for (const { path, groups } of PRODUCT_MENU.filter(({ path }) => path.startsWith('/settings/'))) {
    const isProviders = ofProvider.includes(path) || path === '/settings/provider';
    if (isProviders) assert.deepEqual(groups, ['verva.admin'], path);
    else if (ofAdmin.includes(path)) assert.deepEqual(groups, ['admin'], path);
    else assert.ok(groups.length > 0, path);
  }
  const section = PRODUCT_MENU.find(({ path }) => path === '/settings');
  assert.deepEqual(section?.groups, ['admin']);
  for (const { path, groups } of PRODUCT_MENU.filter(({ parent }) => parent === '/settings')) {
    assert.ok(path === '/settings/provider' || groups.join() === 'admin', `${path} is for administrators`);
  }
  const inMenu = new Set(PRODUCT_MENU.map(({ path }) => path));
  for (const path of ['/settings/dropdowns', '/settings/forms', '/settings/i18n']) assert.ok(inMenu.has(path), path);
});

test('ROLE-04 entries with the same priority are sorted by address', () => {
  const rows = ['c', 'a', 'd', 'b'].map((id) => entry(id));
  assert.deepEqual(ids(menuTree(rows, member())), ['a', 'b', 'c', 'd']);
  assert.deepEqual(ids(menuTree([...rows].reverse(), member())), ['a', 'b', 'c', 'd']);
  assert.equal('groups' in menuTree(rows, member())[0]!.meta, false);
});

test('ROLE-04 children are listed below their parent, and are hidden without it', () => {
  const rows = [
    entry('child', { parentId: 'open' }),
    entry('open'),
    entry('closed', { groups: ['admin'] }),
    entry('orphan', { parentId: 'closed' }),
  ];
  const [open, ...others] = menuTree(rows, member());
  assert.deepEqual(ids(others), []);
  assert.deepEqual(ids(open!.children), ['child']);
  const forAdmin = menuTree(rows, member('admin'));
  assert.deepEqual(ids(forAdmin), ['closed', 'open']);
  assert.deepEqual(forAdmin[0]!.meta.groups, ['admin']);
});

test('RTE-06 RTE-07 settings are for administrators, provider settings for the provider, in the order of the product', () => {
  const rows = PRODUCT_MENU.map(({ path, parent, ...more }) =>
    entry(path, { ...more, path, groups: [...more.groups], parentId: parent ?? null }),
  );
  const settingsOf = (...groups: string[]) => {
    const tree = menuTree(rows, member(...groups)).find(({ path }) => path === '/settings');
    return tree?.children.map(({ path, children }) => [path, ...children.map((child) => child.path)].join(' > '));
  };
  assert.equal(settingsOf('alltasks'), undefined);
  assert.equal(settingsOf('manualsgroup'), undefined);
  const own = [
    '/settings/people > /settings/users > /settings/groups > /settings/departments > /settings/companies > /settings/tags > /settings/delegations > /settings/provisioning > /settings/identity-providers',
    '/settings/lists > /settings/dropdowns > /settings/dimensions',
    '/settings/rights',
    '/settings/notifications',
    '/settings/audit',
    '/settings/alerts',
    '/settings/sign-in',
    '/settings/embedding',
    '/settings/organisation',
  ];
  assert.deepEqual(settingsOf('admin'), own);
  const manualsOf = (...groups: string[]) =>
    menuTree(rows, member(...groups))
      .find(({ path }) => path === '/manuals')
      ?.children.map(({ path }) => path);
  assert.deepEqual(manualsOf('manualsgroup'), ['/manuals/reports', '/settings/manuals']);
  assert.deepEqual(manualsOf('alltasks'), []);
  assert.deepEqual(settingsOf('verva.admin'), [
    ...own,
    '/settings/provider > /settings/organisations > /settings/registries > /settings/menu-items > /settings/processes > /settings/caseconfiguration > /settings/catalogue > /settings/forms > /settings/i18n > /settings/configuration',
  ]);
});

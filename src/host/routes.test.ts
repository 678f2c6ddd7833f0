import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { MenuItem } from '../shared/contracts/session.contract.ts';
import {
  firstPage,
  isDenied,
  menuPath,
  offered,
  routeAt,
  routesOf,
  safeRedirect,
  subpagesOf,
  tabsOf,
} from './routes.ts';

const item = (path: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id: path,
  path,
  icon: null,
  title: { en: path },
  meta: {},
  parentId: null,
  priority: 100,
  children: [],
  version: 1,
  ...more,
});
const member = (...groups: string[]) => ({ id: 'anna.tamm', key: 'k', groups });
const pathsOf = (routes: readonly { path: string }[]) => routes.map(({ path }) => path);

test('GRD-04 only a path of this application is accepted as a redirect', () => {
  assert.equal(safeRedirect('/inbox?taskId=1#x'), '/inbox?taskId=1#x');
  for (const evil of [
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'inbox',
    '/login?redirect=/login',
    '/login/corp',
  ]) {
    assert.equal(safeRedirect(evil), '/', String(evil));
  }
});

test('GRD-05 LAY-02 a user gets only the permitted routes, the inbox first', () => {
  const menu = [item('/tasks', { meta: { groups: ['admin', 'alltasks'] }, priority: 998 }), item('/manuals')];
  assert.deepEqual(pathsOf(routesOf(menu, member())), ['/inbox', '/manuals']);
  assert.deepEqual(pathsOf(routesOf(menu, member('alltasks'))), ['/inbox', '/manuals', '/tasks']);
  assert.deepEqual(pathsOf(routesOf(menu, member('admin'))), ['/inbox', '/manuals', '/tasks']);
  const builder = '/settings/formbuilder';
  assert.deepEqual(pathsOf(routesOf(menu, member('verva.admin'))), ['/inbox', '/manuals', builder, '/tasks']);
  assert.equal(isDenied(builder, undefined, member('admin')), true);
});

test('ROLE-04 a route without a priority has 100', () => {
  const { priority, ...bare } = item('/b');
  const menu = [item('/c', { priority: 101 }), bare as MenuItem, item('/a', { priority: 99 })];
  const routes = routesOf(menu, member());
  assert.deepEqual(pathsOf(routes), ['/inbox', '/a', '/b', '/c']);
  assert.equal(routes[2]!.priority, 100);
});

test('ROLE-04 routes are sorted by priority', () => {
  const menu = [item('/settings', { priority: 999 }), item('/b', { priority: 100 }), item('/a', { priority: 5 })];
  assert.deepEqual(pathsOf(routesOf(menu, member())), ['/inbox', '/a', '/b', '/settings']);
});

test('LAY-04 the tabs are the children of the section by group and priority', () => {
  const children = [
    item('/s/z', { priority: 1, meta: { tabGroup: 'b' } }),
    item('/s/y', { priority: 2, meta: { tabGroup: 'a' } }),
    item('/s/x', { priority: 1, meta: { tabGroup: 'a' } }),
    item('/s/hidden', { meta: { hidden: true } }),
  ];
  const routes = routesOf([item('/s', { children, priority: 3 })], member());
  assert.deepEqual(pathsOf(tabsOf(routes, '/s/y')), ['/s', '/s/x', '/s/y', '/s/z']);
  const heading = routesOf([item('/s', { children, meta: { page: 'section' } })], member());
  assert.deepEqual(pathsOf(tabsOf(heading, '/s/y')), ['/s/x', '/s/y', '/s/z']);
  assert.equal(routeAt(routes, '/s/hidden')?.path, '/s/hidden');
});

test('GRD-03 GRD-05 a page that requires a group is refused without it, whether or not the menu contains it', () => {
  assert.equal(isDenied('/tasks', undefined, member()), true);
  assert.equal(isDenied('/settings/groups', undefined, member('alltasks')), true);
  assert.equal(isDenied('/tasks', undefined, member('alltasks')), false);
  assert.equal(isDenied('/settings', undefined, member('verva.admin')), false);
  assert.equal(isDenied('/inbox', undefined, member()), false);
});

/** The addresses that the catalogue names in a requirement: whole ones, and names below /settings. */
function pagesOf(id: 'RTE-06' | 'RTE-07'): readonly string[] {
  const catalogue = readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8');
  const [line] = new RegExp(`^- ${id} .*$`, 'm').exec(catalogue)!;
  const [, list] = /children:? (`.*?)\./.exec(line)!;
  return [...list!.matchAll(/`([^`]+)`/g)].map(([, name]) => (name!.startsWith('/') ? name! : `/settings/${name}`));
}

test('RTE-06 GRD-03 each settings page of the catalogue is for administrators, even if the menu lacks it', () => {
  const pages = pagesOf('RTE-06');
  assert.equal(pages.length, 7);
  for (const path of ['/settings', ...pages, ...pages.map((page) => `${page}/one`)]) {
    assert.equal(isDenied(path, undefined, member()), true, path);
    assert.equal(isDenied(path, undefined, member('alltasks', 'manualsgroup')), true, path);
    assert.equal(isDenied(path, undefined, member('admin')), false, path);
    assert.equal(isDenied(path, undefined, member('verva.admin')), false, path);
  }
});

test('RTE-07 GRD-03 each page of the provider in the catalogue is for the provider only, even if the menu lacks it', () => {
  const pages = pagesOf('RTE-07');
  assert.equal(pages.length, 8);
  for (const path of [...pages, ...pages.map((page) => `${page}/one`)]) {
    assert.equal(isDenied(path, undefined, member()), true, path);
    assert.equal(isDenied(path, undefined, member('admin', 'alltasks')), true, path);
    assert.equal(isDenied(path, undefined, member('verva.admin')), false, path);
  }
});

test('GRD-05 MAN-04 the address of a manual belongs to the list of manuals, for manual authors only', () => {
  const one = '/settings/manuals/0199';
  const list = item('/settings/manuals', { meta: { page: 'manual-settings', groups: ['manualsgroup'] } });
  const routes = routesOf([item('/settings', { children: [list] })], member('manualsgroup'));
  assert.equal(routeAt(routes, one)?.path, '/settings/manuals');
  assert.deepEqual(pathsOf(tabsOf(routes, one)).includes('/settings/manuals'), true);
  assert.equal(isDenied(one, undefined, member('manualsgroup')), false);
  assert.equal(isDenied(one, undefined, member('manualsviewer')), true);
  assert.equal(isDenied('/manuals/reports', undefined, member('manualsviewer')), false);
  assert.equal(isDenied('/manuals/reports', undefined, member()), true);
});

test('RTE-06 RTE-07 settings lead to the first permitted page, the provider’s open in a menu, and mobile omits them', () => {
  const section = { page: 'section' };
  const forms = item('/settings/forms', { meta: { page: 'forms', groups: ['verva.admin'] } });
  const settings = (...children: MenuItem[]) =>
    item('/settings', { meta: { ...section, desktopOnly: true }, priority: 999, children });
  const dropdowns = item('/settings/dropdowns', { meta: { page: 'dropdowns' }, priority: 70 });
  const provider = item('/settings/provider', { meta: section, priority: 100, children: [forms] });

  const all = routesOf([settings(provider, dropdowns)], member('verva.admin'));
  const tabs = tabsOf(all, '/settings/forms');
  assert.deepEqual(pathsOf(tabs), ['/settings/dropdowns', '/settings/provider']);
  assert.deepEqual(pathsOf(subpagesOf(tabs[1]!)), ['/settings/forms']);
  assert.equal(firstPage(all.at(-1)!).path, '/settings/dropdowns');
  assert.equal(firstPage(tabs[1]!).path, '/settings/forms');
  assert.deepEqual(pathsOf(offered(all, true)), ['/inbox']);
  assert.equal(
    routeAt(all, '/settings/dropdowns')?.path,
    '/settings/dropdowns',
    'its address leads there on a phone too',
  );

  const none = routesOf([settings(item('/settings/provider', { meta: section }))], member('admin'));
  assert.deepEqual(pathsOf(none), ['/inbox'], 'nobody is led to a section without pages');
  for (const path of ['/settings/forms', '/settings/provider', '/settings/formbuilder']) {
    assert.equal(isDenied(path, undefined, member('admin')), true, path);
  }
});

test('RTE-08 a tab with child pages offers itself and them', () => {
  const children = [item('/a/b', { meta: { page: 'tasks' }, children: [item('/a/b/c')] })];
  const tabs = tabsOf(routesOf([item('/a', { meta: { page: 'manuals' }, children })], member()), '/a/b/c');
  assert.deepEqual(pathsOf(tabs), ['/a', '/a/b']);
  assert.deepEqual(pathsOf(subpagesOf(tabs[0]!)), [], 'the section itself has its pages beside it');
  assert.deepEqual(pathsOf(subpagesOf(tabs[1]!)), ['/a/b', '/a/b/c']);
});

test('FRM-09 LAY-04 the form builder highlights the entry of the forms, if the menu has one', () => {
  const forms = item('/settings', { children: [item('/settings/forms'), item('/settings/i18n')] });
  const routes = routesOf([forms], member('verva.admin'));
  assert.equal(menuPath(routes, '/settings/formbuilder'), '/settings/forms');
  assert.equal(menuPath(routes, '/settings/i18n'), '/settings/i18n');
  assert.equal(menuPath(routesOf([], member('verva.admin')), '/settings/formbuilder'), '/settings/formbuilder');
});

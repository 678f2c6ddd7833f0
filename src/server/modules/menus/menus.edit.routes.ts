import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import {
  framedPageOf,
  HR_VIEWS,
  isMenuPath,
  linkOf,
  MENU_DEPTH_MAX,
  MENU_ITEMS_MAX,
  MENU_RESTORE_DAYS,
  treeFault,
} from '../../../shared/contracts/menu.rules.ts';
import {
  createMenu,
  deleteMenu,
  type EditedMenuItem,
  listMenus,
  listRemovedMenus,
  orderMenus,
  previewMenu,
  resetMenu,
  restoreMenu,
  updateMenu,
} from '../../../shared/contracts/menus.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve, serveMissing } from '../../platform/http/serve.ts';
import { editedTree, type Given, originOf } from './edited-menu.rules.ts';
import { menuTree } from './menus.rules.ts';
import * as store from './menus.store.ts';
import { readGiven, writeGiven } from './product-menu.store.ts';
import { PRODUCT_MENU, type ProductEntry } from './product-menu.ts';

const DAY_MS = 86_400_000;

/** The menu for its editor (PRV-02). */
export function editRoutes(app: FastifyInstance, context: AppContext): void {
  const { origin } = new URL(context.config.publicUrl);
  serve(app, context, listMenus, async ({ tx }) => editedTree(await store.readItems(tx), await readGiven(tx)));

  serve(app, context, createMenu, async ({ tx, body }) => {
    await store.lockMenu(tx);
    const rows = await store.readItems(tx);
    if (rows.length >= MENU_ITEMS_MAX) throw new AppError('menu.full', { max: MENU_ITEMS_MAX });
    const item = fieldsOf(body, rows, undefined);
    await assertValid(tx, item, rows, undefined, origin);
    const id = await store.insertItem(tx, item);
    return changed(tx, id);
  });

  serve(app, context, updateMenu, async ({ tx, params, body, request }) => {
    await store.lockMenu(tx);
    const rows = await store.readItems(tx);
    const before = found(rows, params.id);
    const [current] = editedTree([before], await readGiven(tx));
    assertFresh(before, current, request.headers['if-match'], body.version);
    const item = fieldsOf(body, rows, before);
    await assertValid(tx, item, rows, before, origin);
    await store.changeItem(tx, before.id, item);
    return changed(tx, before.id);
  });
  serveMissing(app, context, updateMenu);

  serve(app, context, deleteMenu, async ({ tx, params, query, request, now }) => {
    await store.lockMenu(tx);
    const rows = await store.readItems(tx);
    const item = found(rows, params.id);
    const [current] = editedTree([item], await readGiven(tx));
    assertFresh(item, current, request.headers['if-match']);
    const below = belowOf(rows, item.id);
    if (below.length > 0 && query.children !== 'delete') {
      const usedBy = await store.usesOfEntry(tx, item.id, languageOf(request));
      throw new AppError('menu.in_use', { count: below.length }, { usedBy });
    }
    await store.removeItems(tx, [item.id, ...below], now);
    await store.announceMenu(tx);
    return null;
  });
  serveMissing(app, context, deleteMenu);

  serve(app, context, orderMenus, async ({ tx, body }) => {
    await store.lockMenu(tx);
    const rows = await store.readItems(tx);
    const given = await readGiven(tx);
    for (const { id, version } of body) {
      const row = found(rows, id);
      const [current] = editedTree([row], given);
      assertFresh(row, current, undefined, version);
    }
    const wanted = new Map(body.map((one) => [one.id, one]));
    assertTree(rows.map(({ id, parentId }) => ({ id, parentId: (wanted.get(id) ?? { parentId }).parentId })));
    for (const { parentId } of body) if (parentId !== null) found(rows, parentId);
    for (const { id, parentId, priority } of body) {
      const row = found(rows, id);
      if (row.parentId !== parentId || row.priority !== priority) await store.moveItem(tx, id, parentId, priority);
    }
    await store.announceMenu(tx);
    return editedTree(await store.readItems(tx), given);
  });

  serve(app, context, resetMenu, async ({ tx, params }) => {
    await store.lockMenu(tx);
    const rows = await store.readItems(tx);
    const item = found(rows, params.id);
    const given = await readGiven(tx);
    const entry = productEntryOf(given, item.id);
    if (!entry) throw new AppError('menu.not_product');
    const parent = entry.parent === undefined ? undefined : rows.find(({ id }) => id === given[entry.parent!]?.id);
    const fields = {
      ...{ path: entry.path, icon: entry.icon, title: entry.title, meta: entry.meta, groups: entry.groups },
      ...{ parentId: parent?.id ?? null, priority: entry.priority, hidden: false },
    };
    assertFree(fields.path, rows, item.id);
    await store.changeItem(tx, item.id, fields);
    const after = found(await store.readItems(tx), item.id);
    await writeGiven(tx, { ...given, [entry.path]: { id: item.id, version: after.version } });
    return changed(tx, item.id);
  });

  serve(app, context, listRemovedMenus, async ({ tx, now }) => {
    const given = await readGiven(tx);
    const shown = new Set((await store.readItems(tx)).map(({ path }) => path));
    return (await store.readRemoved(tx))
      .filter(({ path }) => !shown.has(path) && shown.add(path))
      .map((row) => ({ row, origin: originOf(row, given) }))
      .filter(({ row, origin }) => origin !== 'own' || isRestorable(row, now))
      .map(({ row: { id, path, title, icon, removedAt }, origin }) => ({
        ...{ id, path, title, icon, origin },
        removedAt: removedAt!.toISOString(),
      }));
  });

  serve(app, context, restoreMenu, async ({ tx, params, now }) => {
    await store.lockMenu(tx);
    const rows = await store.readItems(tx);
    const item = (await store.readRemoved(tx)).find(({ id }) => id === params.id);
    const isOwn = item !== undefined && originOf(item, await readGiven(tx)) === 'own';
    if (!item || (isOwn && !isRestorable(item, now))) throw new AppError('menu.not_found');
    if (rows.length >= MENU_ITEMS_MAX) throw new AppError('menu.full', { max: MENU_ITEMS_MAX });
    assertFree(item.path, rows, item.id);
    const parentId = rows.some(({ id }) => id === item.parentId) ? item.parentId : null;
    const isDeep = treeFault([...rows, { id: item.id, parentId }], MENU_DEPTH_MAX) !== undefined;
    await store.restoreItem(tx, item.id, isDeep ? null : parentId);
    return changed(tx, item.id);
  });

  serve(app, context, previewMenu, async ({ tx, query, session }) => {
    const groups = await store.groupsOf(tx, query.user);
    if (!groups) throw new AppError('user.not_found');
    const isAdmin = groups.includes('admin') || groups.includes('verva.admin');
    const rows = await store.readMenu(tx, { db: context.db, tenantId: session.tenantId });
    return { items: menuTree(rows, { groups, isAdmin }), groups };
  });
}

type Sent = Static<(typeof createMenu)['body']>;

/** The entry as it will be stored; fields that are not sent stay. */
function fieldsOf(
  sent: Sent,
  rows: readonly store.MenuItemRow[],
  before: store.MenuItemRow | undefined,
): store.MenuFields {
  const { groups = [], hidden = false, ...meta } = sent.meta ?? {};
  const parentId = sent.parentId === undefined ? (before?.parentId ?? null) : sent.parentId;
  const siblings = rows.filter((row) => row.parentId === parentId && row.priority < LAST);
  const next = Math.max(0, ...siblings.map(({ priority }) => priority)) + STEP;
  return {
    path: sent.path.trim(),
    icon: sent.icon === undefined ? (before?.icon ?? null) : sent.icon,
    title: Object.fromEntries(
      Object.entries(sent.title).flatMap(([id, text]) => (text.trim() ? [[id, text.trim()]] : [])),
    ),
    meta: sent.meta ? meta : (before?.meta ?? {}),
    parentId,
    priority: sent.priority ?? before?.priority ?? next,
    groups: sent.meta ? groups : (before?.groups ?? []),
    hidden: sent.meta ? hidden : (before?.hidden ?? false),
  };
}

/** Entries from this priority on stay last: all tasks and the settings. */
const LAST = 998;
const STEP = 10;

async function assertValid(
  tx: Tx,
  item: store.MenuFields,
  rows: readonly store.MenuItemRow[],
  before: store.MenuItemRow | undefined,
  /** That of this application. */
  origin: string,
): Promise<void> {
  const errors: FieldError[] = [];
  if (Object.keys(item.title).length === 0) {
    errors.push({ pointer: '/title', code: 'field.required', params: { attribute: 'title' } });
  }
  if (!isMenuPath(item.path)) errors.push({ pointer: '/path', code: 'menu.path_invalid' });
  if (item.meta.page === undefined) {
    errors.push({ pointer: '/meta/page', code: 'field.required', params: { attribute: 'page' } });
  }
  if (item.meta.page === 'link' && linkOf(item.meta.params) === null) {
    errors.push({ pointer: '/meta/params/url', code: 'menu.url_refused' });
  }
  if (item.meta.page === 'embed') {
    const framed = framedPageOf(item.meta.params);
    // A page of this application in a frame with its own origin could do all that its user may.
    if (!framed || new URL(framed.url).origin === origin) {
      errors.push({ pointer: '/meta/params/url', code: 'menu.url_refused' });
    }
  }
  if (item.meta.page === 'registry') {
    const { registry } = item.meta.params ?? {};
    const isKnown = typeof registry === 'string' && (await store.hasRegistry(tx, registry));
    if (!isKnown)
      errors.push({ pointer: '/meta/params/registry', code: 'field.choice_unknown', params: { value: '' } });
  }
  const { view } = item.meta.params ?? {};
  const isHrView = item.meta.page === 'hr' && HR_VIEWS.some((one) => one === view);
  const isSharedView = item.meta.page !== 'hr' && typeof view === 'string' && (await store.hasSharedView(tx, view));
  if ((view !== undefined || item.meta.page === 'hr') && !isHrView && !isSharedView) {
    const params = { value: typeof view === 'string' ? view.slice(0, 100) : '' };
    errors.push({ pointer: '/meta/params/view', code: 'field.choice_unknown', params });
  }
  for (const group of await store.missingGroups(tx, item.groups)) {
    const index = item.groups.indexOf(group);
    errors.push({ pointer: `/meta/groups/${index}`, code: 'field.choice_unknown', params: { value: group } });
  }
  const isParent = item.parentId === null || rows.some(({ id }) => id === item.parentId);
  if (!isParent) errors.push({ pointer: '/parentId', code: 'field.choice_unknown', params: { value: item.parentId } });
  if (errors.length > 0) throw new AppError('menu.invalid', {}, { errors });
  assertFree(item.path, rows, before?.id);
  const id = before?.id ?? 'new';
  assertTree([...rows.filter((row) => row.id !== id), { id, parentId: item.parentId }]);
}

function assertTree(rows: readonly { readonly id: string; readonly parentId: string | null }[]): void {
  const fault = treeFault(rows, MENU_DEPTH_MAX);
  if (fault === 'cycle') throw new AppError('menu.cycle');
  if (fault) throw new AppError('menu.too_deep', { max: MENU_DEPTH_MAX });
}

function assertFree(path: string, rows: readonly store.MenuItemRow[], own: string | undefined): void {
  if (rows.some((row) => row.path === path && row.id !== own)) throw new AppError('menu.path_taken', { path });
}

function found(rows: readonly store.MenuItemRow[], id: string): store.MenuItemRow {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new AppError('menu.not_found');
  return row;
}

/** Ids of the entries below an entry. */
function belowOf(rows: readonly store.MenuItemRow[], id: string): string[] {
  return rows.filter(({ parentId }) => parentId === id).flatMap((row) => [row.id, ...belowOf(rows, row.id)]);
}

const isRestorable = ({ removedAt }: store.MenuItemRow, now: Date): boolean =>
  removedAt !== null && now.getTime() - removedAt.getTime() < MENU_RESTORE_DAYS * DAY_MS;

function productEntryOf(given: Given, id: string): ProductEntry | undefined {
  const [path] = Object.entries(given).find(([, one]) => one.id === id) ?? [];
  return PRODUCT_MENU.find((entry) => entry.path === path);
}

/** Announces the change and returns the entry with those below it. */
async function changed(tx: Tx, id: string): Promise<EditedMenuItem> {
  await store.announceMenu(tx);
  const find = (items: readonly EditedMenuItem[]): EditedMenuItem | undefined => {
    for (const item of items) {
      const match = item.id === id ? item : find(item.children);
      if (match) return match;
    }
    return undefined;
  };
  return find(editedTree(await store.readItems(tx), await readGiven(tx)))!;
}

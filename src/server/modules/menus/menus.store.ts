import { sql } from 'kysely';
import type { Use } from '../../../shared/contracts/reference-data.contract.ts';
import type { MenuItem } from '../../../shared/contracts/session.contract.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { json, type Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/outbox.ts';
import { dictionaryOf, withTexts } from '../config-texts/index.ts';
import type { MenuRow } from './menus.rules.ts';

type Meta = MenuItem['meta'];

/** An entry as it is stored: `meta` without groups and `hidden`. */
export interface MenuFields {
  readonly path: string;
  readonly icon: string | null;
  readonly title: MenuItem['title'];
  readonly meta: Meta;
  readonly parentId: string | null;
  readonly priority: number;
  readonly groups: readonly string[];
  readonly hidden: boolean;
}

export interface MenuItemRow extends MenuFields {
  readonly id: string;
  readonly version: number;
  readonly updated_at: Date;
  readonly removedAt: Date | null;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

const COLUMNS = sql`i.id, i.path, i.icon, i.title, i.meta, i.parent_id AS "parentId", i.priority, i.groups, i.hidden, i.version`;
const ROW = sql`${COLUMNS}, i.updated_at, i.removed_at AS "removedAt",
  (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('i')}) AS changer`;

/** Entries as the menu shows them, with the organisation's translations. */
export async function readMenu(tx: Tx, scope: Parameters<typeof dictionaryOf>[1]): Promise<MenuRow[]> {
  const texts = await dictionaryOf(tx, scope);
  const { rows } = await sql<
    MenuRow & { hidden: boolean }
  >`SELECT ${COLUMNS} FROM menu_item i WHERE i.removed_at IS NULL`.execute(tx);
  return rows.map(({ hidden, ...row }) => {
    const { title } = withTexts({ title: row.title }, texts.of('menus', row.path));
    return { ...row, title, ...(hidden ? { meta: { ...row.meta, hidden } } : {}) };
  });
}

export async function readItems(tx: Tx): Promise<MenuItemRow[]> {
  const { rows } = await sql<MenuItemRow>`SELECT ${ROW} FROM menu_item i WHERE i.removed_at IS NULL`.execute(tx);
  return rows;
}

/** Removed entries, the latest first; each address once. */
export async function readRemoved(tx: Tx): Promise<MenuItemRow[]> {
  const { rows } = await sql<MenuItemRow>`
    SELECT ${ROW} FROM menu_item i WHERE i.removed_at IS NOT NULL ORDER BY i.removed_at DESC, i.id DESC LIMIT 500`.execute(
    tx,
  );
  return rows;
}

/** Makes other changes of the menu wait until this transaction ends: its tree is checked as a whole. */
export async function lockMenu(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('menu.product/' || tenant()::text, 0))`.execute(tx);
}

export async function insertItem(tx: Tx, item: MenuFields): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO menu_item (path, icon, title, meta, parent_id, priority, groups, hidden)
    VALUES (${item.path}, ${item.icon}, ${json(item.title)}::jsonb, ${json(item.meta)}::jsonb, ${item.parentId}::uuid, ${item.priority},
      ${[...item.groups]}::text[], ${item.hidden}) RETURNING id`.execute(tx);
  return rows[0]!.id;
}

export async function changeItem(tx: Tx, id: string, item: MenuFields): Promise<void> {
  await sql`UPDATE menu_item SET path = ${item.path}, icon = ${item.icon}, title = ${json(item.title)}::jsonb, meta = ${json(item.meta)}::jsonb,
      parent_id = ${item.parentId}::uuid, priority = ${item.priority}, groups = ${[...item.groups]}::text[], hidden = ${item.hidden}
    WHERE id = ${id}::uuid`.execute(tx);
}

export async function moveItem(tx: Tx, id: string, parentId: string | null, priority: number): Promise<void> {
  await sql`UPDATE menu_item SET parent_id = ${parentId}::uuid, priority = ${priority} WHERE id = ${id}::uuid`.execute(
    tx,
  );
}

export async function removeItems(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE menu_item SET removed_at = ${now} WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
}

export async function restoreItem(tx: Tx, id: string, parentId: string | null): Promise<void> {
  await sql`UPDATE menu_item SET removed_at = NULL, parent_id = ${parentId}::uuid WHERE id = ${id}::uuid`.execute(tx);
}

/** Returns the entries directly below an entry. */
export async function usesOfEntry(tx: Tx, id: string, languageId: string): Promise<Use[]> {
  const { rows } = await sql<{ id: string; path: string; title: Texts }>`SELECT id, path, title FROM menu_item
    WHERE parent_id = ${id}::uuid AND removed_at IS NULL ORDER BY priority, path`.execute(tx);
  return rows.map((entry) => ({ kind: 'menu', id: entry.id, title: textOf(entry.title, languageId) || entry.path }));
}

/** Returns those of the groups that do not exist. */
export async function missingGroups(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT g.id FROM unnest(${[...ids]}::text[]) g (id)
    WHERE NOT EXISTS (SELECT 1 FROM app_group a WHERE a.id = g.id)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Groups of an active user, by username. */
export async function groupsOf(tx: Tx, user: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ groups: string[] }>`
    SELECT ARRAY(SELECT m.group_id FROM group_member m WHERE m.user_id = u.id ORDER BY m.group_id) AS groups
    FROM app_user u WHERE u.username = ${user} AND u.status = 'active'`.execute(tx);
  return rows[0]?.groups;
}

/** Informs all open applications that the menu has changed. */
export async function announceMenu(tx: Tx): Promise<void> {
  await enqueue(tx, 'live', { principals: ['*'], type: 'config.changed', data: { what: 'menus' } });
}

/** Whether the organisation has a registry that is in use. */
export async function hasRegistry(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM registry WHERE id = ${id} AND active`.execute(tx);
  return rows.length > 0;
}

/** Whether the organisation has a shared view with this id or slug. */
export async function hasSharedView(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM saved_view
    WHERE (id::text = ${name} OR slug = ${name}) AND audience <> 'private' AND removed_at IS NULL LIMIT 1`.execute(tx);
  return rows.length > 0;
}

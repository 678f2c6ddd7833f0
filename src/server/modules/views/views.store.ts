import { type RawBuilder, sql } from 'kysely';
import type { Use } from '../../../shared/contracts/reference-data.contract.ts';
import type { SavedView, ViewDefinition, ViewResource } from '../../../shared/contracts/views.contract.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import { json, type Tx } from '../../platform/database.ts';
import type { personRef } from '../users/index.ts';

export interface ViewRow {
  readonly id: string;
  readonly resource: ViewResource;
  readonly name: string;
  readonly slug: string | null;
  readonly audience: SavedView['audience'];
  readonly group_id: string | null;
  readonly owner_id: string;
  readonly definition: ViewDefinition;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
  readonly owner: Parameters<typeof personRef>[0];
  readonly updated_by: string | null;
}

export interface NewView {
  readonly resource: ViewResource;
  readonly name: string;
  readonly slug: string | null;
  readonly audience: SavedView['audience'];
  readonly groupId: string | null;
  readonly definition: ViewDefinition;
}

/** The user whose views are read; administrators see those of every group, to manage them. */
export interface ViewReaderRights {
  readonly userId: string;
  readonly isAdmin: boolean;
}

const USED_TO_MS = 3_600_000;

const COLUMNS = sql`v.id, v.resource, v.name, v.slug, v.audience, v.group_id, v.owner_id, v.definition, v.last_used_at, v.created_at, v.updated_at, v.version,
  jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar', u.avatar_file_id) AS owner,
  (SELECT e.name FROM app_user e WHERE e.id = v.updated_by) AS updated_by
  FROM saved_view v JOIN app_user u ON u.id = v.owner_id`;

function visible({ userId, isAdmin }: ViewReaderRights): RawBuilder<unknown> {
  return sql`v.removed_at IS NULL AND (v.owner_id = ${userId}::uuid AND v.audience = 'private' OR v.audience = 'tenant'
    OR v.audience = 'group' AND (${isAdmin}::boolean OR v.group_id IN (SELECT m.group_id FROM group_member m WHERE m.user_id = ${userId}::uuid)))`;
}

export async function readViews(tx: Tx, who: ViewReaderRights, resource: ViewResource): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`SELECT ${COLUMNS} WHERE v.resource = ${resource} AND ${visible(who)}
    ORDER BY lower(v.name), v.id`.execute(tx);
  return rows;
}

export async function readView(tx: Tx, who: ViewReaderRights, id: string, lock = false): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`SELECT ${COLUMNS} WHERE v.id = ${id}::uuid AND ${visible(who)}
    ${lock ? sql`FOR UPDATE OF v` : sql``}`.execute(tx);
  return rows[0];
}

export async function readViewBySlug(
  tx: Tx,
  who: ViewReaderRights,
  resource: ViewResource,
  slug: string,
): Promise<ViewRow | undefined> {
  const { rows } =
    await sql<ViewRow>`SELECT ${COLUMNS} WHERE v.resource = ${resource} AND v.slug = ${slug} AND ${visible(who)}`.execute(
      tx,
    );
  return rows[0];
}

/** Inserts a view; undefined if another one has its slug. */
export async function insertView(tx: Tx, view: NewView): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO saved_view (resource, name, slug, audience, group_id, definition)
    VALUES (${view.resource}, ${view.name}, ${view.slug}, ${view.audience}, ${view.groupId}, ${json(view.definition)}::jsonb)
    ON CONFLICT (tenant_id, resource, slug) WHERE removed_at IS NULL DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}

/** Whether another view of the resource has the slug. */
export async function isSlugTaken(tx: Tx, resource: ViewResource, slug: string, exceptId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM saved_view WHERE resource = ${resource} AND slug = ${slug} AND removed_at IS NULL
    AND id <> ${exceptId}::uuid`.execute(tx);
  return rows.length > 0;
}

export async function updateView(tx: Tx, id: string, ownerId: string, view: NewView): Promise<void> {
  await sql`UPDATE saved_view SET name = ${view.name}, slug = ${view.slug}, audience = ${view.audience}, group_id = ${view.groupId},
    owner_id = ${ownerId}::uuid, definition = ${json(view.definition)}::jsonb WHERE id = ${id}::uuid`.execute(tx);
}

export async function removeView(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`UPDATE saved_view SET removed_at = ${at} WHERE id = ${id}::uuid`.execute(tx);
}

/** Records that the view is used, at most once an hour: precise enough to find unused views. */
export async function noteUse(tx: Tx, view: ViewRow, now: Date): Promise<void> {
  if (view.last_used_at && now.getTime() - view.last_used_at.getTime() < USED_TO_MS) return;
  await sql`UPDATE saved_view SET last_used_at = ${now} WHERE id = ${view.id}::uuid`.execute(tx);
}

export async function countOwn(tx: Tx, userId: string, resource: ViewResource): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM saved_view
    WHERE owner_id = ${userId}::uuid AND resource = ${resource} AND audience = 'private' AND removed_at IS NULL`.execute(
    tx,
  );
  return rows[0]!.count;
}

/** Counts the menu entries that open the view, by its id or slug. */
export async function usesOfView(tx: Tx, id: string, languageId: string): Promise<Use[]> {
  const { rows } = await sql<{ id: string; path: string; title: Texts }>`SELECT m.id, m.path, m.title FROM menu_item m,
      (SELECT ARRAY[v.id::text, v.slug] AS names FROM saved_view v WHERE v.id = ${id}::uuid) v
    WHERE m.removed_at IS NULL AND (m.meta -> 'params' ->> 'view' = ANY(v.names)
      OR substring(m.path FROM '[?&]view=([^&#]*)') = ANY(v.names)) ORDER BY m.priority, m.path`.execute(tx);
  return rows.map((entry) => ({ kind: 'menu', id: entry.id, title: textOf(entry.title, languageId) || entry.path }));
}

export async function hasGroup(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM app_group WHERE id = ${id}`.execute(tx);
  return rows.length > 0;
}

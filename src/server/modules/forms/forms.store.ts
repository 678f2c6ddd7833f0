import { sql } from 'kysely';
import type { Form, FormVersion } from '../../../shared/contracts/forms.contract.ts';
import type { FormBody, Texts } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { replaceUses, usesOfForm } from '../references/index.ts';
import { personRef, personRow } from '../users/index.ts';

export type FormKind = 'task' | 'record' | 'start';

export interface NewForm {
  readonly id: string;
  readonly kind: FormKind;
  readonly title: Texts;
  readonly body: FormBody;
  /** Number of errors in the draft; none if not given. */
  readonly problems?: number;
}

export interface FormRow {
  readonly id: string;
  readonly kind: FormKind;
  readonly title: Texts;
  readonly draft: FormBody;
  readonly published: number | null;
  readonly active: boolean;
  readonly changed: boolean;
  readonly problems: number;
  readonly updated_at: Date;
  readonly version: number;
}

/** Whether the draft differs from the published version. */
export const IS_CHANGED = sql`(f.draft IS DISTINCT FROM
  (SELECT v.body FROM form_version v WHERE v.form_id = f.id AND v.number = f.published))`;
export const FORM_COLUMNS = sql`f.id, f.kind, f.title, f.published, f.active, f.problems, f.updated_at, f.version, ${IS_CHANGED} AS changed`;

export function toForm(row: Omit<FormRow, 'draft'>, body?: FormBody): Form {
  const { id, kind, title, published, active, changed, problems, version } = row;
  return {
    id,
    kind,
    title: { ...title },
    published,
    active,
    changed,
    updated: row.updated_at.toISOString(),
    problems,
    version,
    ...(body && { body: body as Form['body'] }),
  } as Form;
}

/** `lock` locks the row until the end of the transaction. */
export async function readFormRow(tx: Tx, id: string, lock = false): Promise<FormRow | undefined> {
  const { rows } =
    await sql<FormRow>`SELECT ${FORM_COLUMNS}, f.draft FROM form f WHERE f.id = ${id} ${lock ? sql`FOR UPDATE` : sql``}`.execute(
      tx,
    );
  return rows[0];
}

/** Returns false if the id is taken. */
export async function insertForm(tx: Tx, form: NewForm): Promise<boolean> {
  const { rows } = await sql`INSERT INTO form (id, kind, title, draft, problems)
    VALUES (${form.id}, ${form.kind}, ${JSON.stringify(form.title)}::jsonb, ${JSON.stringify(form.body)}::jsonb, ${form.problems ?? 0})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function updateDraft(tx: Tx, form: NewForm, active: boolean): Promise<void> {
  await sql`UPDATE form SET kind = ${form.kind}, title = ${JSON.stringify(form.title)}::jsonb,
    draft = ${JSON.stringify(form.body)}::jsonb, problems = ${form.problems ?? 0}, active = ${active} WHERE id = ${form.id}`.execute(
    tx,
  );
}

/** Deletes a form that was never published. Versions are kept forever, so a published form is only taken out of use. */
export async function removeForm(tx: Tx, form: FormRow): Promise<void> {
  if (form.published === null) await sql`DELETE FROM form WHERE id = ${form.id}`.execute(tx);
  else await sql`UPDATE form SET active = false WHERE id = ${form.id}`.execute(tx);
}

interface FormUse {
  kind: 'task' | 'process' | 'registry' | 'caseType';
  id: string;
  title: string;
}

/** Returns open tasks, active processes, registries and kinds of case that use the form. */
export async function usesOf(tx: Tx, id: string): Promise<FormUse[]> {
  const { rows } = await sql<FormUse>`
    (SELECT 'task' AS kind, t.id::text AS id, t.name AS title FROM task t WHERE t.form_id = ${id} AND t.ended_at IS NULL LIMIT 50)
    UNION ALL
    (SELECT 'process', p.key, p.name FROM process p
      JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number
      WHERE jsonb_path_exists(v.compiled, '$.**.form.** ? (@ == $id)', jsonb_build_object('id', ${id}::text)) LIMIT 50)
    UNION ALL
    (SELECT 'registry', g.id, coalesce(g.title->>'en', g.id) FROM registry g WHERE g.form_id = ${id} LIMIT 50)
    UNION ALL
    (SELECT 'caseType', c.id, coalesce(c.title->>'en', c.id) FROM case_type c WHERE c.start_form_id = ${id} LIMIT 50)`.execute(
    tx,
  );
  return rows;
}

export interface VersionRow {
  readonly number: number;
  readonly body?: FormBody;
  readonly published_at: Date;
  readonly note: string | null;
  readonly by?: Parameters<typeof personRef>[0] | null;
}

export function toVersion(id: string, row: VersionRow): FormVersion {
  return {
    id,
    number: row.number,
    publishedAt: row.published_at.toISOString(),
    note: row.note,
    ...(row.by !== undefined && { publishedBy: row.by && personRef(row.by) }),
    ...(row.body && { body: row.body }),
  } as FormVersion;
}

/** Creates the next version of a form whose row the caller has locked. */
export async function insertVersion(tx: Tx, form: NewForm, digest: Buffer, note: string | null): Promise<VersionRow> {
  const { rows } = await sql<VersionRow>`INSERT INTO form_version (form_id, number, body, sha256, note)
    SELECT ${form.id}, coalesce(max(number), 0) + 1, ${JSON.stringify(form.body)}::jsonb, ${digest}::bytea, ${note}::text
    FROM form_version WHERE form_id = ${form.id} RETURNING number, body, published_at, note`.execute(tx);
  const [version] = rows;
  if (!version) throw new Error(`No version of form ${form.id} was written`);
  await sql`UPDATE form SET published = ${version.number}, active = true WHERE id = ${form.id}`.execute(tx);
  await replaceUses(tx, { kind: 'form', id: form.id, number: version.number }, usesOfForm(form.body));
  return version;
}

/** `own`: written by this transaction, which can still be rolled back. */
export async function readVersion(
  tx: Tx,
  id: string,
  number: number,
): Promise<(VersionRow & { readonly body: FormBody; readonly own: boolean }) | undefined> {
  const { rows } = await sql<VersionRow & { body: FormBody; own: boolean }>`
    SELECT number, body, published_at, note, coalesce(xmin = pg_current_xact_id_if_assigned()::xid, false) AS own
    FROM form_version WHERE form_id = ${id} AND number = ${number}`.execute(tx);
  return rows[0];
}

export async function readVersions(tx: Tx, id: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`SELECT v.number, v.published_at, v.note,
      ${personRow('u')} AS by
    FROM form_version v LEFT JOIN app_user u ON u.id = v.published_by
    WHERE v.form_id = ${id} ORDER BY v.number DESC LIMIT 500`.execute(tx);
  return rows;
}

/** Returns those of the forms that are in use and published. */
export async function publishedIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT f.id FROM form f WHERE f.id = ANY(${[...ids]}::text[]) AND f.active AND f.published IS NOT NULL`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the published number of a form in use and the digest of that version. */
export async function readPublished(tx: Tx, id: string): Promise<{ number: number; sha256: Buffer } | undefined> {
  const { rows } = await sql<{ number: number; sha256: Buffer }>`SELECT v.number, v.sha256 FROM form f
    JOIN form_version v ON v.form_id = f.id AND v.number = f.published WHERE f.id = ${id} AND f.active`.execute(tx);
  return rows[0];
}

import { sql } from 'kysely';
import type { StepEffect } from '../../../shared/contracts/config.rules.ts';
import { json, type Tx } from '../../platform/database.ts';
import { type personRef, personRow } from '../users/index.ts';
import type { Content, StepAction } from './plan.rules.ts';

/** What a step means for data, with the number of rows that it affects. */
export interface Effect {
  readonly code: StepEffect;
  readonly count: number;
}

/** An object of a plan, with the versions that decided what happens to it. */
export interface StoredStep {
  readonly kind: string;
  readonly key: string;
  readonly action: StepAction;
  readonly file: Content;
  readonly current: Content;
  readonly result: Content;
  readonly conflicts: readonly string[];
  readonly effects?: readonly Effect[];
}

export interface NamedContent {
  readonly kind: string;
  readonly key: string;
  readonly content: Content;
}

export interface StoredFault {
  readonly kind: string;
  readonly key: string;
  readonly pointer: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly usedBy?: readonly { readonly kind: string; readonly id: string; readonly title: string }[];
}

export interface NewChange {
  readonly line: string;
  readonly fileSha256: string;
  readonly currentSha256: string;
  readonly prune: boolean;
  readonly unchanged: number;
  readonly steps: readonly StoredStep[];
  readonly faults: readonly StoredFault[];
  /** Objects of the file; null for a plan to roll back. */
  readonly content: readonly NamedContent[] | null;
  readonly rollbackOf: string | null;
}

type Person = Parameters<typeof personRef>[0] | null;

export interface ChangeHead {
  readonly id: string;
  readonly state: 'planned' | 'applied' | 'rolledBack';
  readonly rollbackOf: string | null;
  readonly fileSha256: string;
  readonly createdAt: Date;
  readonly creator: Person;
  readonly appliedAt: Date | null;
  readonly applier: Person;
  readonly counts: Readonly<Record<string, number>>;
  readonly canRollBack: boolean;
}

export interface ChangeRow extends ChangeHead, NewChange {
  readonly before: readonly NamedContent[] | null;
  readonly after: readonly NamedContent[] | null;
  readonly baseBefore: readonly NamedContent[] | null;
}

const PLAN_DAYS = 7;
const KEPT_MONTHS = 24;
const LISTED = 100;

const HEAD = sql`c.id, c.state, c.rollback_of AS "rollbackOf", c.file_sha256 AS "fileSha256", c.created_at AS "createdAt",
  c.applied_at AS "appliedAt", c.state = 'applied' AND c.before IS NOT NULL AS "canRollBack",
  (SELECT ${personRow('u')} FROM app_user u WHERE u.id = c.created_by) AS creator,
  (SELECT ${personRow('u')} FROM app_user u WHERE u.id = c.applied_by) AS applier, c.counts`;

/** Makes other plans and changes of the organisation's configuration wait until this transaction ends. */
export async function lockConfiguration(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('configuration/' || tenant()::text, 0))`.execute(tx);
}

export async function insertChange(tx: Tx, change: NewChange): Promise<string> {
  const { line, fileSha256, currentSha256, prune, unchanged, rollbackOf } = change;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO config_change (line, file_sha256, current_sha256, prune, counts, unchanged, steps, faults, content, rollback_of)
    VALUES (${line}::uuid, ${fileSha256}, ${currentSha256}, ${prune}, ${json(countsOf(change.steps))}::jsonb, ${unchanged}, ${json(change.steps)}::jsonb,
      ${json(change.faults)}::jsonb, ${change.content && json(change.content)}::jsonb, ${rollbackOf}::uuid) RETURNING id`.execute(
    tx,
  );
  return rows[0]!.id;
}

const countsOf = (steps: readonly StoredStep[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(steps, ({ action }) => action)].map(([action, those]) => [action, those.length]));

/** Removes plans that are too old to apply, and what changes of more than two years ago replaced. */
export async function expireChanges(tx: Tx, now: Date): Promise<void> {
  const age = (unit: string) => sql`${now}::timestamptz - ${unit}::interval`;
  await sql`DELETE FROM config_change WHERE state = 'planned' AND created_at < ${age(`${PLAN_DAYS} days`)}`.execute(tx);
  await sql`UPDATE config_change SET before = NULL, after = NULL, base_before = NULL, steps = '[]'
    WHERE before IS NOT NULL AND applied_at < ${age(`${KEPT_MONTHS} months`)}`.execute(tx);
}

export async function listChanges(tx: Tx): Promise<ChangeHead[]> {
  const { rows } =
    await sql<ChangeHead>`SELECT ${HEAD} FROM config_change c ORDER BY c.id DESC LIMIT ${sql.lit(LISTED)}`.execute(tx);
  return rows;
}

export async function readChange(tx: Tx, id: string, lock = false): Promise<ChangeRow | undefined> {
  const { rows } =
    await sql<ChangeRow>`SELECT ${HEAD}, c.line, c.current_sha256 AS "currentSha256", c.prune, c.unchanged, c.steps, c.faults,
      c.content, c.before, c.after, c.base_before AS "baseBefore"
    FROM config_change c WHERE c.id = ${id}::uuid ${lock ? sql`FOR UPDATE OF c` : sql``}`.execute(tx);
  return rows[0];
}

export const isExpired = ({ createdAt }: Pick<ChangeHead, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > PLAN_DAYS * 86_400_000;

interface Applied {
  readonly id: string;
  readonly before: readonly NamedContent[];
  readonly after: readonly NamedContent[];
  readonly baseBefore: readonly NamedContent[];
  readonly at: Date;
  readonly userId: string;
}

export async function markApplied(tx: Tx, { id, before, after, baseBefore, at, userId }: Applied): Promise<void> {
  await sql`UPDATE config_change SET state = 'applied', before = ${json(before)}::jsonb,
      after = ${json(after)}::jsonb, base_before = ${json(baseBefore)}::jsonb, content = NULL, applied_at = ${at}, applied_by = ${userId}::uuid
    WHERE id = ${id}::uuid`.execute(tx);
}

export async function markRolledBack(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE config_change SET state = 'rolledBack' WHERE id = ${id}::uuid`.execute(tx);
}

/** Returns what was applied last from a line of files; undefined if nothing was. */
export async function readBase(tx: Tx, line: string): Promise<readonly NamedContent[] | undefined> {
  const { rows } =
    await sql<NamedContent>`SELECT kind, key, content FROM config_base WHERE line = ${line}::uuid`.execute(tx);
  return rows.length > 0 ? rows : undefined;
}

/** Writes what a line of files has now; content null: it no longer has the object. */
export async function writeBase(tx: Tx, line: string, objects: readonly NamedContent[]): Promise<void> {
  const kept = objects.filter(({ content }) => content !== null);
  const gone = objects.filter(({ content }) => content === null);
  if (gone.length > 0) {
    await sql`DELETE FROM config_base b USING jsonb_to_recordset(${json(gone)}::jsonb) AS n (kind text, key text)
      WHERE b.line = ${line}::uuid AND b.kind = n.kind AND b.key = n.key`.execute(tx);
  }
  if (kept.length === 0) return;
  await sql`INSERT INTO config_base AS b (line, kind, key, content)
    SELECT ${line}::uuid, n.kind, n.key, n.content FROM jsonb_to_recordset(${json(kept)}::jsonb) AS n (kind text, key text, content jsonb)
    ON CONFLICT (tenant_id, line, kind, key) DO UPDATE SET content = excluded.content WHERE b.content <> excluded.content`.execute(
    tx,
  );
}

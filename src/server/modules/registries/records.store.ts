import { sql } from 'kysely';
import type { RegistryRecord } from '../../../shared/contracts/registries.contract.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { json, type Tx } from '../../platform/database.ts';
import { isUuid } from '../../platform/uuid.ts';
import { personRef, personRow } from '../users/index.ts';

type Person = Parameters<typeof personRef>[0];

export interface RecordRow {
  readonly id: string;
  readonly registry_id: string;
  readonly number: string | null;
  readonly title: string;
  readonly status: string | null;
  readonly owner_id: string | null;
  readonly form_number: number | null;
  readonly data: Values;
  readonly hold: boolean;
  readonly purge_after: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly owner: Person | null;
  readonly changer: Person | null;
}

const recordsSql = () => sql`
  SELECT r.id, r.registry_id, r.number, r.title, r.status, r.owner_id, r.form_number, r.data, r.hold, r.purge_after::text AS purge_after, r.version, r.created_at, r.updated_at,
    ${personRow('o')} AS owner, ${personRow('c')} AS changer
  FROM record r LEFT JOIN app_user o ON o.id = r.owner_id LEFT JOIN app_user c ON c.id = ${changedBy('r')}`;

/** Reads a record by its id or number; `removed`: from the bin; `lock` locks it until the end of the transaction. */
export async function readRecord(
  tx: Tx,
  registryId: string,
  name: string,
  { lock = false, removed = false } = {},
): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`${recordsSql()}
    WHERE r.registry_id = ${registryId} AND ${isUuid(name) ? sql`r.id = ${name}::uuid` : sql`r.number = ${name}`} AND r.removed_at IS ${removed ? sql`NOT NULL` : sql`NULL`}
    ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(tx);
  return rows[0];
}

/** Reads records by ids or numbers, in the order of their ids; `lock` locks them until the end of the transaction. */
export async function readRecords(
  tx: Tx,
  registryId: string,
  by: { readonly ids: readonly string[] } | { readonly numbers: readonly string[] },
  lock = false,
): Promise<RecordRow[]> {
  const wanted =
    'ids' in by ? sql`r.id = ANY(${[...by.ids]}::uuid[])` : sql`r.number = ANY(${[...by.numbers]}::text[])`;
  const { rows } =
    await sql<RecordRow>`${recordsSql()} WHERE r.registry_id = ${registryId} AND ${wanted} AND r.removed_at IS NULL
    ORDER BY r.id ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(tx);
  return rows;
}

/** Returns the registry of a record that is not in the bin. */
export async function readRegistryOf(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ registry_id: string }>`
    SELECT registry_id FROM record WHERE id = ${id}::uuid AND removed_at IS NULL`.execute(tx);
  return rows[0]?.registry_id;
}

/** A record as its list names it. */
export type RecordVersion = Pick<RecordRow, 'id' | 'number' | 'title' | 'version'>;

/** Reads those of the records that are in this registry, and not in its bin. */
export async function readVersions(tx: Tx, registryId: string, ids: readonly string[]): Promise<RecordVersion[]> {
  const { rows } = await sql<RecordVersion>`SELECT id, number, title, version FROM record
    WHERE id = ANY(${[...ids]}::uuid[]) AND registry_id = ${registryId} AND removed_at IS NULL`.execute(tx);
  return rows;
}

/** The written fields of a record. */
export interface WrittenRecord {
  readonly title: string;
  readonly status: string | null;
  readonly ownerId: string | null;
  readonly data: Values;
}

export async function insertRecord(
  tx: Tx,
  record: WrittenRecord & {
    readonly id: string;
    readonly registryId: string;
    readonly number: string | null;
    readonly formNumber: number | null;
    readonly caseTypeId?: string;
  },
): Promise<void> {
  await sql`
    INSERT INTO record (id, registry_id, number, title, status, owner_id, form_number, data, case_type_id)
    VALUES (${record.id}::uuid, ${record.registryId}, ${record.number}, ${record.title}, ${record.status}, ${record.ownerId}::uuid,
      ${record.formNumber}, ${json(record.data)}::jsonb, ${record.caseTypeId ?? null})`.execute(tx);
}

export async function writeRecord(tx: Tx, id: string, { title, status, ownerId, data }: WrittenRecord): Promise<void> {
  await sql`UPDATE record SET title = ${title}, status = ${status}, owner_id = ${ownerId}::uuid, data = ${json(data)}::jsonb
    WHERE id = ${id}::uuid`.execute(tx);
}

/** Inserts many records of a registry. */
export async function insertRecords(
  tx: Tx,
  registryId: string,
  records: readonly (WrittenRecord & {
    readonly id: string;
    readonly number: string | null;
    readonly formNumber: number | null;
  })[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`INSERT INTO record (id, registry_id, number, title, status, owner_id, form_number, data)
    SELECT x.id, ${registryId}, x.number, x.title, x.status, x."ownerId", x."formNumber", x.data
    FROM jsonb_to_recordset(${json(records)}::jsonb) AS x(id uuid, number text, title text, status text, "ownerId" uuid, "formNumber" int, data jsonb)`.execute(
    tx,
  );
}

/** Writes many records. */
export async function updateRecords(
  tx: Tx,
  records: readonly (WrittenRecord & { readonly id: string })[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`UPDATE record r SET title = x.title, status = x.status, owner_id = x."ownerId", data = x.data
    FROM jsonb_to_recordset(${json(records)}::jsonb) AS x(id uuid, title text, status text, "ownerId" uuid, data jsonb)
    WHERE r.id = x.id AND r.id = ANY(${records.map(({ id }) => id)}::uuid[])`.execute(tx);
}

export async function setHold(tx: Tx, id: string, hold: boolean): Promise<void> {
  await sql`UPDATE record SET hold = ${hold} WHERE id = ${id}::uuid`.execute(tx);
}

/** Moves a record into the bin at a time, or out of it with null. */
export async function setRemoved(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`UPDATE record SET removed_at = ${at}::timestamptz WHERE id = ${id}::uuid`.execute(tx);
}

export function toRecord(row: RecordRow): RegistryRecord {
  return {
    id: row.id,
    resource: row.registry_id,
    number: row.number,
    title: row.title,
    status: row.status,
    owner: row.owner && personRef(row.owner),
    data: row.data,
    created: row.created_at.toISOString(),
    changed: row.updated_at.toISOString(),
    changedBy: row.changer && personRef(row.changer),
    hold: row.hold,
    keptUntil: row.purge_after,
    version: row.version,
  };
}

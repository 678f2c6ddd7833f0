import { sql } from 'kysely';
import type { ScimLogEntry } from '../../../shared/contracts/scim.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import type { Kind } from './schemas.ts';

const TEXT_MAX = 200;

export interface LogLine {
  readonly clientId: string;
  readonly method: string;
  readonly kind: Kind | null;
  readonly subject: string | null;
  readonly status: number;
  readonly outcome: ScimLogEntry['outcome'];
  readonly notes: ScimLogEntry['notes'];
}

export async function insertLog(tx: Tx, line: LogLine): Promise<void> {
  const { clientId, method, kind, subject, status, outcome } = line;
  const notes = line.notes.map(({ code, value }) => ({ code, value: value.slice(0, TEXT_MAX) }));
  await sql`INSERT INTO scim_log (client_id, method, kind, subject, status, outcome, notes)
    VALUES (${clientId}::uuid, ${method}, ${kind}, ${subject?.slice(0, TEXT_MAX) ?? null}, ${status}, ${outcome}, ${json(notes)}::jsonb)`.execute(
    tx,
  );
}

export async function readLog(
  tx: Tx,
  {
    limit,
    before,
    problems,
  }: { readonly limit: number; readonly before: string | undefined; readonly problems: boolean },
): Promise<ScimLogEntry[]> {
  const { rows } = await sql<
    Omit<ScimLogEntry, 'at' | 'client'> & { at: Date; client: { id: string; name: string } }
  >`SELECT l.id, l.at, jsonb_build_object('id', c.id, 'name', c.name) AS client, l.method, l.kind, l.subject, l.status,
      l.outcome, l.notes
    FROM scim_log l JOIN scim_client c ON c.id = l.client_id
    WHERE true ${before === undefined ? sql`` : sql`AND l.id < ${before}::uuid`}
      ${problems ? sql`AND (l.status >= 400 OR l.notes <> '[]')` : sql``}
    ORDER BY l.id DESC LIMIT ${limit}`.execute(tx);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

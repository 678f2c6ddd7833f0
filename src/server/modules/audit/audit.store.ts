import { sql } from 'kysely';
import type { AuditEntry } from '../../../shared/contracts/audit.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidsOf } from '../../platform/lookup.ts';
import type { RecordViewer } from '../records/index.ts';
import { personRef } from '../users/index.ts';
import { changesOf, inLanguage, isMachineKey, nameIn, referencesOf, type StoredChange } from './audit.changes.ts';
import { auditMessages } from './audit.messages.ts';
import { NAMED_TABLES, type Reference, thingOf } from './audit.things.ts';

type AuditText = Parameters<typeof auditMessages.text>[1];

interface AuditRow extends StoredChange {
  readonly id: string;
  readonly at: Date;
  readonly actor_id: string | null;
  readonly on_behalf_of: string | null;
  readonly subject_id: string | null;
  readonly via: string | null;
  readonly verb: string;
  readonly entity_id: string;
  readonly note: string | null;
  readonly request_id: string | null;
}

/** Reads audit rows in any order, in the words of the viewer's language. */
export async function readAuditEntries(tx: Tx, viewer: RecordViewer, ids: readonly string[]): Promise<AuditEntry[]> {
  const { rows } =
    await sql<AuditRow>`SELECT id, at, actor_id, on_behalf_of, subject_id, via, verb, entity, entity_id, before, after,
      note, request_id FROM audit_log WHERE id = ANY(${[...ids]}::uuid[])
    UNION ALL SELECT id, at, user_id, on_behalf_of, subject_id, via, 'look', kind, entity_id, NULL,
      CASE WHEN confidential IS NOT NULL THEN jsonb_build_object('confidential', confidential) END, NULL, request_id
    FROM look_log WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  const things = rows.flatMap((row) => [thingOf(row.entity, row.entity_id) ?? [], referencesOf(row)].flat());
  const people = await readUsers(tx, [
    ...rows.flatMap((row) => [row.actor_id, row.on_behalf_of, row.subject_id].filter((id) => id !== null)),
    ...things.filter(({ table }) => table === 'app_user').map(({ id }) => id),
  ]);
  const names = await readNames(tx, things);
  const { language, session } = viewer;
  const nameOf = ({ table, id }: Reference): string | undefined => {
    if (table === 'app_user') return people.get(id)?.name;
    const name = names.get(table)?.get(id);
    return typeof name === 'string' ? name : inLanguage(name, language);
  };
  const person = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  return rows.map((row): AuditEntry => {
    const thing = thingOf(row.entity, row.entity_id);
    return {
      id: row.id,
      at: row.at.toISOString(),
      actor: person(row.actor_id),
      onBehalfOf: person(row.on_behalf_of),
      via: viaText(row.via, language),
      verb: row.verb,
      verbText: textOf('verb', row.verb, language),
      entity: row.entity,
      entityText: textOf('entity', row.entity, language),
      entityId: row.entity_id,
      thing:
        (thing && nameOf(thing)) ||
        nameIn(row, language) ||
        person(row.subject_id)?.name ||
        (isMachineKey(row.entity_id) ? textOf('entity', row.entity, language) : row.entity_id),
      subject: person(row.subject_id),
      changes: changesOf(row, { language, timeZone: session.timeZone, nameOf }),
      note: row.note,
      requestId: row.request_id,
    };
  });
}

/** The text of a verb or of a kind of thing; an unknown one is shown as it is stored. */
export function textOf(what: 'verb' | 'entity' | 'via', name: string, language: RecordViewer['language']): string {
  const key = `${what}.${name}`;
  return key in auditMessages.sources.en ? auditMessages.text(language, key as AuditText) : name;
}

/** Channels after which the name of the client can follow, as `scim: Entra`. */
const WITH_CLIENT = ['element', 'scim', 'sync'] as const;

function viaText(via: string | null, language: RecordViewer['language']): string | null {
  if (via === null) return null;
  const channel = WITH_CLIENT.find((one) => via.startsWith(`${one}: `));
  if (!channel) return textOf('via', via, language);
  return auditMessages.text(language, `via.${channel}.of`, { client: via.slice(channel.length + 2) });
}

async function readUsers(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, UserRef>> {
  const ids = uuidsOf([...new Set(keys)]);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Parameters<typeof personRef>[0]>`
    SELECT id, username, name, avatar_file_id AS avatar FROM app_user WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, personRef(row)]));
}

/** Names by table and key, for tables other than that of users. */
async function readNames(
  tx: Tx,
  things: readonly Reference[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, unknown>>> {
  const found = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [table, { key, name, hasUuids }] of Object.entries(NAMED_TABLES)) {
    const keys = [...new Set(things.filter((thing) => thing.table === table).map(({ id }) => id))];
    const wanted = hasUuids ? sql`${uuidsOf(keys)}::uuid[]` : sql`${keys}::text[]`;
    if (keys.length === 0) continue;
    const { rows } = await sql<{
      id: string;
      name: unknown;
    }>`SELECT ${sql.ref(key)}::text AS id, ${sql.raw(name)} AS name
      FROM ${sql.table(table)} WHERE ${sql.ref(key)} = ANY(${wanted})`.execute(tx);
    found.set(table, new Map(rows.map((row) => [row.id, row.name])));
  }
  return found;
}

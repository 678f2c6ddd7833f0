import { sql } from 'kysely';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { DatabaseError, type Tx } from '../../platform/database.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import type { ImportCall, WrittenRow } from '../imports/index.ts';
import { removeAccounts } from '../signin/index.ts';
import { type PersonEntry, scopeOf } from './person-entry.ts';

const USED: FieldError = { pointer: '', code: 'import.changed_meanwhile' };

/** Removes users whom an import added. Users who have signed in, or to whom something refers, stay. */
export async function removePeople(call: ImportCall, people: readonly PersonEntry[]): Promise<WrittenRow[]> {
  if (people.length === 0) return [];
  const keys = people.map(({ id }) => id);
  const used = await findUsed(call, keys);
  const free = keys.filter((key) => !used.has(key));
  if (!(await tryRemove(call, free))) {
    // Something refers to one of them: the others can still go.
    for (const key of free) if (!(await tryRemove(call, [key]))) used.add(key);
  }
  return keys.map((id) => (used.has(id) ? { fault: USED } : { id, version: 0 }));
}

/** Returns users who have signed in, and assignees of tasks, to whom no foreign key refers. */
async function findUsed({ tx, session }: ImportCall, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT assignee_id AS id FROM task
    WHERE assignee_id = ANY(${[...keys]}::uuid[])`.execute(tx);
  await continueAs(tx, 'signin');
  const signedIn = await sql<{
    id: string;
  }>`SELECT i.user_id AS id FROM user_identity i LEFT JOIN idn_user u ON u.sub::text = i.subject
    WHERE i.tenant_id = ${session.tenantId} AND i.user_id = ANY(${[...keys]}::uuid[])
      AND (i.last_used_at IS NOT NULL OR u.status IS DISTINCT FROM 'FORCE_CHANGE_PASSWORD')`.execute(tx);
  await continueAs(tx, scopeOf(session));
  return new Set([...rows, ...signedIn.rows].map(({ id }) => id));
}

async function tryRemove(call: ImportCall, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true;
  try {
    await call.tx.transaction().execute((tx) => removeRows(tx, call, keys));
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code.startsWith('23')) return false;
    throw error;
  }
}

async function removeRows(tx: Tx, { session }: ImportCall, keys: readonly string[]): Promise<void> {
  const users = sql`${[...keys]}::uuid[]`;
  await continueAs(tx, 'signin');
  await removeAccounts(tx, session.tenantId, keys);
  await continueAs(tx, scopeOf(session));
  await sql`DELETE FROM user_manager WHERE user_id = ANY(${users})`.execute(tx);
  await sql`DELETE FROM user_department WHERE user_id = ANY(${users})`.execute(tx);
  await sql`DELETE FROM tagging WHERE entity = 'user' AND entity_id = ANY(${users})`.execute(tx);
  await sql`DELETE FROM group_member WHERE user_id = ANY(${users})`.execute(tx);
  await sql`DELETE FROM app_user WHERE id = ANY(${users})`.execute(tx);
}

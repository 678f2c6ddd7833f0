import { sql } from 'kysely';
import type { FormFragment } from '../../../shared/contracts/form-fragments.contract.ts';
import type { Tx } from '../../platform/database.ts';

export type NewFragment = Pick<FormFragment, 'name' | 'nodes'>;

const COLUMNS = sql`id, name, nodes, version`;

export async function listFragments(tx: Tx): Promise<FormFragment[]> {
  return (await sql<FormFragment>`SELECT ${COLUMNS} FROM form_fragment ORDER BY lower(name), id`.execute(tx)).rows;
}

export async function countFragments(tx: Tx): Promise<number> {
  return (
    (await sql<{ count: number }>`SELECT count(*)::int AS count FROM form_fragment`.execute(tx)).rows[0]?.count ?? 0
  );
}

/** Reads a fragment and locks its row until the end of the transaction. */
export async function readFragment(tx: Tx, id: string): Promise<FormFragment | undefined> {
  return (await sql<FormFragment>`SELECT ${COLUMNS} FROM form_fragment WHERE id = ${id} FOR UPDATE`.execute(tx))
    .rows[0];
}

/** Returns undefined if the name is taken. */
export async function insertFragment(tx: Tx, { name, nodes }: NewFragment): Promise<FormFragment | undefined> {
  const { rows } = await sql<FormFragment>`INSERT INTO form_fragment (name, nodes)
    VALUES (${name}, ${JSON.stringify(nodes)}::jsonb) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`.execute(tx);
  return rows[0];
}

/** Returns undefined if another fragment has the name. */
export async function updateFragment(
  tx: Tx,
  id: string,
  { name, nodes }: NewFragment,
): Promise<FormFragment | undefined> {
  const { rows } =
    await sql<FormFragment>`UPDATE form_fragment SET name = ${name}, nodes = ${JSON.stringify(nodes)}::jsonb
    WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM form_fragment o WHERE lower(o.name) = lower(${name}) AND o.id <> ${id})
    RETURNING ${COLUMNS}`.execute(tx);
  return rows[0];
}

export async function removeFragment(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM form_fragment WHERE id = ${id}`.execute(tx);
}

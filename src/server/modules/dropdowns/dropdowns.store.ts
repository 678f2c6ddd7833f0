import { sql } from 'kysely';
import type { Dropdown } from '../../../shared/contracts/dropdowns.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import type { Tx } from '../../platform/database.ts';

export interface DropdownRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly options: number;
  readonly version: number;
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

export const DROPDOWN_COLUMNS = sql`d.id, d.name, d.description, d.version, d.updated_at,
  (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('d')}) AS changer,
  (SELECT count(*)::int FROM dropdown_option o WHERE o.dropdown_id = d.id) AS options`;

export function toDropdown({ id, name, description, options, version }: DropdownRow): Dropdown {
  return { id, name, description, options, version };
}

/** `lock` locks the dropdown until the end of the transaction, which serialises changes to its options, their number and order. */
export async function readDropdown(tx: Tx, id: string, lock = false): Promise<DropdownRow | undefined> {
  const { rows } = await sql<DropdownRow>`SELECT ${DROPDOWN_COLUMNS} FROM dropdown d WHERE d.id = ${id}
    ${lock ? sql`FOR UPDATE` : sql``}`.execute(tx);
  return rows[0];
}

/** Returns false if the id is taken. */
export async function insertDropdown(
  tx: Tx,
  { id, name, description }: Pick<Dropdown, 'id' | 'name' | 'description'>,
): Promise<boolean> {
  const { rows } = await sql`INSERT INTO dropdown (id, name, description) VALUES (${id}, ${name}, ${description})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function updateDropdown(
  tx: Tx,
  { id, name, description }: Pick<Dropdown, 'id' | 'name' | 'description'>,
): Promise<void> {
  await sql`UPDATE dropdown SET name = ${name}, description = ${description} WHERE id = ${id}`.execute(tx);
}

/** Removes the dropdown with its options. */
export async function removeDropdown(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM dropdown_option WHERE dropdown_id = ${id}`.execute(tx);
  await sql`DELETE FROM dropdown WHERE id = ${id}`.execute(tx);
}

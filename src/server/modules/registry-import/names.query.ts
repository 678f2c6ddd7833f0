import { sql } from 'kysely';
import type { DataField, Texts } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import type { CallerSession } from '../../platform/session.ts';
import { isUuid } from '../../platform/uuid.ts';
import { findRegistry } from '../records/index.ts';

/** Ids by name in lower case; several where a name is ambiguous. */
export type Names = ReadonlyMap<string, ReadonlySet<string>>;

interface Named {
  readonly id: string;
  readonly names: readonly (string | null)[];
}

/** Whether cells of the field name something by code or name. */
export function isReference({ type }: DataField): boolean {
  return ['radio', 'dropdown', 'multiSelect', 'user', 'users', 'department', 'company', 'dimension', 'record'].includes(
    type,
  );
}

/** Finds what cells of a field can mean: ids of options, users and other objects by code, name or id. */
export async function findNames(
  viewer: { readonly tx: Tx; readonly session: CallerSession },
  node: DataField,
  names: readonly string[],
): Promise<Names> {
  return collect(await find(viewer, node, [...new Set(names.map((name) => name.toLowerCase()))]));
}

async function find(
  { tx, session }: { readonly tx: Tx; readonly session: CallerSession },
  node: DataField,
  names: readonly string[],
): Promise<readonly Named[]> {
  if (names.length === 0) return [];
  switch (node.type) {
    case 'radio':
    case 'dropdown':
    case 'multiSelect':
      return node.source ? findOptions(tx, node.source.dropdownId) : (node.options ?? []).map(namesOfOption);
    case 'user':
    case 'users':
      return findUsers(tx, names);
    case 'department':
    case 'company':
      return findCoded(tx, node.type === 'company' ? 'company' : 'department');
    case 'dimension':
      return findValues(tx, node.dimension ?? '');
    case 'record':
      return findRecords({ tx, session }, node.resource ?? '', names);
    default:
      return [];
  }
}

const namesOfOption = ({ id, text }: { readonly id: string; readonly text: Texts }): Named => ({
  id,
  names: [id, ...Object.values(text)],
});

async function findOptions(tx: Tx, dropdownId: string): Promise<Named[]> {
  const { rows } = await sql<{ id: string; text: string; texts: string[] }>`
    SELECT o.id, o.default_text AS text, ARRAY(SELECT t.text FROM dropdown_option_text t
      WHERE t.dropdown_id = o.dropdown_id AND t.option_id = o.id) AS texts
    FROM dropdown_option o WHERE o.dropdown_id = ${dropdownId}`.execute(tx);
  return rows.map(({ id, text, texts }) => ({ id, names: [id, text, ...texts] }));
}

/** Users by username, e-mail address or name. */
export async function findUsers(tx: Tx, names: readonly string[]): Promise<Named[]> {
  const wanted = sql`${[...names]}::text[]`;
  const { rows } = await sql<{ id: string; username: string; email: string | null; name: string | null }>`
    SELECT id, username, email_key AS email, name FROM app_user WHERE id IN (
        SELECT id FROM app_user WHERE username = ANY(${wanted})
        UNION SELECT id FROM app_user WHERE email_key COLLATE "C" = ANY(${wanted})
        UNION SELECT id FROM app_user WHERE name_key = ANY(${wanted})
        UNION SELECT id FROM app_user WHERE id = ANY(${names.filter(isUuid)}::uuid[]))
      AND status <> 'erased' AND source <> 'partner'`.execute(tx);
  return rows.map(({ id, username, email, name }) => ({ id, names: [id, username, email, name] }));
}

async function findCoded(tx: Tx, table: 'department' | 'company'): Promise<Named[]> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    SELECT id, code, name FROM ${sql.table(table)} WHERE active`.execute(tx);
  return rows.map(({ id, code, name }) => ({ id, names: [id, code, name] }));
}

async function findValues(tx: Tx, dimension: string): Promise<Named[]> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`SELECT v.id, v.code, v.name
    FROM dimension_value v JOIN dimension d ON d.id = v.dimension_id WHERE d.code = ${dimension} AND v.active`.execute(
    tx,
  );
  return rows.map(({ id, code, name }) => ({ id, names: [id, code, name] }));
}

/** Records that the user may read, by number or title. */
async function findRecords(
  { tx, session }: { readonly tx: Tx; readonly session: CallerSession },
  resource: string,
  names: readonly string[],
): Promise<Named[]> {
  const registry = await findRegistry(tx, session, resource);
  if (!registry) return names.filter(isUuid).map((id) => ({ id, names: [id] }));
  const wanted = sql`${[...names]}::text[]`;
  const { rows } = await sql<{ id: string; number: string; title: string }>`
    SELECT record_id AS id, number, title FROM record_index WHERE registry_id = ${registry.id} AND record_id IN (
      SELECT record_id FROM record_index WHERE registry_id = ${registry.id} AND number = ANY(${wanted})
      UNION SELECT record_id FROM record_index WHERE registry_id = ${registry.id} AND title = ANY(${wanted})
      UNION SELECT record_id FROM record_index WHERE record_id = ANY(${names.filter(isUuid)}::uuid[]))`.execute(tx);
  return rows.map(({ id, number, title }) => ({ id, names: [id, number, title] }));
}

/** A code or id decides before a name: names are listed after them. */
export function collect(entries: readonly Named[]): Names {
  const found = new Map<string, Set<string>>();
  const exact = new Set<string>();
  for (const { id, names } of entries) {
    for (const [place, name] of names.entries()) {
      const key = name?.toLowerCase();
      if (!key) continue;
      if (place < CODES) {
        found.set(key, new Set([id]));
        exact.add(key);
      } else if (!exact.has(key)) found.set(key, new Set([...(found.get(key) ?? []), id]));
    }
  }
  return found;
}

/** Number of unique names at the start: the id and the code. */
const CODES = 2;

import { sql } from 'kysely';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import { BUILT_IN_ISSUER } from '../../platform/auth/built-in-issuer.ts';
import type { Tx } from '../../platform/database.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import type { EntryRow, ImportCall, ImportChoice } from '../imports/index.ts';
import { ADMINISTRATORS } from '../users/index.ts';
import { type PersonEntry, scopeOf } from './person-entry.ts';

/** Entries by lower-case code, id or name, tags also by exact name; several where a name is ambiguous. */
type Names = ReadonlyMap<string, readonly ImportChoice[]>;

/** What cells of users refer to. */
export interface Known {
  readonly languages: ReadonlyMap<string, string>;
  readonly defaultLanguage: string;
  readonly groups: Names;
  readonly tags: Names;
  readonly departments: Names;
  readonly companies: Names;
  /** Users who can be managers, by username, address or name. */
  readonly managers: Names;
  /** Usernames that exist in any organisation. */
  readonly takenUsernames: ReadonlySet<string>;
  /** Verified addresses with the key of their user in this organisation; null: in another one. */
  readonly addressOwners: ReadonlyMap<string, string | null>;
  /** Keys of users by external id. */
  readonly externalOwners: ReadonlyMap<string, string>;
}

export const partsOf = (cell: string): string[] => cell.split(',').flatMap((part) => part.trim() || []);

type Row = EntryRow<PersonEntry>;

/** Reads what the rows refer to, in few statements. */
export async function readKnown(call: ImportCall, rows: readonly Row[]): Promise<Known> {
  const { tx, session } = call;
  const cells = (field: string) => [...new Set(rows.flatMap((row) => row.cells[field] || []))];
  const { languages, defaultLanguage } = await readLanguages(tx, session.tenantId);
  const groups = await readGroups(tx);
  const tags = cells('tags').length === 0 ? new Map() : await readTagNames(tx);
  const departments = await readCoded(tx, 'department', cells('department'));
  const companies = await readCoded(tx, 'company', cells('company'));
  const managers = await readManagers(tx, cells('manager'));
  const externalOwners = await readExternalOwners(tx, cells('externalId'));
  const added = rows.filter(({ current }) => current === undefined);
  const usernames = added.flatMap((row) => row.cells.username?.toLowerCase() || []);
  const accounts = await readAccounts(call, usernames, cells('email'));
  return { languages, defaultLanguage, groups, tags, departments, companies, managers, externalOwners, ...accounts };
}

async function readLanguages(tx: Tx, tenantId: number): Promise<Pick<Known, 'languages' | 'defaultLanguage'>> {
  const { rows } = await sql<{ ids: string[]; own: string }>`SELECT
    ARRAY(SELECT language_id FROM language WHERE enabled) AS ids, (SELECT language_id FROM tenant WHERE id = ${tenantId}) AS own`.execute(
    tx,
  );
  const { ids, own } = rows[0]!;
  const names = LANGUAGES.map((id): [string, string] => [languageName(id).toLowerCase(), id]);
  return {
    languages: new Map([...names, ...ids.map((id): [string, string] => [id.toLowerCase(), id])]),
    defaultLanguage: own,
  };
}

export async function readGroupNames(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM app_group`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function readProductGroups(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM app_group WHERE kind = 'product' OR id = ANY(${[...ADMINISTRATORS]}::text[])`.execute(tx);
  return rows.map(({ id }) => id);
}

async function readGroups(tx: Tx): Promise<Names> {
  const names = await readGroupNames(tx);
  const ids = [...names].map(([id, text]) => ({ names: [text], choice: { id, text } }));
  const byName = collect(ids);
  // Ids are unique, and come before names.
  for (const [id, text] of names) byName.set(id.toLowerCase(), [{ id, text }]);
  return byName;
}

async function readTagNames(tx: Tx): Promise<Names> {
  const { rows } = await sql<ImportChoice>`SELECT id, name AS text FROM tag`.execute(tx);
  const byName = collect(rows.map((choice) => ({ names: [choice.text], choice })));
  // Tags can differ in case only.
  for (const choice of rows) byName.set(choice.text, [choice]);
  return byName;
}

async function readCoded(tx: Tx, table: 'department' | 'company', cells: readonly string[]): Promise<Names> {
  if (cells.length === 0) return new Map();
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    SELECT id, code, name FROM ${sql.table(table)} WHERE active`.execute(tx);
  const byName = collect(rows.map(({ id, name }) => ({ names: [name], choice: { id, text: name } })));
  for (const { id, code, name } of rows) byName.set(code.toLowerCase(), [{ id, text: name }]);
  return byName;
}

async function readManagers(tx: Tx, cells: readonly string[]): Promise<Names> {
  if (cells.length === 0) return new Map();
  const names = [...new Set(cells.flatMap((cell) => [cell, ...partsOf(cell)]).map((one) => one.toLowerCase()))];
  const { rows } = await sql<{ username: string; email: string | null; name: string | null }>`
    SELECT username, email_key AS email, name FROM app_user WHERE id IN (
        SELECT id FROM app_user WHERE username = ANY(${names}::text[])
        UNION SELECT id FROM app_user WHERE email_key COLLATE "C" = ANY(${names}::text[])
        UNION SELECT id FROM app_user WHERE name_key = ANY(${names}::text[]))
      AND status IN ('active', 'invited') AND source <> 'partner'`.execute(tx);
  const people = rows.map(({ username, email, name }) => {
    return { names: [email ?? '', name ?? ''], choice: { id: username, text: name ?? username } };
  });
  const found = collect(people);
  for (const { choice } of people) found.set(choice.id, [choice]);
  return found;
}

function collect(entries: readonly { readonly names: readonly string[]; readonly choice: ImportChoice }[]) {
  const found = new Map<string, ImportChoice[]>();
  for (const { names, choice } of entries) {
    for (const name of names) {
      const key = name.toLowerCase();
      if (key !== '') found.set(key, [...(found.get(key) ?? []), choice]);
    }
  }
  return found;
}

async function readExternalOwners(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ externalId: string; id: string }>`SELECT external_id AS "externalId", id FROM app_user
    WHERE external_id = ANY(${[...ids]}::text[]) AND source <> 'partner' AND status <> 'erased'`.execute(tx);
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}

/** Reads accounts, which belong to the role of the sign-in, and usernames of this organisation without an account. */
async function readAccounts(
  { tx, session }: ImportCall,
  usernames: readonly string[],
  emails: readonly string[],
): Promise<Pick<Known, 'takenUsernames' | 'addressOwners'>> {
  const own = await sql<{
    username: string;
  }>`SELECT username FROM app_user WHERE username = ANY(${[...usernames]}::text[])`.execute(tx);
  await continueAs(tx, 'signin');
  const accounts = await sql<{
    username: string;
  }>`SELECT username FROM idn_user WHERE username = ANY(${[...usernames]}::text[])`.execute(tx);
  const owners = await sql<{ email: string; userId: string | null }>`
    SELECT lower(u.email) AS email, i.user_id AS "userId" FROM idn_user u
      LEFT JOIN user_identity i ON i.issuer = ${BUILT_IN_ISSUER} AND i.subject = u.sub::text AND i.tenant_id = ${session.tenantId}
    WHERE u.email_verified AND lower(u.email) = ANY(${emails.map((one) => one.toLowerCase())}::text[])`.execute(tx);
  await continueAs(tx, scopeOf(session));
  return {
    takenUsernames: new Set([...own.rows, ...accounts.rows].map(({ username }) => username)),
    addressOwners: new Map(owners.rows.map(({ email, userId }) => [email, userId])),
  };
}

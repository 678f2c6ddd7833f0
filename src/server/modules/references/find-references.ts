import { sql } from 'kysely';
import type { OptionProperties } from '../../../shared/contracts/dropdowns.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidsOf } from '../../platform/look-up.ts';
import { personRef } from '../users/index.ts';

/** What values of a form name. Kinds that are left out are not looked for. */
interface Wanted {
  readonly options?: readonly { readonly dropdownId: string; readonly optionId: string }[];
  /** Keys of people. */
  readonly users?: readonly string[];
  readonly departments?: readonly string[];
  readonly companies?: readonly string[];
  /** `dimension` is the code of the dimension, `valueId` the id of one of its values. */
  readonly dimensionValues?: readonly { readonly dimension: string; readonly valueId: string }[];
}

/** `active` false: it is there, is shown where it was chosen, and may not be chosen anew. */
interface FoundOption {
  readonly id: string;
  /** In the language that was asked for, else the default text. */
  readonly text: string;
  readonly properties: OptionProperties;
  readonly active: boolean;
}
interface FoundUser extends UserRef {
  readonly active: boolean;
}
interface FoundThing {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
}

/** What there is of what was wanted. What is not in it does not exist for the caller. */
interface Found {
  option(dropdownId: string, optionId: string): FoundOption | undefined;
  user(key: string): FoundUser | undefined;
  department(id: string): FoundThing | undefined;
  company(id: string): FoundThing | undefined;
  /** Undefined also when the value is one of another dimension. */
  dimensionValue(dimension: string, valueId: string): FoundThing | undefined;
}

/**
 * Looks up what a submission names: one round trip for each kind that is wanted, however many there are. The policies
 * of the transaction decide what is visible, so an id of another organisation is never found; nor is what is no id at
 * all. Erased people are not found.
 */
export async function findReferences(tx: Tx, wanted: Wanted, languageId: string): Promise<Found> {
  const options = await findOptions(tx, wanted.options ?? [], languageId);
  const users = await findUsers(tx, uuidsOf(wanted.users ?? []));
  const departments = await findThings(tx, 'department', uuidsOf(wanted.departments ?? []));
  const companies = await findThings(tx, 'company', uuidsOf(wanted.companies ?? []));
  const values = await findDimensionValues(tx, wanted.dimensionValues ?? []);
  return {
    option: (dropdownId, optionId) => options.get(nameOf(dropdownId, optionId)),
    user: (key) => users.get(key.toLowerCase()),
    department: (id) => departments.get(id.toLowerCase()),
    company: (id) => companies.get(id.toLowerCase()),
    dimensionValue: (dimension, valueId) => values.get(nameOf(dimension, valueId.toLowerCase())),
  };
}

/**
 * Whether an option has the properties that the filter of a field asks for. A number or a truth is compared by how it
 * is written; a filter without a value (a field that nobody has filled in) lets everything pass.
 */
export function fitsFilter(
  option: Pick<FoundOption, 'properties'>,
  filter: Readonly<Record<string, string | number | boolean | null>>,
): boolean {
  return Object.entries(filter).every(([name, value]) => {
    if (value === null || value === '') return true;
    return Object.hasOwn(option.properties, name) && String(option.properties[name]) === String(value);
  });
}

const nameOf = (one: string, other: string) => JSON.stringify([one, other]);

async function findOptions(
  tx: Tx,
  wanted: NonNullable<Wanted['options']>,
  languageId: string,
): Promise<ReadonlyMap<string, FoundOption>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<FoundOption & { dropdownId: string }>`
    SELECT o.dropdown_id AS "dropdownId", o.id, coalesce(t.text, o.default_text) AS text, o.properties, o.active
    FROM dropdown_option o LEFT JOIN dropdown_option_text t
      ON t.dropdown_id = o.dropdown_id AND t.option_id = o.id AND t.language_id = ${languageId}
    WHERE (o.dropdown_id, o.id) IN (SELECT w.d, w.o
      FROM unnest(${wanted.map(({ dropdownId }) => dropdownId)}::text[], ${wanted.map(({ optionId }) => optionId)}::text[]) AS w (d, o))`.execute(
    tx,
  );
  return new Map(rows.map(({ dropdownId, ...option }) => [nameOf(dropdownId, option.id), option]));
}

async function findUsers(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, FoundUser>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ active: boolean } & Parameters<typeof personRef>[0]>`
    SELECT id, username, name, avatar_file_id AS avatar, status = 'active' AS active FROM app_user
    WHERE id = ANY(${[...keys]}::uuid[]) AND status <> 'erased'`.execute(tx);
  return new Map(rows.map((row) => [row.id, { ...personRef(row), active: row.active }]));
}

async function findThings(
  tx: Tx,
  table: 'department' | 'company',
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundThing>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FoundThing>`SELECT id, code, name, active FROM ${sql.table(table)}
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function findDimensionValues(
  tx: Tx,
  wanted: NonNullable<Wanted['dimensionValues']>,
): Promise<ReadonlyMap<string, FoundThing>> {
  const ids = uuidsOf(wanted.map(({ valueId }) => valueId));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FoundThing & { dimension: string }>`
    SELECT d.code AS dimension, v.id, v.code, v.name, v.active AND d.active AS active
    FROM dimension_value v JOIN dimension d ON d.id = v.dimension_id WHERE v.id = ANY(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ dimension, ...value }) => [nameOf(dimension, value.id), value]));
}

import { sql } from 'kysely';
import { createDimensionValue, DIMENSION_LEVELS_MAX } from '../../../shared/contracts/dimensions.contract.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Tx } from '../../platform/database.ts';
import { bodyCheck } from '../../platform/http/readable.ts';
import { levelsOf } from '../../platform/tree-levels.ts';
import {
  bodyFaults,
  CHANGED,
  type CheckedRow,
  type CurrentEntry,
  chooseEntry,
  type EntryChange,
  type EntryRow,
  faultsOfError,
  type ImportCall,
  type ImportChoice,
  type ImportResource,
  listColumns,
  namesOf,
  statusCells,
  type WrittenRow,
  writeEach,
} from '../imports/index.ts';
import { dimensionMessages } from './dimensions.messages.ts';
import { dimensionValuesResource } from './values.resource.ts';
import { assertPlace } from './values.routes.ts';
import { insertValue, removeValue, updateValue, usesOfValue } from './values.store.ts';

interface Values {
  readonly dimension: ImportChoice | null;
  readonly code: string;
  readonly name: string;
  /** By code: new ones have no id yet. */
  readonly parent: ImportChoice | null;
  readonly status: 'active' | 'inactive';
}

const check = bodyCheck(createDimensionValue.body);
const statusOf = statusCells(['active', 'inactive'], (language, id) =>
  dimensionMessages.text(language, `status.${id}`),
);

/** Values of dimensions as a resource of imports (ADM-08), by dimension and code and in any order. */
export const dimensionValuesImport: ImportResource = {
  name: 'dimension_values',
  scope: 'reference',
  columns: listColumns(dimensionValuesResource, {
    status: { text: (value, language) => dimensionMessages.text(language, `status.${value as Values['status']}`) },
  }),
  keys: ['code'],
  within: 'dimension',
  async find(call, _key, keys) {
    const dimensions = await readDimensionNames(call.tx);
    const named = keys.map((key) => {
      const place = key.indexOf('\n');
      const [dimension, code] = [key.slice(0, place), key.slice(place + 1)];
      const found = dimensions.byName.get(dimension) ?? [];
      return { key, code, dimension: found.length === 1 ? found[0]!.id : null };
    });
    const found = await read(
      call,
      sql`(v.dimension_id, v.code) IN (SELECT d, c FROM unnest(${named.map(({ dimension }) => dimension)}::uuid[],
        ${named.map(({ code }) => code)}::text[]) AS x(d, c))`,
    );
    const byPlace = new Map(found.map((one) => [placeOf(one.values as unknown as Values), one]));
    return new Map(
      named.flatMap(({ key, code, dimension }) => {
        const one = byPlace.get(`${dimension} ${code}`);
        return one ? [[key, [one]] as const] : [];
      }),
    );
  },
  findByIds: (call, ids) => read(call, sql`v.id = ANY(${[...ids]}::uuid[])`),
  check: checkRows,
  write: (call, changes) => writeEach(changes, (change) => writeValue(call, change)),
};

const placeOf = ({ dimension, code }: Pick<Values, 'dimension' | 'code'>): string => `${dimension?.id} ${code}`;

/** Dimensions by code or name, in lower case. */
async function readDimensionNames(tx: Tx) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`SELECT id, code, name FROM dimension
    WHERE removed_at IS NULL`.execute(tx);
  const names = namesOf(rows.map(({ id, code, name }) => ({ code, names: [name], choice: { id, text: name } })));
  const byName = new Map(names.byName);
  // Codes are unique, and come before names.
  for (const { id, code, name } of rows) byName.set(code.toLowerCase(), [{ id, text: name }]);
  return { byCode: names.byCode, byName };
}

async function read(
  { tx, isWriting }: ImportCall,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<CurrentEntry[]> {
  const { rows } = await sql<Values & { id: string; version: number }>`SELECT v.id, v.version, v.code, v.name,
      (SELECT jsonb_build_object('id', d.id, 'text', d.name) FROM dimension d WHERE d.id = v.dimension_id) AS dimension,
      (SELECT jsonb_build_object('id', p.code, 'text', p.name) FROM dimension_value p WHERE p.id = v.parent_id) AS parent,
      CASE WHEN v.active THEN 'active' ELSE 'inactive' END AS status
    FROM dimension_value v WHERE ${condition} AND v.removed_at IS NULL ORDER BY v.id ${isWriting ? sql`FOR UPDATE` : sql``}`.execute(
    tx,
  );
  return rows.map(({ id, version, ...values }) => ({ id, version, name: values.name, values: { ...values } }));
}

interface Known {
  readonly code: string;
  readonly name: string;
  readonly parentCode: string | null;
}

async function readKnown(tx: Tx, dimensions: readonly string[]): Promise<Map<string, Known[]>> {
  const { rows } = await sql<Known & { dimension: string }>`SELECT v.dimension_id AS dimension, v.code, v.name,
      (SELECT p.code FROM dimension_value p WHERE p.id = v.parent_id) AS "parentCode"
    FROM dimension_value v WHERE v.dimension_id = ANY(${[...dimensions]}::uuid[]) AND v.removed_at IS NULL`.execute(tx);
  const known = new Map<string, Known[]>(dimensions.map((id) => [id, []]));
  for (const { dimension, ...one } of rows) known.get(dimension)!.push(one);
  return known;
}

async function checkRows({ tx, isWriting }: ImportCall, rows: readonly EntryRow[]): Promise<CheckedRow[]> {
  const dimensions = await readDimensionNames(tx);
  const places = rows.map(({ cells, current }) => {
    const faults: FieldError[] = [];
    const before = (current?.values as unknown as Values | undefined)?.dimension ?? null;
    const cell = cells.dimension ?? '';
    const choice = before ?? chooseEntry(dimensions, 'dimension', cell, null, faults);
    if (choice === null && faults.length === 0) {
      faults.push({ pointer: '/dimension', code: 'field.required', params: { attribute: 'dimension' } });
    }
    return { choice, faults };
  });
  const ids = [...new Set(places.flatMap(({ choice }) => choice?.id ?? []))].sort();
  if (isWriting) await sql`SELECT 1 FROM dimension WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const known = await readKnown(tx, ids);
  const results = new Array<CheckedRow>(rows.length);
  for (const [index, { faults }] of places.entries()) if (faults.length > 0) results[index] = { faults };
  for (const id of ids) {
    const own = [...places.keys()].filter((index) => places[index]!.choice?.id === id && results[index] === undefined);
    const checked = checkDimension(
      known.get(id)!,
      places[own[0]!]?.choice ?? null,
      own.map((index) => rows[index]!),
    );
    for (const [place, index] of own.entries()) results[index] = checked[place]!;
  }
  return results;
}

/** Checks rows of one dimension. */
function checkDimension(
  known: readonly Known[],
  dimension: ImportChoice | null,
  rows: readonly EntryRow[],
): CheckedRow[] {
  const codeOf = ({ key }: EntryRow) => key.slice(key.indexOf('\n') + 1);
  const before = new Map(known.map((one) => [one.code, one]));
  const added = rows.flatMap((row) => (row.current ? [] : { code: codeOf(row), name: row.cells.name ?? '' }));
  const parents = namesOf(
    [...known, ...added].map(({ code, name }) => ({ code, names: [name], choice: { id: code, text: name } })),
  );
  // Rows can name their dimension by code or by name.
  const keyOf = new Map(rows.map((row) => [row.current ? String(row.current.values.code) : codeOf(row), [row.key]]));
  const seen = new Set<string>();
  const results = rows.map((row): { readonly values: Values } | { readonly faults: FieldError[] } => {
    const { cells, current } = row;
    const old = current?.values as unknown as Values | undefined;
    const faults: FieldError[] = [];
    const code = old?.code ?? codeOf(row);
    const values: Values = {
      dimension,
      code,
      name: cells.name ?? old?.name ?? '',
      parent: chooseEntry(parents, 'parent', cells.parent, old?.parent ?? null, faults),
      status: statusOf('status', cells.status, faults) ?? old?.status ?? 'active',
    };
    faults.push(...bodyFaults(check, { code, name: values.name }));
    // The same dimension by code in one row and by name in another.
    if (seen.has(code)) faults.push({ pointer: '/code', code: 'dimension_value.code_taken', params: { value: code } });
    seen.add(code);
    return faults.length > 0 ? { faults } : { values };
  });
  for (let refused = true; refused; ) {
    refused = false;
    const after = new Map<string, { readonly parentCode: string | null }>(before);
    for (const one of results) {
      if ('values' in one) after.set(one.values.code, { parentCode: one.values.parent?.id ?? null });
    }
    const levels = levelsOf(after);
    for (const [index, one] of results.entries()) {
      if (!('values' in one)) continue;
      const fault = placeFault(after, levels.get(one.values.code)!, one.values.parent);
      if (!fault) continue;
      results[index] = { faults: [fault] };
      refused = true;
    }
  }
  return results.map((one): CheckedRow => {
    if ('faults' in one) return one;
    const { values } = one;
    return { values: { ...values }, name: values.name, follows: keyOf.get(values.parent?.id ?? '') ?? [] };
  });
}

function placeFault(
  after: ReadonlyMap<string, unknown>,
  level: number | 'circle',
  parent: ImportChoice | null,
): FieldError | undefined {
  const pointer = '/parent';
  if (parent && !after.has(parent.id)) {
    return { pointer, code: 'field.choice_unknown', params: { attribute: 'parent', value: parent.text } };
  }
  if (level === 'circle') return { pointer, code: 'dimension_value.cycle' };
  return level > DIMENSION_LEVELS_MAX
    ? { pointer, code: 'dimension_value.too_deep', params: { max: DIMENSION_LEVELS_MAX } }
    : undefined;
}

async function writeValue({ tx }: ImportCall, { verb, current, values }: EntryChange): Promise<WrittenRow> {
  if (verb === 'remove') {
    if ((await usesOfValue(tx, current!.id)).length > 0) return { fault: CHANGED };
    await removeValue(tx, current!.id);
    return { id: current!.id, version: 0 };
  }
  const { dimension, code, name, parent, status } = values as unknown as Values;
  const parentId = parent && (await idOf(tx, dimension!.id, parent.id));
  if (parentId === undefined) return { fault: CHANGED };
  try {
    await assertPlace(tx, dimension!.id, current?.id ?? null, parentId);
  } catch (error) {
    return { fault: faultsOfError(error)[0]! };
  }
  const body = { parentId, code, name, active: status === 'active' };
  if (verb === 'change') await updateValue(tx, current!.id, body);
  const id = current?.id ?? (await insertValue(tx, dimension!.id, body));
  if (id === undefined) return { fault: CHANGED };
  const { rows } = await sql<{ version: number }>`SELECT version FROM dimension_value WHERE id = ${id}::uuid`.execute(
    tx,
  );
  return { id, version: rows[0]!.version };
}

async function idOf(tx: Tx, dimensionId: string, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM dimension_value
    WHERE dimension_id = ${dimensionId}::uuid AND code = ${code} AND removed_at IS NULL`.execute(tx);
  return rows[0]?.id;
}

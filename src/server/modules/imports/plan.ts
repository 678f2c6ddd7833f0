import { setImmediate } from 'node:timers/promises';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { ImportVerb } from '../../../shared/contracts/imports.contract.ts';
import type { AnyImportResource, CurrentEntry, EntryRow, ImportCall, ImportValues } from './import-resource.ts';
import { changedFields, orderByParents } from './values.rules.ts';

/** A row before it is compared with what exists. */
export interface RawRow {
  readonly row: number;
  readonly key: string;
  readonly cells: Readonly<Record<string, string>>;
  /** The file lacks this entry. */
  readonly isMissing?: true;
  /** Why the row cannot be read. */
  readonly fault?: FieldError;
}

export interface PlannedRow {
  readonly row: number;
  readonly key: string;
  readonly name: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly verb: ImportVerb;
  readonly current: CurrentEntry | undefined;
  readonly before: ImportValues | null;
  readonly after: ImportValues | null;
  readonly faults: readonly FieldError[];
  /** The order of execution, within this plan. */
  readonly position: number;
}

/** Compares a key as its column does. */
export function sameKey(resource: AnyImportResource, column: string, key: string): string {
  const { isCaseless } = resource.columns.find(({ field }) => field === column) ?? {};
  return isCaseless ? key.toLowerCase() : key;
}

/** The key of a row among all rows: where it is unique within another column, with the cell of that column. */
function keyOfRow(resource: AnyImportResource, column: string, { key, cells }: RawRow): string {
  const own = sameKey(resource, column, key);
  return resource.within === undefined || key === '' ? own : keyWithin(cells[resource.within] ?? '', own);
}

/** The key of an entry that is unique within another one, as `find` gets it. */
const keyWithin = (within: string, key: string): string => `${within.toLowerCase()}\n${key}`;

/** Returns what each row does to the present entries. Reads only. */
export async function planRows(
  call: ImportCall,
  resource: AnyImportResource,
  rows: readonly RawRow[],
): Promise<PlannedRow[]> {
  const column = call.options.key;
  const keys = rows.map((row) => keyOfRow(resource, column, row));
  const twice = duplicatesOf(keys, rows);
  const found = await resource.find(call, column, [...new Set(keys.filter((key) => key !== ''))]);
  await setImmediate();
  const faults = rows.map((row, index): FieldError | undefined => {
    if (row.fault) return row.fault;
    if (row.key === '') {
      return resource.givesKeys
        ? undefined
        : { pointer: `/${column}`, code: 'field.required', params: { attribute: column } };
    }
    const other = twice.get(index);
    if (other !== undefined) return { pointer: `/${column}`, code: 'import.duplicate_key', params: { line: other } };
    const matches = found.get(keys[index]!)?.length ?? 0;
    if (matches === 0 && resource.givesKeys) return { pointer: `/${column}`, code: 'record.not_found' };
    return matches > 1
      ? { pointer: `/${column}`, code: 'import.key_ambiguous', params: { value: row.key } }
      : undefined;
  });
  const entries = rows.map(
    ({ cells }, index): EntryRow => ({ key: keys[index]!, cells, current: found.get(keys[index]!)?.[0] }),
  );
  const readable = entries.filter((_, index) => !faults[index]);
  const checked = await resource.check(call, readable);
  await setImmediate();
  const placeOf = new Map(keys.map((key, index) => [key, index]));
  let next = 0;
  const plans = rows.map(({ row, key, cells, isMissing }, index) => {
    const { current } = entries[index]!;
    const result = faults[index] ? { faults: [faults[index]] } : checked[next++]!;
    const common = { row, key, cells, current, before: current?.values ?? null };
    if ('faults' in result) {
      const name = current?.name ?? cells.name ?? '';
      return { ...common, name, verb: 'refuse' as const, after: null, faults: result.faults, follows: [] };
    }
    const { values, name, follows = [] } = result;
    const isChanged = current === undefined || changedFields(current.values, values).length > 0;
    const verb = current === undefined ? 'add' : !isChanged ? 'same' : isMissing ? 'disable' : 'change';
    return { ...common, name, verb, after: values, faults: [], follows } as const;
  });
  const order = orderByParents(plans.map(({ follows }) => follows.flatMap((one) => placeOf.get(one) ?? [])));
  const positions = new Map(order.map((index, position) => [index, position]));
  return plans.map(({ follows: _, ...plan }, index) => ({ ...plan, position: positions.get(index)! }));
}

/** Returns the line of another row with the same key, by index. None of them is right for certain, so all are refused. */
function duplicatesOf(keys: readonly string[], rows: readonly RawRow[]): Map<number, number> {
  const first = new Map<string, number>();
  const twice = new Map<number, number>();
  for (const [index, key] of keys.entries()) {
    const other = key === '' ? undefined : first.get(key);
    if (other === undefined) {
      first.set(key, index);
      continue;
    }
    twice.set(index, rows[other]!.row);
    if (!twice.has(other)) twice.set(other, rows[index]!.row);
  }
  return twice;
}

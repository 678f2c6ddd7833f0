import { type RawBuilder, sql } from 'kysely';
import type { FieldType } from '../../../shared/contracts/endpoint.ts';
import type { RecordColumn } from '../../../shared/contracts/records.contract.ts';
import type { RecordListRow } from '../../../shared/contracts/registries.contract.ts';
import { MANY } from '../../../shared/contracts/registry.rules.ts';
import type { RegistryColumn } from '../../../shared/contracts/registry-settings.contract.ts';
import {
  columnFields,
  currencyOf,
  type DataField,
  type FormBody,
  scaleOf,
  textOf,
} from '../../../shared/forms/index.ts';
import type { Condition } from '../../platform/list-query.ts';
import type { Column, IndexOrder } from '../records/index.ts';
import { cellOf } from './own-cells.ts';
import { choicesOf } from './own-choices.ts';
import { slotCondition } from './slot-conditions.ts';

/** A column of the list with the values of a field of the registry's form. */
export interface OwnColumn {
  readonly column: RegistryColumn;
  readonly node: DataField;
}

/** Returns the columns with values of the form. Fields that the published form does not have any more are left out. */
export function ownColumns(columns: readonly RegistryColumn[], form: FormBody | null): OwnColumn[] {
  if (!form) return [];
  const nodes = new Map(columnFields(form).map((node) => [node.key, node]));
  return columns.flatMap((column) => {
    const node = column.field.startsWith('data.') ? nodes.get(column.from) : undefined;
    return node ? [{ column, node }] : [];
  });
}

/** Describes a column with values of the form for lists. */
export function describeOwn(registryId: string, { column, node }: OwnColumn): Column<RecordListRow> {
  const { field, slot, title, listed, width } = column;
  const type = typeOf(node);
  const isMany = slot === MANY;
  return {
    field,
    type,
    title: (language) => textOf(title, language) || textOf(node.label, language) || node.key,
    isListed: listed,
    ...(width === undefined ? {} : { width }),
    ...(slot === undefined ? { isPlain: true as const } : {}),
    ...(slot === undefined || isMany || !isSortable(node) ? {} : { sortable: sortableBy(slot) }),
    ...choicesOf(node),
    value: (language) => describeValue(node, language),
    matches: (condition) =>
      isMany
        ? manyCondition(registryId, node.key, condition)
        : slotCondition(sql.ref(`r.${slot}`), slot!, scaledTo(node, condition)),
    ...(isMany ? { matchingIds: (condition: Condition) => manyIds(registryId, node.key, condition) } : {}),
    cell: cellOf(column, node),
  };
}

/** The order of a text of `record_index`; a blank one is `''`. */
export function textOrder(name: string): IndexOrder {
  const column = sql.ref(`r.${name}`);
  return { column: name, type: 'text', filled: sql`${column} > ''`, blank: sql`${column} = ''` };
}

/** The order of a slot's index. */
export function slotOrder(slot: string): IndexOrder {
  const column = sql.ref(`r.${slot}`);
  switch (slot[0]) {
    case 't':
      return textOrder(slot);
    case 'n':
      return {
        column: slot,
        type: 'number',
        filled: sql`${column} > '-infinity'`,
        blank: sql`${column} = '-infinity'`,
      };
    default:
      return { column: slot, type: 'instant', filled: sql`${column} < 'infinity'`, blank: sql`${column} = 'infinity'` };
  }
}

/** A column of `source` where the list is sorted by several columns: without the values of blanks. */
const sortColumn = (slot: string) => `${slot}_sort`;

export function sortColumnSql(slot: string): RawBuilder<unknown> {
  const value = sql.ref(`x.${slot}`);
  const filled = slot.startsWith('n')
    ? sql`nullif(${value}, '-infinity')`
    : slot.startsWith('i')
      ? sql`extract(epoch FROM nullif(${value}, 'infinity'))`
      : value;
  return sql`${filled} AS ${sql.ref(sortColumn(slot))}`;
}

const sortableBy = (slot: string) =>
  ({ by: sortColumn(slot), type: slot.startsWith('t') ? 'text' : 'number' }) as const;

/** Ids have no order that a reader knows. */
function isSortable({ type }: DataField): boolean {
  return ['text', 'multiline', 'time', 'number', 'money', 'date', 'dateTime'].includes(type);
}

function typeOf({ type }: DataField): FieldType {
  switch (type) {
    case 'number':
    case 'money':
      return 'number';
    case 'date':
    case 'dateTime':
      return 'day';
    case 'checkbox':
      return 'boolean';
    case 'user':
      return 'person';
    case 'radio':
    case 'dropdown':
    case 'department':
    case 'company':
    case 'dimension':
    case 'record':
      return 'key';
    case 'multiSelect':
    case 'tags':
    case 'users':
      return 'keys';
    default:
      return 'text';
  }
}

function describeValue(node: DataField, language: string): NonNullable<RecordColumn['value']> {
  const unit = node.type === 'number' ? textOf(node.unit, language) : '';
  return {
    type: node.type,
    ...(node.type === 'money' ? { scale: scaleOf(node), unit: currencyOf(node) } : unit === '' ? {} : { unit }),
  };
}

/** Money is filtered in major units, and kept in minor ones. */
function scaledTo(node: DataField, condition: Condition): Condition {
  if (node.type !== 'money') return condition;
  const factor = 10 ** scaleOf(node);
  const scaled = (value: unknown) => (typeof value === 'number' ? Math.round(value * factor * 1e6) / 1e6 : value);
  const entries = Object.entries(condition).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(scaled) : scaled(value),
  ]);
  return Object.fromEntries(entries) as Condition;
}

const valuesOfField = (registryId: string, key: string) =>
  sql`SELECT m.record_id FROM record_index_many m WHERE m.registry_id = ${registryId} AND m.field = ${key}`;

/** Selects the records with one of the values, if only these match. */
function manyIds(registryId: string, key: string, condition: Condition): RawBuilder<unknown> | undefined {
  const values = manyValues(condition);
  if (!values || (condition.test === 'in' && condition.orBlank)) return undefined;
  return sql`${valuesOfField(registryId, key)} AND m.t = ANY(${values}::text[])`;
}

function manyValues(condition: Condition): string[] | undefined {
  if (condition.test === 'eq') return [String(condition.value).toLowerCase()];
  return condition.test === 'in' ? condition.values.map((value) => String(value).toLowerCase()) : undefined;
}

function manyCondition(registryId: string, key: string, condition: Condition): RawBuilder<boolean> {
  const own = sql`${valuesOfField(registryId, key)} AND m.record_id = r.id`;
  const values = manyValues(condition);
  switch (condition.test) {
    case 'neq':
      return sql`NOT EXISTS (${own} AND m.t = ${String(condition.value).toLowerCase()})`;
    case 'notBlank':
      return sql`EXISTS (${own})`;
    case 'in':
      return sql`(EXISTS (${own} AND m.t = ANY(${values}::text[])) OR NOT EXISTS (${own}))`;
    default:
      return sql`NOT EXISTS (${own})`;
  }
}

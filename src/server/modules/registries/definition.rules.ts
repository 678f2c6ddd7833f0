import type { ErrorCode, FieldError } from '../../../shared/contracts/errors.ts';
import { isPattern, PATTERN_EXAMPLE } from '../../../shared/contracts/numbers.rules.ts';
import { DATA_COLUMN, STATUS_SINCE, TITLE_COLUMN } from '../../../shared/contracts/registry.rules.ts';
import type {
  EditedColumn,
  RegistryDefinition,
  StatusMove,
} from '../../../shared/contracts/registry-settings.contract.ts';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import { type ColumnKind, columnKind, type DataField } from '../../../shared/forms/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { WantedColumn } from '../records/index.ts';

/** What a definition refers to. */
export interface Known {
  /** Fields of the published form that can be columns; null if the form does not exist or is not published. */
  readonly fields: readonly DataField[] | null;
  /** Ids of groups that do not exist. */
  readonly missingGroups: readonly string[];
}

/** Returns the columns with what lists keep of their fields. Throws registry.invalid with every error. */
export function assertDefinition(definition: RegistryDefinition, { fields, missingGroups }: Known): WantedColumn[] {
  const errors: FieldError[] = [];
  const add = (pointer: string, code: ErrorCode, params: Record<string, string | number> = {}) =>
    errors.push({ pointer, code, params });
  const kinds = new Map((fields ?? []).map((field) => [field.key, columnKind(field)!]));
  const isTitled = (texts: Texts) => Object.values(texts).some((text) => text.trim() !== '');
  if (!isTitled(definition.title)) add('/title', 'field.required', { attribute: 'title' });
  if (fields === null) add('/formId', 'field.choice_unknown', { value: definition.formId ?? '' });
  const { numbers, columns, statuses, moves } = definition;
  if (numbers && !isPattern(numbers)) {
    add('/numbers/pattern', 'registry.pattern_invalid', { example: PATTERN_EXAMPLE });
  }
  for (const [index, column] of columns.entries()) {
    const fault = columnFault(column, kinds);
    if (fault) add(`/columns/${index}${fault.at}`, fault.code, { value: column.from });
  }
  for (const [index, { id, title }] of statuses.entries()) {
    if (!isTitled(title)) add(`/statuses/${index}/title`, 'field.required', { attribute: 'title' });
    if (statuses.findIndex((one) => one.id === id) < index)
      add(`/statuses/${index}/id`, 'registry.twice', { value: id });
  }
  for (const index of twice(columns.map(({ field }) => field))) {
    add(`/columns/${index}`, 'registry.twice', { value: columns[index]!.from });
  }
  for (const index of twice(moves.map(({ from, to }) => `${from}/${to}`))) {
    add(`/moves/${index}`, 'registry.twice', { value: moves[index]!.to });
  }
  const isStatus = (id: string) => statuses.some((status) => status.id === id);
  for (const [index, move] of moves.entries()) {
    for (const { at, value } of unknownIn(move, isStatus, kinds, missingGroups)) {
      add(`/moves/${index}${at}`, 'field.choice_unknown', { value });
    }
  }
  for (const list of ['readGroups', 'writeGroups', 'deleteGroups'] as const) {
    for (const [index, group] of definition[list].entries()) {
      if (missingGroups.includes(group)) add(`/${list}/${index}`, 'field.choice_unknown', { value: group });
    }
  }
  const since = definition.retention?.from ?? 'created';
  if (!isSince(since, isStatus, kinds)) add('/retention/from', 'field.choice_unknown', { value: since });
  if (errors.length > 0) throw new AppError('registry.invalid', {}, { errors });
  return columns.map(({ slot: _, ready: __, ...column }) => ({ ...column, kind: kinds.get(column.from)! }));
}

type Kinds = ReadonlyMap<string, ColumnKind>;

/** Titles are texts; other columns are named by their fields. */
function columnFault({ field, from, filter }: EditedColumn, kinds: Kinds): { at: string; code: ErrorCode } | null {
  const kind = kinds.get(from);
  const isTitle = field === TITLE_COLUMN;
  if (kind === undefined || (isTitle && kind !== 'text')) return { at: '/from', code: 'field.choice_unknown' };
  if (!isTitle && field !== `${DATA_COLUMN}${from}`) return { at: '/field', code: 'field.choice_unknown' };
  return filter && kind === 'plain' ? { at: '/filter', code: 'registry.not_filterable' } : null;
}

function unknownIn(
  { from, to, groups, requires }: StatusMove,
  isStatus: (id: string) => boolean,
  kinds: Kinds,
  missingGroups: readonly string[],
): { at: string; value: string }[] {
  const named = (list: string, values: readonly string[], isKnown: (value: string) => boolean) =>
    values.flatMap((value, index) => (isKnown(value) ? [] : [{ at: `/${list}/${index}`, value }]));
  return [
    ...(isStatus(from) ? [] : [{ at: '/from', value: from }]),
    ...(isStatus(to) && to !== from ? [] : [{ at: '/to', value: to }]),
    ...named('groups', groups, (group) => !missingGroups.includes(group)),
    ...named('requires', requires, (key) => kinds.has(key)),
  ];
}

function isSince(from: string, isStatus: (id: string) => boolean, kinds: Kinds): boolean {
  if (from === 'created') return true;
  if (from.startsWith(STATUS_SINCE)) return isStatus(from.slice(STATUS_SINCE.length));
  return from.startsWith(DATA_COLUMN) && kinds.get(from.slice(DATA_COLUMN.length)) === 'instant';
}

/** Returns the indexes of values that occurred before. */
const twice = (values: readonly string[]): number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

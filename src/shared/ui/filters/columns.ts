import type { FieldType } from '../../contracts/endpoint.ts';
import { type Filter, OPERATORS, type Operation, splitParts, splitRange } from '../../contracts/filters.rules.ts';
import type { Messages, Translate } from '../../locale/messages.ts';
import type { filterMessages } from './filters.messages.ts';

/** Translates the texts of the filters. */
export type FilterText = typeof filterMessages extends Messages<infer Key> ? Translate<Key> : never;

export interface FilterOption {
  /** `emptyValue` means no value. */
  readonly id: string;
  readonly text: string;
}

/** A filterable column. `type` decides the operators, and with `options` how the value is chosen (FIL-03). */
export interface FilterColumn {
  readonly field: string;
  readonly title: string;
  readonly type: FieldType;
  /** Possible values of a key. */
  readonly options?: readonly FilterOption[];
}

/** A filter's operator, or one of the two that are written as `eq:` and `neq:` without a value. */
export type ShownOperator = Operation | 'blank' | 'notBlank';

/** The four components of FIL-03. */
export type FilterComponent = 'text' | 'datepicker' | 'dropdown' | 'userDropdown';

export function componentOf({ type, options }: FilterColumn): FilterComponent {
  if (type === 'day' || type === 'instant') return 'datepicker';
  if (type === 'person') return 'userDropdown';
  return type === 'boolean' || options ? 'dropdown' : 'text';
}

/** Operators of a type, in display order. `ilike` is `like`, and a boolean is never empty. */
export function operatorsOf(type: FieldType): readonly ShownOperator[] {
  if (type === 'boolean') return ['eq'];
  const operations: readonly Operation[] = OPERATORS[type];
  return [...operations.filter((one) => one !== 'ilike'), 'blank', 'notBlank'];
}

export function askedBy({ operation, value }: Filter): ShownOperator {
  if (operation === 'ilike') return 'like';
  if (value !== '') return operation;
  return operation === 'eq' ? 'blank' : operation === 'neq' ? 'notBlank' : operation;
}

/** Whether a value is complete: nothing is sent while the user is still typing. */
export function isComplete(column: FilterColumn, asked: ShownOperator, value: string): boolean {
  if (asked === 'blank' || asked === 'notBlank') return true;
  const isOne = (text: string) => {
    if (column.type === 'number') return /^-?\d{1,15}(\.\d{1,6})?$/.test(text);
    if (column.type === 'day' || column.type === 'instant') return isDayValue(text, column.type);
    return text.trim() !== '';
  };
  if (asked === 'in') return splitParts(value).length > 0 && splitParts(value).every(isOne);
  if (asked !== 'inrange') return isOne(value);
  const ends = splitRange(value).filter((end) => end !== '');
  return value.includes(',') && ends.length > 0 && ends.every(isOne);
}

const SPANS = ['today', 'thisweek', 'nextweek', 'thismonth', 'nextmonth'] as const;
export type DaySpan = (typeof SPANS)[number];

/** A day in a filter: fixed, relative to today, a named range, or the current time. */
export type DayValue =
  | { readonly kind: 'fixed'; readonly day: string }
  | { readonly kind: 'ahead' | 'ago'; readonly count: string }
  | { readonly kind: DaySpan | 'now' };

/** Parses a value; an instant from another source is shown as written. */
export function readDay(text: string): DayValue {
  if (text === 'now' || (SPANS as readonly string[]).includes(text)) return { kind: text as DaySpan };
  const relative = /^today([+ -])(\d*)$/.exec(text);
  if (relative) return { kind: relative[1] === '-' ? 'ago' : 'ahead', count: relative[2] as string };
  return { kind: 'fixed', day: text };
}

export function writeDay(day: DayValue): string {
  switch (day.kind) {
    case 'fixed':
      return day.day;
    case 'ahead':
      return `today+${day.count}`;
    case 'ago':
      return `today-${day.count}`;
    default:
      return day.kind;
  }
}

function isDayValue(text: string, type: FieldType): boolean {
  const day = readDay(text);
  if (day.kind === 'fixed') return /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(day.day);
  if (day.kind === 'ahead' || day.kind === 'ago') return /^\d{1,5}$/.test(day.count);
  return day.kind !== 'now' || type === 'instant';
}

/** Selectable ranges, by whether an instant can be compared with them. */
export const DAY_SPANS: readonly DaySpan[] = SPANS;

/** Label of an operator: days are before or after where numbers are less or greater. */
export function operationText(asked: ShownOperator, { type }: FilterColumn, t: FilterText): string {
  const isDate = type === 'day' || type === 'instant';
  if (isDate && (asked === 'lt' || asked === 'lte' || asked === 'gt' || asked === 'gte')) return t(`op.date.${asked}`);
  return t(asked === 'ilike' ? 'op.like' : `op.${asked}`);
}

import type { FieldType } from '../../contracts/endpoint.ts';
import { type Filter, OPERATORS, type Operation, splitParts, splitRange } from '../../contracts/filters.rules.ts';
import type { Messages, Translate } from '../../locale/messages.ts';
import type { filterMessages } from './filters.messages.ts';

/** Gives the filters' texts. */
export type FilterText = typeof filterMessages extends Messages<infer Key> ? Translate<Key> : never;

export interface FilterOption {
  /** `emptyValue` stands for no value. */
  readonly id: string;
  readonly text: string;
}

/** A column of a list as its filters show it. `type` decides what it can be compared by, and with `options` how its value is chosen (FIL-03). */
export interface FilterColumn {
  readonly field: string;
  readonly title: string;
  readonly type: FieldType;
  /** What a key can be. */
  readonly options?: readonly FilterOption[];
}

/** What a filter asks: an operator, or one of the two that are written as `eq:` and `neq:` without a value. */
export type Asked = Operation | 'blank' | 'notBlank';

/** The four components of FIL-03. */
export type FilterComponent = 'text' | 'datepicker' | 'dropdown' | 'userDropdown';

export function componentOf({ type, options }: FilterColumn): FilterComponent {
  if (type === 'day' || type === 'instant') return 'datepicker';
  if (type === 'person') return 'userDropdown';
  return type === 'boolean' || options ? 'dropdown' : 'text';
}

/** What a column can be asked, in the order of the choice. `ilike` is `like`, and a boolean is never without a value. */
export function askedOf(type: FieldType): readonly Asked[] {
  if (type === 'boolean') return ['eq'];
  const operations: readonly Operation[] = OPERATORS[type];
  return [...operations.filter((one) => one !== 'ilike'), 'blank', 'notBlank'];
}

export function askedBy({ operation, value }: Filter): Asked {
  if (operation === 'ilike') return 'like';
  if (value !== '') return operation;
  return operation === 'eq' ? 'blank' : operation === 'neq' ? 'notBlank' : operation;
}

/** Whether a value says enough to be asked for: nothing is sent while somebody still types. */
export function isComplete(column: FilterColumn, asked: Asked, value: string): boolean {
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

/** A day in a filter: fixed, a number of days before or after today, a span by its name, or the moment it is asked. */
export type DayValue =
  | { readonly kind: 'fixed'; readonly day: string }
  | { readonly kind: 'ahead' | 'ago'; readonly count: string }
  | { readonly kind: DaySpan | 'now' };

/** What a value says; an instant of somebody else's making is shown as it is written. */
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

/** The spans that can be chosen, by whether a moment can be compared with them. */
export const DAY_SPANS: readonly DaySpan[] = SPANS;

/** The words of an operator: days come before or after where numbers are less or greater. */
export function operationText(asked: Asked, { type }: FilterColumn, t: FilterText): string {
  const isDate = type === 'day' || type === 'instant';
  if (isDate && (asked === 'lt' || asked === 'lte' || asked === 'gt' || asked === 'gte')) return t(`op.date.${asked}`);
  return t(asked === 'ilike' ? 'op.like' : `op.${asked}`);
}

import type {
  DataField,
  FieldValue,
  FileRef,
  Money,
  MoneyField,
  MultiSelectField,
  Period,
  TagsField,
  UsersField,
} from './definition.ts';

export const TEXT_MAX_LENGTH = 10_000;
export const NUMBER_MAX = 1e15;
/** Maximum entries in a list of choices, tags or users. */
export const ITEMS_MAX = 200;
const LINE_MAX_LENGTH = 1000;
const ITEMS_DEFAULT = 20;
const NUMBER_SCALE = 6;

export type ListField = MultiSelectField | TagsField | UsersField;

export function currencyOf(field: MoneyField): string {
  return field.currency ?? 'EUR';
}

/** Returns the decimal places of a number or money field. */
export function scaleOf(field: DataField): number {
  if (field.type === 'money') return field.scale ?? 2;
  return field.type === 'number' && !field.integer ? (field.scale ?? NUMBER_SCALE) : 0;
}

/** Returns the maximum length of a text field. */
export function maxLengthOf(field: DataField): number {
  if (field.type === 'text') return field.maxLength ?? LINE_MAX_LENGTH;
  return field.type === 'multiline' ? (field.maxLength ?? TEXT_MAX_LENGTH) : TEXT_MAX_LENGTH;
}

/** Returns the maximum number of entries of a list field. */
export function maxItemsOf(field: ListField): number {
  return field.maxItems ?? (field.type === 'multiSelect' ? ITEMS_MAX : ITEMS_DEFAULT);
}

export function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

export function isPeriod(value: unknown): value is Period {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

/** An empty list counts as both files and texts. */
export function isFiles(value: unknown): value is readonly FileRef[] {
  return Array.isArray(value) && typeof value[0] !== 'string';
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && (value.length === 0 || typeof value[0] === 'string');
}

/** An unticked checkbox is an empty value. */
export function isEmpty(value: FieldValue): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

export function sameValue(a: FieldValue, b: FieldValue): boolean {
  if (isMoney(a) && isMoney(b)) return a.amount === b.amount && a.currency === b.currency;
  if (isPeriod(a) && isPeriod(b)) return a.from === b.from && a.to === b.to;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((entry, index) => nameOf(entry) === nameOf(b[index]));
  }
  return a === b || (isEmpty(a) && isEmpty(b));
}

function nameOf(entry: string | FileRef): string {
  return typeof entry === 'string' ? entry : entry.id;
}

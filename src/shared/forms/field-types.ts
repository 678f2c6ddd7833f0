import type { ErrorCode, ErrorParams } from '../contracts/errors.ts';
import { isAccepted, MEGABYTE } from '../contracts/file-kinds.ts';
import { dayNumber, dayText, readDayLiteral } from './days.ts';
import {
  compare,
  type Decimal,
  decimalFromMinorUnits,
  decimalFromNumber,
  isWhole,
  placesOf,
  round,
  toMinorUnits,
  toNumber,
  toText,
} from './decimal.ts';
import type { AttachmentField, DataField, FieldValue, FileRef, Money, MoneyField } from './definition.ts';
import { decimalValue, type FeelValue, isKind } from './values.ts';

/** A fault of one field; `params` hold what its text needs besides the field's label. */
export interface Issue {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

export const TEXT_MAX_LENGTH = 10_000;
export const NUMBER_MAX = 1e15;
const LINE_MAX_LENGTH = 1000;
const NUMBER_SCALE = 6;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(\.[^\s@.]{1,63})+$/;
const PHONE = /^\+[0-9]{5,15}$/;

export function currencyOf(field: MoneyField): string {
  return field.currency ?? 'EUR';
}

/** Decimal places a number or money field holds. */
export function scaleOf(field: DataField): number {
  if (field.type === 'money') return field.scale ?? 2;
  return field.type === 'number' && !field.integer ? (field.scale ?? NUMBER_SCALE) : 0;
}

/** Characters a text field takes at most. */
export function maxLengthOf(field: DataField): number {
  if (field.type === 'text') return field.maxLength ?? LINE_MAX_LENGTH;
  return field.type === 'multiline' ? (field.maxLength ?? TEXT_MAX_LENGTH) : TEXT_MAX_LENGTH;
}

const FILES_DEFAULT = 10;

/** Files that an attachment field takes at most. */
function maxFilesOf(field: AttachmentField): number {
  return field.maxFiles ?? FILES_DEFAULT;
}

export function isFiles(value: unknown): value is readonly FileRef[] {
  return Array.isArray(value);
}

/** An unticked box is an empty value. */
export function isEmpty(value: FieldValue): boolean {
  return value === null || value === '' || value === false || (isFiles(value) && value.length === 0);
}

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

export function sameValue(a: FieldValue, b: FieldValue): boolean {
  if (isMoney(a) && isMoney(b)) return a.amount === b.amount && a.currency === b.currency;
  if (isFiles(a) && isFiles(b)) return a.length === b.length && a.every((file, index) => file.id === b[index]?.id);
  return a === b || (isEmpty(a) && isEmpty(b));
}

/** NUL and lone surrogates cannot be stored; they are nothing a person types. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function acceptMoney(field: MoneyField, raw: unknown): Money | null {
  if (!isMoney(raw) || Object.keys(raw).length !== 2 || !Number.isSafeInteger(raw.amount)) return null;
  return raw.currency === currencyOf(field) ? { amount: raw.amount || 0, currency: raw.currency } : null;
}

/** Files that may be named in values, by their ids. */
export type KnownFiles = ReadonlyMap<string, FileRef>;

const FILE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILES_MAX = 50;

/** A file by its id or as `{id}`; what else was sent of it counts only where nobody knows better. */
function acceptFile(raw: unknown, known: KnownFiles | undefined): FileRef | null {
  const sent = (typeof raw === 'object' && raw !== null ? raw : { id: raw }) as Record<string, unknown>;
  const id = typeof sent.id === 'string' ? sent.id.toLowerCase() : '';
  if (!FILE_ID.test(id)) return null;
  if (known) return known.get(id) ?? null;
  const { fileName, size, mediaType } = sent;
  return {
    id,
    fileName: typeof fileName === 'string' && isStorable(fileName) ? fileName.slice(0, 255) : id,
    size: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : 0,
    mediaType: typeof mediaType === 'string' && isStorable(mediaType) ? mediaType.slice(0, 200) : '',
  };
}

function acceptFiles(raw: unknown, known: KnownFiles | undefined): ReturnType<typeof acceptValue> {
  if (!Array.isArray(raw)) return { issue: { code: 'field.type' } };
  if (raw.length > FILES_MAX) return { issue: { code: 'file.too_many', params: { max: FILES_MAX } } };
  const files: FileRef[] = [];
  for (const one of raw) {
    const file = acceptFile(one, known);
    if (!file) return { issue: { code: known ? 'attachment.not_found' : 'field.type' } };
    if (!files.some(({ id }) => id === file.id)) files.push(file);
  }
  return { value: files.length === 0 ? null : files };
}

/**
 * Reads what came over the wire as a value of the field: the value, or why it is none. Blank text becomes `null`. With
 * `known`, files that are not among them are refused.
 */
export function acceptValue(
  field: DataField,
  raw: unknown,
  known?: KnownFiles,
): { readonly value: FieldValue } | { readonly issue: Issue } {
  if (raw === null || raw === undefined) return { value: field.type === 'checkbox' ? false : null };
  const refused = { issue: { code: 'field.type' } } as const;
  switch (field.type) {
    case 'text':
    case 'multiline':
      if (typeof raw !== 'string' || !isStorable(raw)) return refused;
      if (raw.length > TEXT_MAX_LENGTH)
        return { issue: { code: 'field.too_long', params: { max: maxLengthOf(field) } } };
      return { value: raw.trim() === '' ? null : raw };
    case 'number':
      if (typeof raw !== 'number' || !Number.isFinite(raw) || Math.abs(raw) > NUMBER_MAX) {
        return { issue: { code: 'field.not_a_number' } };
      }
      return { value: raw || 0 };
    case 'money': {
      const value = acceptMoney(field, raw);
      return value ? { value } : refused;
    }
    case 'date':
      if (typeof raw !== 'string' || dayNumber(raw) === null) return refused;
      return { value: raw };
    case 'attachment':
      return acceptFiles(raw, known);
    case 'checkbox':
      return typeof raw === 'boolean' ? { value: raw } : refused;
    case 'radio':
    case 'dropdown':
      if (raw === '') return { value: null };
      if (typeof raw !== 'string') return refused;
      if (!field.options.some((option) => option.id === raw)) {
        return { issue: { code: 'field.choice_unknown', params: { value: raw.slice(0, 100).toWellFormed() } } };
      }
      return { value: raw };
  }
}

/** The value a field starts with when nothing is known of it. */
export function defaultOf(field: DataField, today: string): FieldValue {
  if (field.type === 'checkbox') return field.default ?? false;
  if (field.type === 'attachment' || field.default === undefined) return null;
  if (field.type === 'money') {
    const decimal = decimalFromNumber(Number(field.default));
    const amount = decimal && toMinorUnits(decimal, scaleOf(field));
    return amount === null ? null : { amount, currency: currencyOf(field) };
  }
  if (field.type === 'date') return readDayLiteral(String(field.default), today);
  return field.default as FieldValue;
}

/** A field's value as expressions and conditions see it: money in major units, days as days. */
export function toFeel(field: DataField, value: FieldValue): FeelValue {
  if (value === null) return null;
  if (isFiles(value)) return value.map(({ fileName }) => fileName);
  if (isMoney(value)) return decimalValue(decimalFromMinorUnits(value.amount, scaleOf(field)));
  if (typeof value === 'number') return decimalValue(decimalFromNumber(value));
  if (field.type === 'date' && typeof value === 'string') {
    const number = dayNumber(value);
    return number === null ? null : { kind: 'day', number };
  }
  return value;
}

/** A computed result as the field holds it, rounded to the field's places; `null` when it is of another kind. */
export function fromFeel(field: DataField, result: FeelValue): FieldValue {
  switch (field.type) {
    case 'number': {
      if (!isKind(result, 'decimal')) return null;
      const number = toNumber(round(result.value, scaleOf(field)));
      return Math.abs(number) > NUMBER_MAX ? null : number || 0;
    }
    case 'money': {
      const amount = isKind(result, 'decimal') ? toMinorUnits(result.value, scaleOf(field)) : null;
      return amount === null ? null : { amount: amount || 0, currency: currencyOf(field) };
    }
    case 'date':
      return isKind(result, 'day') ? dayText(result.number) : null;
    case 'checkbox':
      return result === true;
    default:
      return typeof result === 'string' && result.trim() !== '' && result.length <= TEXT_MAX_LENGTH ? result : null;
  }
}

/** Limits as they stand now, already computed when they are expressions; `null` when there is none. */
export interface Limits {
  readonly min: FeelValue;
  readonly max: FeelValue;
}

function shownLimit(limit: FeelValue): string | undefined {
  if (isKind(limit, 'decimal')) return toText(limit.value);
  return isKind(limit, 'day') ? (dayText(limit.number) ?? undefined) : undefined;
}

function outside(difference: (limit: FeelValue) => number | null, limits: Limits): boolean {
  const below = difference(limits.min);
  const above = difference(limits.max);
  return (below !== null && below < 0) || (above !== null && above > 0);
}

function rangeParams(limits: Limits): ErrorParams {
  return { min: shownLimit(limits.min), max: shownLimit(limits.max) };
}

function numberIssue(field: DataField, number: Decimal, limits: Limits): Issue | null {
  if (field.type === 'number' && field.integer && !isWhole(number)) return { code: 'field.not_whole' };
  if (field.type === 'number' && placesOf(number) > scaleOf(field)) {
    return { code: 'field.decimals', params: { max: scaleOf(field) } };
  }
  const difference = (limit: FeelValue) => (isKind(limit, 'decimal') ? compare(number, limit.value) : null);
  return outside(difference, limits) ? { code: 'field.number_range', params: rangeParams(limits) } : null;
}

function textIssue(field: DataField, text: string): Issue | null {
  if (field.type !== 'text' && field.type !== 'multiline') return null;
  const length = [...text].length;
  if (field.minLength !== undefined && length < field.minLength) {
    return { code: 'field.too_short', params: { min: field.minLength } };
  }
  if (length > maxLengthOf(field)) return { code: 'field.too_long', params: { max: maxLengthOf(field) } };
  if (field.format === 'email' && (text.length > 320 || !EMAIL.test(text))) return { code: 'field.pattern' };
  return field.format === 'phone' && !PHONE.test(text) ? { code: 'field.pattern' } : null;
}

function filesIssue(field: AttachmentField, files: readonly FileRef[]): Issue | null {
  const max = maxFilesOf(field);
  if (files.length > max) return { code: 'file.too_many', params: { max } };
  const refused = files.find(({ fileName }) => !isAccepted(fileName, field.accept));
  if (refused) {
    return {
      code: 'file.type_refused',
      params: { type: refused.fileName.slice(refused.fileName.lastIndexOf('.') + 1) },
    };
  }
  const { maxSize } = field;
  const isLarge = maxSize !== undefined && files.some(({ size }) => size > maxSize * MEGABYTE);
  return isLarge ? { code: 'file.too_large', params: { limit: `${maxSize} MB` } } : null;
}

/** What is wrong with a value of the right type, `null` when nothing is. */
export function issueOf(field: DataField, value: FieldValue, required: boolean, limits: Limits): Issue | null {
  if (isEmpty(value)) return required ? { code: 'field.required' } : null;
  if (field.type === 'attachment') return isFiles(value) ? filesIssue(field, value) : null;
  const feel = toFeel(field, value);
  if (isKind(feel, 'decimal')) return numberIssue(field, feel.value, limits);
  if (isKind(feel, 'day')) {
    const difference = (limit: FeelValue) => (isKind(limit, 'day') ? feel.number - limit.number : null);
    return outside(difference, limits) ? { code: 'field.date_range', params: rangeParams(limits) } : null;
  }
  return typeof feel === 'string' ? textIssue(field, feel) : null;
}

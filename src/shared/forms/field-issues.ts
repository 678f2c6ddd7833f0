import type { ErrorCode, ErrorParams } from '../contracts/errors.ts';
import { isAccepted, MEGABYTE } from '../contracts/file-kinds.ts';
import { dayNumber, dayText } from './days.ts';
import { compare, type Decimal, isWhole, placesOf, toText } from './decimal.ts';
import type { AttachmentField, DataField, FieldValue, FileRef, Period, PeriodField, TextFormat } from './definition.ts';
import { toFeel } from './field-feel.ts';
import { isEmpty, isFiles, isPeriod, type ListField, maxItemsOf, maxLengthOf, scaleOf } from './field-values.ts';
import { matchesPattern } from './patterns.ts';
import { momentText, timeText } from './times.ts';
import { type FeelValue, isKind } from './values.ts';

/** An error of one field; `params` are the parameters of its text in addition to the field's label. */
export interface Issue {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

/** Current limits, computed if they are expressions; `null` without a limit. */
export interface Limits {
  readonly min: FeelValue;
  readonly max: FeelValue;
}

const FILES_DEFAULT = 10;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(\.[^\s@.]{1,63})+$/;
const PHONE = /^\+[0-9]{5,15}$/;
/** Maximum length of text checked for the format of an address. */
const FORMAT_MAX_LENGTH = 2000;

function shownLimit(limit: FeelValue): string | undefined {
  if (isKind(limit, 'decimal')) return toText(limit.value);
  if (isKind(limit, 'time')) return timeText(Math.floor(limit.seconds / 60)) ?? undefined;
  if (isKind(limit, 'moment')) return momentText(Math.floor(limit.seconds / 60)) ?? undefined;
  return isKind(limit, 'day') ? (dayText(limit.number) ?? undefined) : undefined;
}

function outside(difference: (limit: FeelValue) => number | null, limits: Limits): boolean {
  const below = difference(limits.min);
  const above = difference(limits.max);
  return (below !== null && below < 0) || (above !== null && above > 0);
}

function rangeIssue(
  code: 'field.number_range' | 'field.date_range' | 'field.time_range',
  difference: (limit: FeelValue) => number | null,
  limits: Limits,
): Issue | null {
  if (!outside(difference, limits)) return null;
  return { code, params: { min: shownLimit(limits.min), max: shownLimit(limits.max) } };
}

function numberIssue(field: DataField, number: Decimal, limits: Limits): Issue | null {
  if (field.type === 'number' && field.integer && !isWhole(number)) return { code: 'field.not_whole' };
  if (field.type === 'number' && placesOf(number) > scaleOf(field)) {
    return { code: 'field.decimals', params: { max: scaleOf(field) } };
  }
  const difference = (limit: FeelValue) => (isKind(limit, 'decimal') ? compare(number, limit.value) : null);
  return rangeIssue('field.number_range', difference, limits);
}

function dayIssue(number: number, limits: Limits): Issue | null {
  const difference = (limit: FeelValue) => (isKind(limit, 'day') ? number - limit.number : null);
  return rangeIssue('field.date_range', difference, limits);
}

function timeIssue(kind: 'time' | 'moment', seconds: number, limits: Limits): Issue | null {
  const difference = (limit: FeelValue) => (isKind(limit, kind) ? seconds - limit.seconds : null);
  return rangeIssue('field.time_range', difference, limits);
}

function hasFormat(format: TextFormat, text: string): boolean {
  if (text.length > FORMAT_MAX_LENGTH) return false;
  if (format === 'email') return text.length <= 320 && EMAIL.test(text);
  if (format === 'phone') return PHONE.test(text);
  return /^https?:\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

function textIssue(field: DataField, text: string): Issue | null {
  if (field.type !== 'text' && field.type !== 'multiline') return null;
  const length = [...text].length;
  if (field.minLength !== undefined && length < field.minLength) {
    return { code: 'field.too_short', params: { min: field.minLength } };
  }
  if (length > maxLengthOf(field)) return { code: 'field.too_long', params: { max: maxLengthOf(field) } };
  const isRight =
    (!field.format || hasFormat(field.format, text)) && (!field.pattern || matchesPattern(field.pattern, text));
  return isRight ? null : { code: 'field.pattern' };
}

function filesIssue(field: AttachmentField, files: readonly FileRef[]): Issue | null {
  const max = field.maxFiles ?? FILES_DEFAULT;
  if (files.length > max) return { code: 'file.too_many', params: { max } };
  const refused = files.find(({ fileName }) => !isAccepted(fileName, field.accept));
  if (refused) return typeRefused(refused);
  const { maxSize } = field;
  const isLarge = maxSize !== undefined && files.some(({ size }) => size > maxSize * MEGABYTE);
  return isLarge ? { code: 'file.too_large', params: { limit: `${maxSize} MB` } } : null;
}

function typeRefused({ fileName }: FileRef): Issue {
  return { code: 'file.type_refused', params: { type: fileName.slice(fileName.lastIndexOf('.') + 1) } };
}

/** A signature is exactly one image. */
function signatureIssue(files: readonly FileRef[]): Issue | null {
  if (files.length > 1) return { code: 'file.too_many', params: { max: 1 } };
  const refused = files.find(({ fileName }) => !isAccepted(fileName, ['png']));
  return refused ? typeRefused(refused) : null;
}

function itemsIssue(field: ListField, count: number): Issue | null {
  const [min, max] = [field.minItems ?? 0, maxItemsOf(field)];
  return count < min || count > max ? { code: 'field.items', params: { min, max } } : null;
}

/** Checks that both days are within the limits and in order; a required period has both. */
function periodIssue(field: PeriodField, { from, to }: Period, required: boolean, limits: Limits): Issue | null {
  if (required && (from === null || to === null)) return { code: 'field.required' };
  const [first, last] = [from, to].map((day) => (day === null ? null : dayNumber(day)));
  if (typeof first === 'number' && typeof last === 'number') {
    if (first > last) return { code: 'field.period_reversed' };
    if (field.maxDays !== undefined && last - first + 1 > field.maxDays) {
      return { code: 'field.period_long', params: { max: field.maxDays } };
    }
  }
  for (const day of [first, last]) {
    const issue = typeof day === 'number' ? dayIssue(day, limits) : null;
    if (issue) return issue;
  }
  return null;
}

/** The error of a value of the right type; `null` if there is none. */
export function issueOf(field: DataField, value: FieldValue, required: boolean, limits: Limits): Issue | null {
  if (isEmpty(value)) return required ? { code: 'field.required' } : null;
  switch (field.type) {
    case 'attachment':
      return isFiles(value) ? filesIssue(field, value) : null;
    case 'signature':
      return isFiles(value) ? signatureIssue(value) : null;
    case 'multiSelect':
    case 'tags':
    case 'users':
      return Array.isArray(value) ? itemsIssue(field, value.length) : null;
    case 'period':
      return isPeriod(value) ? periodIssue(field, value, required, limits) : null;
  }
  const feel = toFeel(field, value);
  if (isKind(feel, 'decimal')) return numberIssue(field, feel.value, limits);
  if (isKind(feel, 'day')) return dayIssue(feel.number, limits);
  if (isKind(feel, 'time') || isKind(feel, 'moment')) return timeIssue(feel.kind, feel.seconds, limits);
  return typeof feel === 'string' ? textIssue(field, feel) : null;
}

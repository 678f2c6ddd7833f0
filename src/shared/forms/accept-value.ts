import { isUuid } from '../contracts/uuid.rules.ts';
import { dayNumber } from './days.ts';
import type { DataField, FieldValue, FileRef, Money, MoneyField, Period } from './definition.ts';
import type { Issue } from './field-issues.ts';
import { currencyOf, ITEMS_MAX, isMoney, maxLengthOf, NUMBER_MAX, TEXT_MAX_LENGTH } from './field-values.ts';
import { momentNumber, timeNumber } from './times.ts';

/** Files that values may reference, by id. */
export type KnownFiles = ReadonlyMap<string, FileRef>;

type Accepted = { readonly value: FieldValue } | { readonly issue: Issue };

const FILES_MAX = 50;
/** Characters of an option's id or a tag. */
const ENTRY_MAX = 100;
const REFUSED = { issue: { code: 'field.type' } } as const;

/** NUL and lone surrogates cannot be stored; users cannot type them. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function acceptMoney(field: MoneyField, raw: unknown): Money | null {
  if (!isMoney(raw) || Object.keys(raw).length !== 2 || !Number.isSafeInteger(raw.amount)) return null;
  return raw.currency === currencyOf(field) ? { amount: raw.amount || 0, currency: raw.currency } : null;
}

/** A file by its id or as `{id}`; other sent members are used only without `known`. */
function acceptFile(raw: unknown, known: KnownFiles | undefined): FileRef | null {
  const sent = (typeof raw === 'object' && raw !== null ? raw : { id: raw }) as Record<string, unknown>;
  const id = typeof sent.id === 'string' ? sent.id.toLowerCase() : '';
  if (!isUuid(id)) return null;
  if (known) return known.get(id) ?? null;
  const { fileName, size, mediaType } = sent;
  return {
    id,
    fileName: typeof fileName === 'string' && isStorable(fileName) ? fileName.slice(0, 255) : id,
    size: typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : 0,
    mediaType: typeof mediaType === 'string' && isStorable(mediaType) ? mediaType.slice(0, 200) : '',
  };
}

function acceptFiles(raw: unknown, known: KnownFiles | undefined): Accepted {
  if (!Array.isArray(raw)) return REFUSED;
  if (raw.length > FILES_MAX) return { issue: { code: 'file.too_many', params: { max: FILES_MAX } } };
  const files: FileRef[] = [];
  for (const one of raw) {
    const file = acceptFile(one, known);
    if (!file) return { issue: { code: known ? 'attachment.not_found' : 'field.type' } };
    if (!files.some(({ id }) => id === file.id)) files.push(file);
  }
  return { value: files.length === 0 ? null : files };
}

/** `null` at either end is open; without any day there is no period. Members other than the two days are refused. */
function acceptPeriod(raw: unknown): Accepted {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return REFUSED;
  const { from = null, to = null, ...others } = raw as Partial<Record<string, unknown>>;
  const isDay = (day: unknown): day is string | null =>
    day === null || (typeof day === 'string' && dayNumber(day) !== null);
  if (Object.keys(others).length > 0 || !isDay(from) || !isDay(to)) return REFUSED;
  const period: Period = { from, to };
  return { value: from === null && to === null ? null : period };
}

/** Reads a list of distinct entries in the order received. `read` converts one entry; `null` refuses the whole list. */
function acceptList(raw: unknown, read: (entry: string) => string | Issue | null): Accepted {
  if (!Array.isArray(raw)) return REFUSED;
  if (raw.length > ITEMS_MAX) return { issue: { code: 'field.items', params: { min: 0, max: ITEMS_MAX } } };
  const entries = new Set<string>();
  for (const one of raw) {
    const entry = typeof one === 'string' && isStorable(one) && one.length <= ENTRY_MAX ? read(one) : null;
    if (entry === null) return REFUSED;
    if (typeof entry !== 'string') return { issue: entry };
    if (entry !== '') entries.add(entry);
  }
  return { value: entries.size === 0 ? null : [...entries] };
}

/** Accepts one of the field's own options. The server looks up options of the organisation's dropdowns. */
function option(field: DataField, id: string): string | Issue {
  const isKnown = !('options' in field) || !field.options || field.options.some((one) => one.id === id);
  return isKnown ? id : { code: 'field.choice_unknown', params: { value: id.slice(0, 100).toWellFormed() } };
}

function uuid(text: string): string | null {
  const id = text.toLowerCase();
  return isUuid(id) ? id : null;
}

/**
 * Reads a received value as a value of the field; otherwise returns why it is refused. Blank text becomes `null`. With
 * `known`, files that are not among them are refused.
 */
export function acceptValue(field: DataField, raw: unknown, known?: KnownFiles): Accepted {
  if (raw === null || raw === undefined) return { value: field.type === 'checkbox' ? false : null };
  switch (field.type) {
    case 'text':
    case 'multiline':
      if (typeof raw !== 'string' || !isStorable(raw)) return REFUSED;
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
      return value ? { value } : REFUSED;
    }
    case 'date':
      return typeof raw === 'string' && dayNumber(raw) !== null ? { value: raw } : REFUSED;
    case 'time':
      return typeof raw === 'string' && timeNumber(raw) !== null ? { value: raw } : REFUSED;
    case 'dateTime':
      return typeof raw === 'string' && momentNumber(raw) !== null ? { value: raw } : REFUSED;
    case 'period':
      return acceptPeriod(raw);
    case 'attachment':
    case 'signature':
      return acceptFiles(raw, known);
    case 'checkbox':
      return typeof raw === 'boolean' ? { value: raw } : REFUSED;
    case 'multiSelect':
      return acceptList(raw, (entry) => option(field, entry));
    case 'tags':
      return acceptList(raw, (entry) => entry.trim());
    case 'users':
      return acceptList(raw, uuid);
    case 'radio':
    case 'dropdown': {
      if (raw === '') return { value: null };
      if (typeof raw !== 'string' || !isStorable(raw)) return REFUSED;
      const value = option(field, raw);
      if (typeof value !== 'string') return { issue: value };
      return raw.length > ENTRY_MAX ? REFUSED : { value };
    }
    case 'user':
    case 'department':
    case 'company':
    case 'dimension':
    case 'record': {
      if (raw === '') return { value: null };
      const value = typeof raw === 'string' ? uuid(raw) : null;
      return value === null ? REFUSED : { value };
    }
  }
}

import type { AuditChange } from '../../../shared/contracts/audit.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { isUuid } from '../../../shared/contracts/uuid.rules.ts';
import { clockOf, dayOf, formatDayInput, isDay } from '../../../shared/locale/days.ts';
import { auditFieldMessages } from './audit.fields.messages.ts';
import { auditMessages } from './audit.messages.ts';
import { INTERNAL_FIELDS, NAME_FIELDS, type Reference, referencedTable, SECRET_FIELD } from './audit.things.ts';

type Values = Readonly<Record<string, unknown>>;
type FieldText = Parameters<typeof auditFieldMessages.text>[1];

/** A change as the audit log stores it. */
export interface StoredChange {
  readonly entity: string;
  readonly before: Values | null;
  readonly after: Values | null;
}

export interface ChangeReader {
  readonly language: LanguageId;
  readonly timeZone: string;
  /** Returns the name of a thing, or undefined if it has none any more. */
  readonly nameOf: (thing: Reference) => string | undefined;
}

const LONGEST = 500;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

const ORDER: ReadonlyMap<string, number> = new Map(
  Object.keys(auditFieldMessages.sources.en).map((key, index) => [key.slice('field.'.length), index]),
);
const placeOf = (field: string): number => ORDER.get(field) ?? ORDER.size;

const isKnown = (key: string): key is FieldText => key in auditFieldMessages.sources.en;

/** Names of the fields in both states that mean something to a reader, in the order of their texts. */
function fieldsOf({ before, after }: StoredChange): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const shown = [...names].filter((name) => {
    const isEmpty = (before?.[name] ?? null) === null && (after?.[name] ?? null) === null;
    return !INTERNAL_FIELDS.has(name) && !isEmpty;
  });
  return shown.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the things that a change names by their keys. */
export function referencesOf(change: StoredChange): Reference[] {
  return fieldsOf(change).flatMap((field) => {
    const table = referencedTable(change.entity, field);
    if (table === undefined) return [];
    return [change.before?.[field], change.after?.[field]]
      .flat()
      .flatMap((id) => (typeof id === 'string' ? [{ table, id }] : []));
  });
}

/** Returns what a change altered, in the reader's words: fields as the screens name them, things and users by name. */
export function changesOf(change: StoredChange, reader: ChangeReader): AuditChange[] {
  const { entity, before, after } = change;
  const changes = fieldsOf(change).map((field) => {
    const key = `field.${field}`;
    const write = (value: unknown) =>
      SECRET_FIELD.test(field) && (value ?? null) !== null
        ? auditMessages.text(reader.language, 'hidden')
        : written(value, entity, field, reader);
    return {
      field,
      title: isKnown(key) ? auditFieldMessages.text(reader.language, key) : field.replaceAll('_', ' '),
      before: write(before?.[field]),
      after: write(after?.[field]),
    };
  });
  return changes.filter((one) => one.before !== null || one.after !== null);
}

/** Returns the name that a new or removed thing had at that time. */
export function nameIn({ before, after }: StoredChange, language: LanguageId): string | undefined {
  for (const field of NAME_FIELDS) {
    const value = after?.[field] ?? before?.[field];
    const text = typeof value === 'string' ? value : inLanguage(value, language);
    if (text) return text;
  }
  return undefined;
}

function written(value: unknown, entity: string, field: string, reader: ChangeReader): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (value === '***') return auditMessages.text(reader.language, 'hidden');
  if (typeof value === 'boolean') return auditMessages.text(reader.language, value ? 'yes' : 'no');
  if (Array.isArray(value)) {
    const parts = value.map((one) => written(one, entity, field, reader)).filter((one) => one !== null);
    return parts.length === 0 ? null : cut(parts.join(', '));
  }
  if (typeof value === 'object') return inLanguage(value, reader.language) ?? cut(JSON.stringify(value));
  const text = String(value);
  const table = referencedTable(entity, field);
  const name = table && reader.nameOf({ table, id: text });
  if (name) return name;
  const key = `value.${field}.${text}`;
  if (isKnown(key)) return auditFieldMessages.text(reader.language, key);
  if (isDay(text)) return formatDayInput(text, reader.language);
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) {
    const { language, timeZone } = reader;
    return `${formatDayInput(dayOf(text, timeZone), language)} ${clockOf(text, timeZone)}`;
  }
  return cut(text);
}

/** The text of an object with texts by language; undefined for another object. */
export function inLanguage(value: unknown, language: LanguageId): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = Object.entries(value).filter(([key, text]) => /^[a-z]{2}$/.test(key) && typeof text === 'string');
  if (texts.length === 0 || texts.length !== Object.keys(value).length) return undefined;
  const byLanguage = new Map(texts as [string, string][]);
  return cut(byLanguage.get(language) || byLanguage.get('en') || texts.map(([, text]) => text).find(Boolean) || '');
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);

/** Whether a key, of one part or several, is only for machines, so that it is not shown instead of a name. */
export const isMachineKey = (key: string): boolean => isUuid(key.split('/')[0]!) || key.startsWith('/api/');

import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import { AppError } from '../../platform/errors.ts';
import type { ImportColumn } from './import-resource.ts';
import { importsMessages } from './imports.messages.ts';

const normalised = (heading: string): string => heading.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Returns the field of each heading, undefined for columns to leave out. Headings are names of fields or titles in any
 * language. Throws import.unknown_column with all unknown headings, and import.duplicate_column.
 */
export function fieldsOfHeadings(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  ignoreUnknown: boolean,
): (string | undefined)[] {
  const named = new Map<string, ImportColumn | 'reason'>();
  for (const language of LANGUAGES) {
    for (const column of columns) named.set(normalised(column.title(language)), column);
    named.set(normalised(importsMessages.text(language, 'reason')), 'reason');
  }
  for (const column of columns) for (const name of column.otherNames ?? []) named.set(normalised(name), column);
  for (const column of columns) named.set(normalised(column.field), column);
  const found = headings.map((heading) => named.get(normalised(heading)));
  // Spreadsheets save empty columns at the end.
  const unknown = headings.filter((heading, index) => found[index] === undefined && heading !== '');
  if (unknown.length > 0 && !ignoreUnknown) {
    throw new AppError('import.unknown_column', { columns: unknown.join(', ') }, { columns: unknown });
  }
  const fields = found.map((column) =>
    column === undefined || column === 'reason' || column.isIgnored ? undefined : column.field,
  );
  const twice = headings.find((_, index) => fields[index] !== undefined && fields.indexOf(fields[index]) !== index);
  if (twice !== undefined) throw new AppError('import.duplicate_column', { column: twice });
  return fields;
}

/** Returns the column that identifies entries; without one, an empty text if they need none. Throws import.key_missing. */
export function keyOf(
  fields: readonly (string | undefined)[],
  keys: readonly string[],
  wanted: string | undefined,
  isOptional = false,
): string {
  const key = wanted === undefined ? keys.find((one) => fields.includes(one)) : wanted;
  if (key === undefined && isOptional) return '';
  if (key === undefined || !keys.includes(key) || !fields.includes(key)) {
    throw new AppError('import.key_missing', { columns: (wanted === undefined ? keys : [wanted]).join(', ') });
  }
  return key;
}

import { LANGUAGES, type LanguageId } from '../../../shared/contracts/constants.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { AppError } from '../../platform/errors.ts';
import type { AnyResource } from '../records/index.ts';
import type { EntryChange, ImportChoice, ImportColumn, WrittenRow } from './import-resource.ts';

/** The entry changed, or is used, since the dry run. */
export const CHANGED: FieldError = { pointer: '', code: 'import.changed_meanwhile' };

/** Returns the columns of a list, so that its file can be imported; those that cannot be written are ignored. */
export function listColumns(
  { columns }: AnyResource,
  more: Readonly<Record<string, Partial<ImportColumn>>> = {},
): ImportColumn[] {
  return columns.map(({ field, title, isPlain }) => ({
    field,
    title,
    ...(isPlain ? { isIgnored: true as const } : {}),
    ...more[field],
  }));
}

/** Returns the faults of a body that a check of `bodyCheck` finds. */
export function bodyFaults(check: (body: unknown) => void, body: unknown): readonly FieldError[] {
  try {
    check(body);
    return [];
  } catch (error) {
    return faultsOfError(error);
  }
}

/** Returns the faults of a refusal; throws any other error. */
export function faultsOfError(error: unknown): readonly FieldError[] {
  if (!(error instanceof AppError)) throw error;
  return error.extra.errors ?? [{ pointer: '', code: error.code, params: error.params }];
}

/** Reads cells with one of a few values: by id, or by title in any language. An empty cell is undefined. */
export function statusCells<Id extends string>(
  ids: readonly Id[],
  title: (language: LanguageId, id: Id) => string,
): (field: string, cell: string | undefined, faults: FieldError[]) => Id | undefined {
  const known = new Map<string, Id>();
  for (const id of ids) for (const language of LANGUAGES) known.set(title(language, id).toLowerCase(), id);
  for (const id of ids) known.set(id, id);
  return (attribute, cell, faults) => {
    if (!cell) return undefined;
    const found = known.get(cell.toLowerCase());
    if (!found)
      faults.push({ pointer: `/${attribute}`, code: 'field.choice_unknown', params: { attribute, value: cell } });
    return found;
  };
}

/** Entries that cells can name. */
export interface Names {
  readonly byCode: ReadonlyMap<string, ImportChoice>;
  /** In lower case; several where a name is ambiguous. */
  readonly byName: ReadonlyMap<string, readonly ImportChoice[]>;
}

export function namesOf(
  entries: readonly {
    readonly code: string;
    readonly names: readonly (string | null)[];
    readonly choice: ImportChoice;
  }[],
): Names {
  const byName = new Map<string, ImportChoice[]>();
  for (const { names, choice } of entries) {
    for (const name of names) {
      const key = name?.toLowerCase();
      if (key) byName.set(key, [...(byName.get(key) ?? []), choice]);
    }
  }
  return { byCode: new Map(entries.map(({ code, choice }) => [code, choice])), byName };
}

/**
 * Returns the entry that a cell names by code or name; the present one where the cell has its name, even if others have the
 * same one. Without the column the present one stays; an empty cell is null.
 */
export function chooseEntry(
  { byCode, byName }: Names,
  field: string,
  cell: string | undefined,
  before: ImportChoice | null,
  faults: FieldError[],
): ImportChoice | null {
  if (cell === undefined || (before !== null && (cell === before.text || cell === before.id))) return before;
  if (cell === '') return null;
  const exact = byCode.get(cell);
  if (exact) return exact;
  const found = byName.get(cell.toLowerCase()) ?? [];
  if (found.length === 1) return found[0]!;
  const code = found.length > 1 ? 'import.key_ambiguous' : 'field.choice_unknown';
  faults.push({ pointer: `/${field}`, code, params: { attribute: field, value: cell } });
  return before;
}

/** Writes changes one after another. */
export async function writeEach<Entry extends EntryChange['current'] & object>(
  changes: readonly EntryChange<Entry>[],
  write: (change: EntryChange<Entry>) => Promise<WrittenRow>,
): Promise<WrittenRow[]> {
  const written: WrittenRow[] = [];
  for (const change of changes) written.push(await write(change));
  return written;
}

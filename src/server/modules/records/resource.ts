import type { RawBuilder } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { FieldType, ListFields } from '../../../shared/contracts/endpoint.ts';
import type { Tx } from '../../platform/database.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { Cell } from '../downloads/index.ts';

/** Whose list it is, on which day of the organisation, in whose language. */
export interface RecordViewer {
  readonly session: CallerSession;
  readonly language: LanguageId;
  /** The organisation's today, `2026-01-31`. */
  readonly today: string;
  readonly now: Date;
}

/** What a list asks, as far as the rows depend on it. */
export interface Asked extends RecordViewer {
  /** Fields that have a condition. */
  readonly filtered: ReadonlySet<string>;
}

/** Writes what a cell of a file needs to be written by the organisation's clock. */
export interface CellWriter {
  readonly language: LanguageId;
  /** `2026-01-31 14:05:00` of an ISO instant; null for none. */
  readonly moment: (instant: string | null) => string | null;
}

export interface Column<Row> {
  /** Its name in queries; a column of `source` is called so. */
  readonly field: string;
  readonly type: FieldType;
  readonly title: (language: LanguageId) => string;
  /** `true`: by its own value; else the column of `source` by which it is ordered, of that type. */
  readonly sortable?: true | { readonly by: string; readonly type: 'text' | 'number' };
  /** Its values are uuids: what is none matches nothing. */
  readonly isId?: true;
  /** Its texts are kept in lower case, so that an index finds them. */
  readonly isLower?: true;
  /** Shown and in files, not to be asked for. */
  readonly isPlain?: true;
  readonly options?: (tx: Tx, viewer: RecordViewer) => Promise<{ id: string; text: string }[]>;
  /** What a file has of it; without it files leave it out. */
  readonly cell?: (row: Row, write: CellWriter) => Cell;
}

/**
 * Something that is listed at /api/records/{name}. Its module says which rows somebody may see and how they look; filters,
 * order, pages, counts, columns and files are the door's.
 */
export interface Resource<Row extends { readonly id: string } = { readonly id: string }> {
  readonly name: string;
  readonly title: (language: LanguageId) => string;
  /** Groups that may ask at all; `any`: `source` alone decides. */
  readonly who: 'any' | readonly string[];
  /** Scopes of element tokens that open it; empty: only a full identity token does. */
  readonly scopes: readonly string[];
  readonly columns: readonly Column<Row>[];
  readonly defaultSort: string;
  /** A SELECT with `id` and a column for each field: every row that the viewer may see, and no other. */
  readonly source: (asked: Asked) => RawBuilder<unknown>;
  /**
   * `source` reads one table that has an index for each sortable column, ending with the id; a blank text in it is `''` and an
   * instant is never blank. Then a page costs the same wherever it is.
   */
  readonly isIndexed?: true;
  /** Condition on `r`, a row of `source`, for what somebody searches; without it text columns are searched. */
  readonly search?: (q: string, asked: Asked) => RawBuilder<boolean>;
  /** The records with these ids, in any order. They came from `source`: what the viewer may see was decided. */
  readonly read: (tx: Tx, viewer: RecordViewer, ids: readonly string[]) => Promise<readonly Row[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: the door hands rows only to the resource that they are of
export type AnyResource = Resource<any>;

/** The fields of a resource as the query of a list declares them. */
export function fieldsOf({ columns, defaultSort }: AnyResource): ListFields {
  return {
    fields: Object.fromEntries(
      columns
        .filter((column) => !column.isPlain || column.sortable)
        .map(({ field, type, sortable }) => [field, { type, sortable: sortable !== undefined }]),
    ),
    defaultSort,
  };
}

import type { RawBuilder } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { FieldType, ListFields, ScopeName } from '../../../shared/contracts/endpoint.ts';
import type { RecordColumn } from '../../../shared/contracts/records.contract.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import type { Condition, ListQuery } from '../../platform/list-query.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { Cell } from '../downloads/index.ts';

/** The viewer of a list, with the organisation's date and the language. */
export interface RecordViewer {
  /** For versions of forms and processes, which are cached. */
  readonly db: DatabaseHandle;
  readonly session: CallerSession;
  readonly language: LanguageId;
  /** The user's reason for an export of protected data. */
  readonly reason?: string;
  /** Today's date in the organisation's time zone, `2026-01-31`. */
  readonly today: string;
  readonly now: Date;
}

/** The parts of a list query that the rows depend on. */
export interface ResourceQuery extends RecordViewer {
  /** Fields with a filter condition. */
  readonly filtered: ReadonlySet<string>;
  readonly conditions: readonly Condition[];
}

/** Formats cells of a file that depend on the organisation's time zone. */
export interface CellWriter {
  readonly language: LanguageId;
  /** Formats an ISO instant as `2026-01-31 14:05:00`; null for null. */
  readonly moment: (instant: string | null) => string | null;
}

export interface Column<Row> {
  /** Name in queries, and of the column of `source`. */
  readonly field: string;
  readonly type: FieldType;
  readonly title: (language: LanguageId) => string;
  /** `true`: sorted by its own value; otherwise by the named column of `source`, of that type. */
  readonly sortable?: true | { readonly by: string; readonly type: 'text' | 'number' };
  /** The values are uuids: a filter value that is not a uuid matches nothing. */
  readonly isId?: true;
  /** Texts are stored in lower case, so that an index can be used. */
  readonly isLower?: true;
  /** A column of `source` with the same values where this one has any, which an index contains: comparisons are also made with it. */
  readonly comparedAs?: string;
  /**
   * A condition on `r`, a row of `source`, that replaces the comparison with the column: where an index finds the matching
   * rows. Undefined: the column is compared.
   */
  readonly matches?: (condition: Condition) => RawBuilder<boolean> | undefined;
  /**
   * A SELECT of the ids of the rows that the filter matches, and possibly of rows outside of `source`, which an index finds.
   * Replaces the comparison with the column, as `matches` does.
   */
  readonly matchingIds?: (condition: Condition) => RawBuilder<unknown> | undefined;
  /**
   * A condition on `r` that follows from the filter, and that an index serves. Added where rows are selected by their
   * conditions, not where they are read in the order of the list.
   */
  readonly implied?: (condition: Condition) => RawBuilder<boolean> | undefined;
  /** Shown on screen and in files, but not filterable. */
  readonly isPlain?: true;
  readonly options?: (tx: Tx, viewer: RecordViewer) => Promise<{ id: string; text: string }[]>;
  /** No list of values is offered for it: it is filtered by the address and the API alone. */
  readonly hasNoPicker?: true;
  /** False: hidden until the user chooses the column. */
  readonly isListed?: boolean;
  /** In pixels. */
  readonly width?: number;
  /** How values of a form's field are written. */
  readonly value?: (language: LanguageId) => NonNullable<RecordColumn['value']>;
  /** Content of the cell in a file; columns without it are left out of files. */
  readonly cell?: (row: Row, write: CellWriter) => Cell;
}

/**
 * The order of an index of the table that `source` reads, ending with the id. Rows without a value come last in either
 * direction.
 */
export interface IndexOrder {
  /** Column of `source` that the index contains. */
  readonly column: string;
  readonly type: 'text' | 'instant' | 'day' | 'number';
  /** Conditions on `r` for rows with and without a value; without them, every row has one. */
  readonly filled?: RawBuilder<boolean>;
  readonly blank?: RawBuilder<boolean>;
  /** Rows without a value differ in the column: they are in the order of their ids. */
  readonly hasMixedBlanks?: true;
  /** The list ascends where the index descends. */
  readonly isReversed?: true;
}

/**
 * The order of rows that each row of `source` belongs to, of which there are far fewer: these are sorted, and their rows read
 * by an index that ends with the id.
 */
export interface ParentOrder {
  /** A SELECT of `id` and `key`, null for none. */
  readonly parents: RawBuilder<unknown>;
  readonly type: 'text' | 'number';
  /** Column of `source` with the parent's id. */
  readonly by: string;
}

/**
 * A resource listed at /api/records/{name}. Its module decides which rows are visible and how they are presented; this
 * module implements filters, order, pages, counts, columns and files.
 */
export interface Resource<Row extends { readonly id: string } = { readonly id: string }> {
  readonly name: string;
  readonly title: (language: LanguageId) => string;
  /** Groups with access to the resource, or the provider's administrators; `any`: `source` alone decides. */
  readonly who: 'any' | 'provider' | readonly string[];
  /** Scopes of element tokens with access; empty: only a full identity token has access. */
  readonly scopes: readonly ScopeName[];
  /** Files of the resource require a recent sign-in. */
  readonly filesNeedRecentSignIn?: true;
  readonly columns: readonly Column<Row>[];
  readonly defaultSort: string;
  /** The ids are names, not uuids. */
  readonly hasTextIds?: true;
  /** Runs the queries with rights other than the organisation's own; throws if the caller may not use them. */
  readonly within?: <T>(tx: Tx, session: CallerSession, work: () => Promise<T>) => Promise<T>;
  /** A SELECT with `id` and a column for each field: every row that the viewer may see, and no other. */
  readonly source: (query: ResourceQuery) => RawBuilder<unknown>;
  /** A SELECT of the ids of all rows of `source`, by an index: for a viewer who sees few of many rows. */
  readonly among?: RawBuilder<unknown>;
  /**
   * The way to read rows in the order of a sortable column, so that the cost of a page does not depend on how many rows there are.
   * Without one, all rows of `source` are read and sorted: only for resources with few rows.
   */
  readonly orderOf?: (field: string, query: ResourceQuery) => IndexOrder | ParentOrder | undefined;
  /** Refuses a query that the resource cannot answer. */
  readonly check?: (list: ListQuery) => void;
  /** Maximum number of matching rows that are collected and sorted; with more, the query is refused with filter.too_broad. */
  readonly collectedMax?: number;
  /** Search condition on `r`, a row of `source`; without it, text columns are searched. */
  readonly search?: (q: string, query: ResourceQuery) => RawBuilder<boolean>;
  /** As `implied` of a column, for the search. */
  readonly searchImplied?: (q: string) => RawBuilder<boolean> | undefined;
  /** Refuses files of the resource to viewers who may only read it on screen. */
  readonly assertMayExport?: (tx: Tx, viewer: RecordViewer) => Promise<void>;
  /** Logs the access to the rows with these ids before they are read, in the same transaction. */
  readonly log?: (tx: Tx, viewer: RecordViewer, ids: readonly string[], verb: 'list' | 'export') => Promise<void>;
  /** The id of a row in `source`, where the row has another one. */
  readonly idOf?: (row: Row) => string;
  /** Reads the records with these ids, in any order. The ids come from `source`, which has checked access. */
  readonly read: (tx: Tx, viewer: RecordViewer, ids: readonly string[]) => Promise<readonly Row[]>;
  /** The same with values that only cells of files need. */
  readonly readForFile?: Resource<Row>['read'];
}

// biome-ignore lint/suspicious/noExplicitAny: rows are only ever passed to the resource that they belong to
export type AnyResource = Resource<any>;

/** The fields of a resource as declared for list queries. */
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

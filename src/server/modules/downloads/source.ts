import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Endpoint, ListFields } from '../../../shared/contracts/endpoint.ts';
import type { Cell } from '../../platform/content/csv.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import type { CallerSession } from '../../platform/session.ts';

export type FileFormat = 'csv' | 'ndjson';

/** The user of the file, and its language and query. */
export interface FileRequest {
  readonly db: DatabaseHandle;
  readonly session: CallerSession;
  readonly list: ListQuery;
  readonly language: LanguageId;
  readonly now: Date;
  /** The user's reason, which lists of protected data require. */
  readonly reason?: string | undefined;
}

/** Reads a list batch by batch; holds a position and names, never the rows. */
export interface ListReader {
  /** The next rows in the list's order, one cell per column; `isLast` if nothing follows. */
  read(tx: Tx): Promise<{
    readonly rows: readonly (readonly Cell[])[];
    /** The rows as the list returns them, for files of JSON lines. */
    readonly items?: readonly object[];
    readonly isLast: boolean;
  }>;
}

/** A list that can be downloaded as a file. Its module registers it in app.ts. */
export interface ListSource {
  readonly endpoint: Endpoint & { readonly list: ListFields };
  /** Name of the exported entity in the audit log. */
  readonly entity: string;
  /** Whether its reader returns items, so that a file of JSON lines is possible. */
  readonly hasItems?: true;
  /** Files require a recent sign-in. */
  readonly needsRecentSignIn?: boolean;
  /** Names of all columns, in order. */
  readonly columns: readonly string[];
  /** Beginning of the file name. */
  readonly title: (language: LanguageId) => string;
  readonly heading: (column: string, language: LanguageId) => string;
  /** Throws the same errors as the list: unknown fields, orders and values. */
  readonly open: (tx: Tx, asked: FileRequest, columns: readonly string[]) => Promise<ListReader>;
}

/** Finds a list that the organisation defines, by its path; undefined for one that the caller may not read. */
export type ListFinder = (
  tx: Tx,
  asked: Pick<FileRequest, 'db' | 'session' | 'language' | 'now'>,
  path: string,
) => Promise<ListSource | undefined>;

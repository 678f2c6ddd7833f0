import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Endpoint, ListFields } from '../../../shared/contracts/endpoint.ts';
import type { Tx } from '../../platform/database.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { Cell } from './csv.ts';

/** Whose file it is, and how it is written. */
export interface FileAsked {
  readonly session: CallerSession;
  readonly list: ListQuery;
  readonly language: LanguageId;
  readonly now: Date;
}

/** Reads on where it stopped; holds a place and names, never the rows. */
export interface ListReader {
  /** The next rows in the list's order, a cell for each column; `isLast` when nothing follows. */
  read(tx: Tx): Promise<{ readonly rows: readonly (readonly Cell[])[]; readonly isLast: boolean }>;
}

/** A list that can be fetched as a file. A module that has one names it in app.ts. */
export interface ListSource {
  readonly endpoint: Endpoint & { readonly list: ListFields };
  /** What is in the audit log as the thing exported. */
  readonly entity: string;
  /** Names of all columns, in order. */
  readonly columns: readonly string[];
  /** Beginning of the file's name. */
  readonly title: (language: LanguageId) => string;
  readonly heading: (column: string, language: LanguageId) => string;
  /** Throws what the list itself would: fields, orders and values that it does not know. */
  readonly open: (tx: Tx, asked: FileAsked, columns: readonly string[]) => Promise<ListReader>;
}

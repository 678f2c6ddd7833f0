import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { ScopeName } from '../../../shared/contracts/endpoint.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { ImportOptions } from '../../../shared/contracts/imports.contract.ts';
import type { Caller } from '../../platform/caller.ts';

/** An entry that a value refers to: compared by id, shown by text. */
export interface ImportChoice {
  readonly id: string;
  readonly text: string;
}
export type ImportValue = null | string | ImportChoice | readonly ImportChoice[];
/** Values by field. A field that the file lacks has its current value. */
export type ImportValues = Readonly<Record<string, ImportValue>>;

export interface ImportColumn {
  readonly field: string;
  readonly title: (language: LanguageId) => string;
  /** Other headings that name the column. */
  readonly otherNames?: readonly string[];
  /** Other names in faults: `companyId` for the column `company`. */
  readonly alias?: string;
  /** The text of a stored value, if it is another one. */
  readonly text?: (value: string, language: LanguageId) => string;
  /** The column of an exported list that an import leaves out. */
  readonly isIgnored?: true;
  /** Keys of this column are compared without regard to case. */
  readonly isCaseless?: true;
}

/** An existing entry. */
export interface CurrentEntry {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly values: ImportValues;
}

/** A row of the file, or an entry that the file lacks. */
export interface EntryRow<Entry extends CurrentEntry = CurrentEntry> {
  readonly key: string;
  /** Cells by field; only columns that the file has. */
  readonly cells: Readonly<Record<string, string>>;
  /** Undefined for an entry to add. */
  readonly current: Entry | undefined;
}

/** What a row would make of its entry. */
export type CheckedRow =
  | {
      readonly values: ImportValues;
      readonly name: string;
      /** Keys of rows that must be written first. */
      readonly follows?: readonly string[];
    }
  | { readonly faults: readonly FieldError[] };

/** A row to write. */
export interface EntryChange<Entry extends CurrentEntry = CurrentEntry> {
  readonly verb: 'add' | 'change' | 'remove';
  readonly current: Entry | undefined;
  readonly values: ImportValues;
}

export type WrittenRow = { readonly id: string; readonly version: number } | { readonly fault: FieldError };

export interface ImportCall extends Caller {
  readonly options: ImportOptions;
  /** The rows are about to be written: entries are locked when they are found. */
  readonly isWriting: boolean;
  /** A synchronisation by another system instead of a file. */
  readonly isSync: boolean;
  /** Registers work for after the commit. */
  readonly afterwards: (work: () => void) => void;
}

/**
 * Entries that can be imported. The engine parses files, compares values, stores plans, and runs and undoes them in
 * batches; a resource knows its columns, its rules and its tables. Every method serves many rows in few statements.
 */
export interface ImportResource<Entry extends CurrentEntry = CurrentEntry> {
  /** As in `/api/records/{resource}`. */
  readonly name: string;
  /** The scope that an element token needs. */
  readonly scope: ScopeName;
  readonly columns: readonly ImportColumn[];
  /** Columns that can identify an entry; without a wish of the caller, the first one in the file. */
  readonly keys: readonly string[];
  /** Rows without a key add an entry, and a key that is not found refuses its row: the server gives keys. */
  readonly givesKeys?: true;
  /** Maximum number of rows, if not IMPORT_ROWS_MAX. */
  readonly rowsMax?: number;
  /** The encoding of a file that is not UTF-8. */
  readonly otherEncoding?: 'windows-1257';
  /** The column within which keys are unique: the file needs it. `find` gets keys as `keyWithin` makes them. */
  readonly within?: string;
  /** Cells that deactivate an entry, for those that a file lacks. */
  readonly disabled?: Readonly<Record<string, string>>;
  /** Finds entries by the values of a key column. */
  find(call: ImportCall, key: string, values: readonly string[]): Promise<ReadonlyMap<string, readonly Entry[]>>;
  findByIds(call: ImportCall, ids: readonly string[]): Promise<readonly Entry[]>;
  /** Returns the id and key of every active entry that a file can deactivate. */
  listActive?(call: ImportCall, key: string): Promise<readonly { readonly id: string; readonly key: string }[]>;
  /** Counts the open tasks of the users whom these changes deactivate. */
  countOpenTasks?(call: ImportCall, changes: readonly EntryChange<Entry>[]): Promise<number>;
  /** Whether a change gives or takes the rights of administrators, or changes the account of one. */
  changesAdministrators?(change: EntryChange<Entry>): boolean;
  /** Applies the rules of the resource, in the order of the rows. */
  check(call: ImportCall, rows: readonly EntryRow<Entry>[]): Promise<readonly CheckedRow[]>;
  /** Writes rows in their order. A fault refuses its row alone. */
  write(call: ImportCall, changes: readonly EntryChange<Entry>[]): Promise<readonly WrittenRow[]>;
}

/** What the import of a list depends on. */
export type ImportViewer = Pick<Caller, 'tx' | 'session' | 'context'>;

/** The resources that can be imported: those of the product, for administrators, and those that organisations make. */
export interface ImportSources {
  readonly resources: readonly AnyImportResource[];
  /** Finds the import of a list that an organisation made. Undefined: no list that the caller may read; throws access.denied. */
  readonly find: (viewer: ImportViewer, name: string) => Promise<AnyImportResource | undefined>;
}

// biome-ignore lint/suspicious/noExplicitAny: each resource has entries of its own
export type AnyImportResource = ImportResource<any>;

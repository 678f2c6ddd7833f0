import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, literals, nullable, page, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
/** Administrators, and for the records of a registry those who may change them: which one it is decides the resource. */
const inApplication = { who: 'any', scope: null } as const;
/** With an element token: at most 500 rows, and only what the token changes by itself. */
const elements = { who: 'any', scope: ['people', 'reference', 'records'] } as const;

/** Maximum number of rows in a file. */
export const IMPORT_ROWS_MAX = 20_000;
/** The same for records of a registry. */
export const RECORD_ROWS_MAX = 50_000;
/** Maximum number of columns in a file. */
export const IMPORT_COLUMNS_MAX = 100;
/** Maximum size of a file in bytes. */
const IMPORT_BYTES_MAX = 8_388_608;
/** A run that deactivates more than this share of the active entries needs a confirmation. */
export const IMPORT_DISABLED_SHARE = 0.1;
/** Days in which a run can be undone. */
export const IMPORT_UNDO_DAYS = 7;

/** What happens to a row. `remove`: an undo removes an added entry. */
export const ImportVerb = literals('add', 'change', 'same', 'disable', 'remove', 'refuse');
export type ImportVerb = Static<typeof ImportVerb>;

/** What happens to the open tasks of users whom an import deactivates. */
export const Leavers = literals('manager', 'keep');

/** Options of an import. */
const ImportOptions = Type.Object({
  /** The column that identifies an entry; empty: every row adds one. */
  key: Type.String(),
  /** What happens to entries that the file lacks. */
  missing: literals('keep', 'disable'),
  /** Whether new users get an invitation. */
  invite: Type.Boolean(),
  /**
   * What happens to the open tasks of users who are deactivated: `manager` gives them back to their candidates and the
   * rest to the line manager, `keep` leaves them.
   */
  leavers: Leavers,
});
export type ImportOptions = Static<typeof ImportOptions>;

/** `dry`: a plan that is not executed. `done`: rows written so far. */
export const ImportRun = Type.Object({
  id: Id,
  resource: Type.String(),
  mode: literals('dry', 'run', 'undo'),
  state: literals('queued', 'running', 'done', 'stopped'),
  /** Rows of the file. */
  total: Type.Integer(),
  /** Rows by what happens to them. */
  counts: Type.Object({
    add: Type.Integer(),
    change: Type.Integer(),
    same: Type.Integer(),
    disable: Type.Integer(),
    remove: Type.Integer(),
    refuse: Type.Integer(),
  }),
  done: Type.Integer(),
  options: ImportOptions,
  /** The headings of the file, and the columns that they were read as; null: left out. */
  columns: Type.Array(
    Type.Object({ heading: Type.String(), field: nullable(Type.String()), title: nullable(Type.String()) }),
  ),
  /** The number of deactivations that the caller must send as `confirmDisabled`; null: none. */
  confirm: nullable(Type.Integer()),
  /** Open tasks of the users whom the plan deactivates, when it was made. */
  openTasks: Type.Integer(),
  /** Null: a client of a synchronisation. */
  by: nullable(UserRef),
  createdAt: Instant,
  endedAt: nullable(Instant),
  /** Null: cannot be undone, or not any more. */
  undoUntil: nullable(Instant),
  /** The run that an undo reverts. */
  ofRun: nullable(Id),
});
export type ImportRun = Static<typeof ImportRun>;

/** Why a row is refused; `title` in the language of the request. */
export const ImportFault = Type.Object({
  /** The column; null: the row. */
  field: nullable(Type.String()),
  code: Type.String(),
  title: Type.String(),
});
export type ImportFault = Static<typeof ImportFault>;

export const ImportRow = Type.Object({
  /** Its row in the file, where the heading is 1; null: the file lacks this entry. */
  line: nullable(Type.Integer()),
  key: nullable(Type.String()),
  name: nullable(Type.String()),
  /** The key of the user or other entry. */
  subjectId: nullable(Type.String()),
  verb: ImportVerb,
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      /** In the language of the request. */
      title: Type.String(),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
  ),
  faults: Type.Array(ImportFault),
  /** Whether it was written. */
  done: Type.Boolean(),
});
export type ImportRow = Static<typeof ImportRow>;

/**
 * Reads a CSV file and plans what each row would change; nothing is written. UTF-8, for records also Windows-1257, separated by
 * commas, semicolons or tabs. Headings are names of fields, or their titles in any language.
 */
export const planImport = endpoint({
  method: 'POST',
  path: '/api/records/{resource}/import',
  summary: 'Dry run of an import: what each row of a CSV file would change',
  ...elements,
  status: 201,
  consumes: ['text/csv'],
  bodyLimit: IMPORT_BYTES_MAX,
  query: Type.Object(
    {
      key: Type.Optional(Type.String({ maxLength: 50, description: 'The column that identifies an entry' })),
      missing: Type.Optional(literals('keep', 'disable')),
      invite: Type.Optional(Type.Boolean({ description: 'Invite new users' })),
      leavers: Type.Optional(Leavers),
      ignoreUnknown: Type.Optional(Type.Boolean({ description: 'Leave out unknown columns' })),
    },
    strict,
  ),
  body: Type.Unsafe<Blob>({ type: 'string', format: 'binary', description: 'The file' }),
  reply: ImportRun,
  errors: [
    'import.not_offered',
    'import.encoding',
    'import.empty',
    'import.malformed',
    'import.unclosed_quote',
    'import.too_many_rows',
    'import.too_many_columns',
    'import.unknown_column',
    'import.duplicate_column',
    'import.key_missing',
    'import.keeps_missing',
  ],
});

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/{id}',
  summary: 'An import with its progress',
  ...elements,
  reply: ImportRun,
  errors: ['import.not_found'],
});

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/imports/{id}/rows',
  summary: 'Rows of an import, problems first',
  ...elements,
  query: Type.Object({
    verb: Type.Optional(literals('add', 'change', 'same', 'disable', 'remove', 'refuse', 'matters')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    after: Type.Optional(Type.String({ maxLength: 50 })),
  }),
  reply: page(ImportRow),
  errors: ['import.not_found', 'page.cursor_mismatch'],
});

export const getRefusedRows = endpoint({
  method: 'GET',
  path: '/api/imports/{id}/refused',
  summary: 'The refused rows as a CSV file with the reasons, to correct and import again',
  ...inApplication,
  produces: 'text/csv',
  reply: Type.String(),
  errors: ['import.not_found'],
});

/** Executes the plan of a dry run, as a job. Progress: the live event `import.progress`. */
export const runImport = endpoint({
  method: 'POST',
  path: '/api/imports/{id}/run',
  summary: 'Execute the plan of a dry run',
  ...elements,
  recent: 'administrators',
  status: 202,
  body: Type.Object({ confirmDisabled: Type.Optional(Type.Integer({ minimum: 0 })) }, strict),
  reply: ImportRun,
  errors: ['import.not_found', 'import.started', 'import.too_many_disabled'],
});

/** Restores the recorded values; entries that changed since are refused. */
export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/{id}/undo',
  summary: 'Undo an import, for 7 days',
  ...inApplication,
  recent: 'administrators',
  status: 202,
  reply: ImportRun,
  errors: ['import.not_found', 'import.not_undoable'],
});

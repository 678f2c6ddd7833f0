/** Number of slots of `record_index` by kind: texts, numbers, and days or instants. */
export const SLOTS = { t: 8, n: 4, i: 4 } as const;
export type SlotKind = keyof typeof SLOTS;

/** Column of a field whose values are in `record_index_many`: filters, but no sorting. */
export const MANY = 'many';

/** Name of the column with a record's title; columns of other fields are named `data.<key>`. */
export const TITLE_COLUMN = 'title';
export const DATA_COLUMN = 'data.';
/** Retention that counts from entering a status: `status:<id>`. */
export const STATUS_SINCE = 'status:';

/** Maximum number of registries in one organisation. */
export const REGISTRIES_MAX = 200;
export const REGISTRY_COLUMNS_MAX = 40;
export const REGISTRY_STATUSES_MAX = 30;
export const RETENTION_MONTHS_MAX = 1200;

/** Placeholder id of a record that does not exist yet. */
export const NEW_RECORD = 'new';
/** Records are counted up to this number. */
export const RECORDS_COUNTED = 1000;

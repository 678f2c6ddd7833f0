/** Number of slots of `record_index` by kind: texts, numbers, and days or instants. */
export const SLOTS = { t: 8, n: 4, i: 4 } as const;
export type SlotKind = keyof typeof SLOTS;

/** Column of a field whose values are in `record_index_many`: filters, but no sorting. */
export const MANY = 'many';

/** Name of the column with a record's title; columns of other fields are named `data.<key>`. */
export const TITLE_COLUMN = 'title';

export const RETENTION_MONTHS_MAX = 1200;

/** Placeholder id of a record that does not exist yet. */
export const NEW_RECORD = 'new';

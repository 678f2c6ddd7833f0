import { DATA_COLUMN, TITLE_COLUMN } from '../../shared/contracts/registry.rules.ts';
import type { EditedColumn } from '../../shared/contracts/registry-settings.contract.ts';

/** A new column of a field. */
export const columnOf = (key: string): EditedColumn => ({
  field: `${DATA_COLUMN}${key}`,
  from: key,
  listed: true,
  searchable: false,
  filter: false,
});

/** The column with the titles of records, from a field; none without one. */
export const titleColumn = (key: string): EditedColumn[] =>
  key === '' ? [] : [{ ...columnOf(key), field: TITLE_COLUMN, searchable: true, filter: true }];

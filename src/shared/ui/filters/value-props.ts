import type { Asked, FilterColumn, FilterText } from './columns.ts';

/** What each of the four components is given. `value` is as it stands in the query. */
export interface ValueProps {
  readonly column: FilterColumn;
  readonly asked: Asked;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly t: FilterText;
}

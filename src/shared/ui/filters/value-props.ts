import type { Asked, FilterColumn, FilterText } from './columns.ts';

/** Props of the four components. `value` is the value in the query. */
export interface ValueProps {
  readonly column: FilterColumn;
  readonly asked: Asked;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly t: FilterText;
}

import type { FilterColumn, FilterText, ShownOperator } from './columns.ts';

/** Props of the four components. `value` is the value in the query. */
export interface ValueProps {
  readonly column: FilterColumn;
  readonly asked: ShownOperator;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly t: FilterText;
}

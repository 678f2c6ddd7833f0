import type { FieldType } from '../../shared/contracts/endpoint.ts';

/** A value as the database takes it: text and keys as they are, numbers, booleans, days as YYYY-MM-DD, instants as Date. */
export type FilterValue = string | number | boolean | Date;

/** One condition of a list, its values read and typed. Ranges of instants are half open: `from` counts, `before` does not. */
export type Condition = { readonly field: string; readonly type: FieldType } & (
  | { readonly test: 'blank' | 'notBlank' }
  | { readonly test: 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte'; readonly value: FilterValue }
  | { readonly test: 'contains' | 'notContains' | 'startsWith' | 'endsWith'; readonly value: string }
  | { readonly test: 'in'; readonly values: readonly FilterValue[]; readonly orBlank: boolean }
  | {
      readonly test: 'between' | 'notBetween';
      readonly from?: FilterValue;
      readonly to?: FilterValue;
      readonly before?: Date;
    }
  | { readonly test: 'person' | 'notPerson'; readonly people: readonly PersonValue[]; readonly orBlank: boolean }
);

/** A person as somebody may name one in a filter; `reports` are the direct reports of that person. */
export type PersonValue = { readonly username: string } | { readonly key: string } | { readonly reportsOf: string };

export interface Sort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** Where a page begins: behind (or, read backwards, before) the row with these sort values and this id. */
export interface Position {
  readonly values: readonly (string | number | boolean | null)[];
  readonly id: string;
}

/** What a list was asked for, checked against the fields it declares. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly sort: readonly Sort[];
  readonly limit: number;
  readonly after?: Position;
  readonly before?: Position;
  readonly q?: string;
  readonly count: boolean;
  /** Ties a cursor to its filters and sort; `cursorOf` wants it. */
  readonly hash: string;
}

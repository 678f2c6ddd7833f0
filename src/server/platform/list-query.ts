import type { FieldType } from '../../shared/contracts/endpoint.ts';

/** A value in the form that the database takes: text and keys unchanged, numbers, booleans, days as YYYY-MM-DD, instants as Date. */
export type FilterValue = string | number | boolean | Date;

/** One condition of a list with typed values. Ranges of instants are half open: `from` is included, `before` is not. */
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

/** A user as named in a filter; `reports` are the direct reports of that user. */
export type PersonValue = { readonly username: string } | { readonly key: string } | { readonly reportsOf: string };

export interface Sort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** The start of a page: after (or, read backwards, before) the row with these sort values and this id. */
export interface Position {
  readonly values: readonly (string | number | boolean | null)[];
  readonly id: string;
}

/** A parsed list request, checked against the fields the list declares. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly sort: readonly Sort[];
  readonly limit: number;
  readonly after?: Position;
  readonly before?: Position;
  readonly q?: string;
  readonly count: boolean;
  /** Ties a cursor to its filters and sort; required by `cursorOf`. */
  readonly hash: string;
}

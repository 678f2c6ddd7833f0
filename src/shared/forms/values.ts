import type { Decimal } from './decimal.ts';

/** What expressions and conditions work with. Text is a string, a choice is its option's id. */
interface DayValue {
  readonly kind: 'day';
  readonly number: number;
}
interface DaysValue {
  readonly kind: 'days';
  readonly count: number;
}
/** A time of day, in minutes since midnight. */
interface TimeValue {
  readonly kind: 'time';
  readonly minutes: number;
}
/** A day and a time by the organisation's clock, in minutes since the beginning of 1970. */
interface MomentValue {
  readonly kind: 'moment';
  readonly minutes: number;
}
interface DecimalValue {
  readonly kind: 'decimal';
  readonly value: Decimal;
}
/** Names to values: the form itself, or one row of a table. */
export interface Scope {
  readonly kind: 'scope';
  get(name: string): FeelValue;
}
export type FeelValue =
  | null
  | boolean
  | string
  | DecimalValue
  | DayValue
  | DaysValue
  | TimeValue
  | MomentValue
  | Scope
  | readonly FeelValue[];

export function decimalValue(value: Decimal | null): FeelValue {
  return value === null ? null : { kind: 'decimal', value };
}

export function isList(value: FeelValue): value is readonly FeelValue[] {
  return Array.isArray(value);
}

/** The value's kind when it is an object, `null` for everything else. */
export function isKind<K extends Extract<FeelValue, { readonly kind: string }>['kind']>(
  value: FeelValue,
  kind: K,
): value is Extract<FeelValue, { readonly kind: K }> {
  return typeof value === 'object' && value !== null && !isList(value) && value.kind === kind;
}

import type { Decimal } from './decimal.ts';

/** The values of expressions and conditions. Text is a string; a choice is the id of its option. */
export interface DayValue {
  readonly kind: 'day';
  /** Days since 1970-01-01. */
  readonly number: number;
}
interface TimeValue {
  readonly kind: 'time';
  /** Seconds since midnight. */
  readonly seconds: number;
}
/** A day and a time on the organisation's clock; no time zone. */
export interface MomentValue {
  readonly kind: 'moment';
  /** Seconds since 1970-01-01T00:00 on that clock. */
  readonly seconds: number;
}
/** FEEL's days and time duration. */
export interface DurationValue {
  readonly kind: 'duration';
  readonly seconds: number;
}
/** FEEL's years and months duration: its length in days depends on its start. */
export interface MonthsValue {
  readonly kind: 'months';
  readonly count: number;
}
interface DecimalValue {
  readonly kind: 'decimal';
  readonly value: Decimal;
}
/** `null` at an end: no limit. A period is also a range: its days, both inclusive. */
export interface RangeValue {
  readonly kind: 'range';
  readonly from: FeelValue;
  readonly to: FeelValue;
  readonly fromIncluded: boolean;
  readonly toIncluded: boolean;
}
/** Maps names to values: the form itself, or one row of a table. */
export interface Scope {
  readonly kind: 'scope';
  /** Returns `null` for an unknown name. */
  get(name: string): FeelValue;
  has(name: string): boolean;
}
type KindValue = DecimalValue | DayValue | TimeValue | MomentValue | DurationValue | MonthsValue | RangeValue | Scope;
export type FeelValue = null | boolean | string | KindValue | readonly FeelValue[];

export function decimalValue(value: Decimal | null): FeelValue {
  return value === null ? null : { kind: 'decimal', value };
}

export function wholeValue(count: number): FeelValue {
  return Number.isSafeInteger(count) ? { kind: 'decimal', value: { coefficient: BigInt(count), scale: 0 } } : null;
}

export function isList(value: FeelValue): value is readonly FeelValue[] {
  return Array.isArray(value);
}

/** Whether the value is an object of this kind. */
export function isKind<K extends KindValue['kind']>(
  value: FeelValue,
  kind: K,
): value is Extract<KindValue, { readonly kind: K }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}

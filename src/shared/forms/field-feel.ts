import { dayNumber, dayText, readDayLiteral } from './days.ts';
import { decimalFromMinorUnits, decimalFromNumber, round, toMinorUnits, toNumber } from './decimal.ts';
import type { DataField, FieldValue, Period } from './definition.ts';
import { currencyOf, isFiles, isMoney, isPeriod, NUMBER_MAX, scaleOf, TEXT_MAX_LENGTH } from './field-values.ts';
import { momentNumber, momentText, readMomentLiteral, timeNumber, timeText } from './times.ts';
import { decimalValue, type FeelValue, isKind } from './values.ts';

/** Returns the initial value of a field without a known value. */
export function defaultOf(field: DataField, today: string): FieldValue {
  if (field.type === 'checkbox') return field.default ?? false;
  if (!('default' in field) || field.default === undefined) return null;
  if (field.type === 'money') {
    const decimal = decimalFromNumber(Number(field.default));
    const amount = decimal && toMinorUnits(decimal, scaleOf(field));
    return amount === null ? null : { amount, currency: currencyOf(field) };
  }
  if (field.type === 'date') return readDayLiteral(String(field.default), today);
  if (field.type === 'dateTime') return readMomentLiteral(String(field.default), today);
  return field.default as FieldValue;
}

function day(text: string | null): FeelValue {
  const number = text === null ? null : dayNumber(text);
  return number === null ? null : { kind: 'day', number };
}

/** A range of days: `leave.from` and `leave.to` are its ends. */
function periodRange({ from, to }: Period): FeelValue {
  return { kind: 'range', from: day(from), to: day(to), fromIncluded: true, toIncluded: true };
}

/** Converts a field's value for expressions and conditions: money in major units, days and times as their types. */
export function toFeel(field: DataField, value: FieldValue): FeelValue {
  if (value === null) return null;
  if (isMoney(value)) return decimalValue(decimalFromMinorUnits(value.amount, scaleOf(field)));
  if (isPeriod(value)) return periodRange(value);
  if (typeof value === 'number') return decimalValue(decimalFromNumber(value));
  if (typeof value !== 'string') {
    if (typeof value === 'boolean') return value;
    return isFiles(value) ? value.map(({ fileName }) => fileName) : value;
  }
  if (field.type === 'date') return day(value);
  if (field.type === 'time' || field.type === 'dateTime') {
    const minutes = field.type === 'time' ? timeNumber(value) : momentNumber(value);
    return minutes === null ? null : { kind: field.type === 'time' ? 'time' : 'moment', seconds: minutes * 60 };
  }
  return value;
}

/** Converts a computed result to a value of the field, rounded to its places; `null` when it has another type. */
export function fromFeel(field: DataField, result: FeelValue): FieldValue {
  switch (field.type) {
    case 'number': {
      if (!isKind(result, 'decimal')) return null;
      const number = toNumber(round(result.value, scaleOf(field)));
      return Math.abs(number) > NUMBER_MAX ? null : number || 0;
    }
    case 'money': {
      const amount = isKind(result, 'decimal') ? toMinorUnits(result.value, scaleOf(field)) : null;
      return amount === null ? null : { amount: amount || 0, currency: currencyOf(field) };
    }
    case 'date':
      return isKind(result, 'day') ? dayText(result.number) : null;
    case 'time':
      return isKind(result, 'time') ? timeText(Math.floor(result.seconds / 60)) : null;
    case 'dateTime':
      return isKind(result, 'moment') ? momentText(Math.floor(result.seconds / 60)) : null;
    case 'checkbox':
      return result === true;
    default:
      return typeof result === 'string' && result.trim() !== '' && result.length <= TEXT_MAX_LENGTH ? result : null;
  }
}

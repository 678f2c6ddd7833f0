import type { LanguageId } from '../contracts/constants.ts';
import {
  currencyOf,
  type DataField,
  decimalFromNumber,
  type FieldState,
  type FieldValue,
  type Issue,
  isMoney,
  type Money,
  NUMBER_MAX,
  scaleOf,
  toMinorUnits,
} from '../forms/index.ts';
import { formatDayInput, formatNumber, parseDayInput, parseNumberInput } from '../locale/index.ts';
import { parseTimeInput } from './time-input.ts';
import { amountText } from './value-text.ts';

/** Longer than any typed date and time. */
const TYPED_MAX = 80;

/** The parsed value of a field, or the reason why the input is unreadable. */
export type Read = { readonly value: FieldValue } | { readonly fault: Issue };

/** Parses typed or pasted input for text, numbers, days and times; blank is `null`. */
export function readTyped(field: DataField, typed: string, language: LanguageId): Read {
  const text = typed.trim();
  if (text === '') return { value: null };
  switch (field.type) {
    case 'text':
    case 'multiline':
      return { value: typed };
    case 'number': {
      const number = parseNumberInput(text, language);
      return number === undefined || Math.abs(number) > NUMBER_MAX
        ? { fault: { code: 'field.not_a_number' } }
        : { value: number };
    }
    case 'money': {
      const number = parseNumberInput(text, language);
      if (number === undefined || Math.abs(number) > NUMBER_MAX) return { fault: { code: 'field.not_a_number' } };
      return readMoney(number, scaleOf(field), currencyOf(field));
    }
    case 'date':
      return readOr(parseDayInput(text, language), 'field.date');
    case 'time':
      return readOr(parseTimeInput(text), 'field.date');
    case 'dateTime':
      return readOr(momentOf(text, language), 'field.date');
    default:
      return { fault: { code: 'field.type' } };
  }
}

/** Sets the parsed value of a field, or its parse error. */
export function takeTyped(state: FieldState, typed: string, language: LanguageId): void {
  const read = readTyped(state.definition.node, typed, language);
  if ('value' in read) state.set(read.value);
  else state.setUnreadable(read.fault.code, read.fault.params, typed);
}

/** The value of a field as editable text. */
export function typedText(field: DataField, value: FieldValue, language: LanguageId): string {
  if (value === null) return '';
  if (field.type === 'date') return formatDayInput(String(value), language);
  if (isMoney(value)) return amountText(field, value, language);
  return typeof value === 'number' ? formatNumber(value, {}, language) : String(value);
}

function readMoney(number: number, scale: number, currency: string): Read {
  const decimal = decimalFromNumber(number);
  const amount = decimal && toMinorUnits(decimal, scale);
  if (!decimal || amount === null) return { fault: { code: 'field.not_a_number' } };
  if (decimal.scale > scale) return { fault: { code: 'field.decimals', params: { max: scale } } };
  return { value: { amount, currency } satisfies Money };
}

function momentOf(text: string, language: LanguageId): string | undefined {
  if (text.length > TYPED_MAX) return undefined;
  const space = text.search(/[\sT,]+[\d:.]{1,5}(?:\s*[ap]m)?$/i);
  if (space < 0) return undefined;
  const day = parseDayInput(text.slice(0, space), language);
  const time = parseTimeInput(text.slice(space).replace(/^[\sT,]+/, ''));
  return day && time && `${day}T${time}`;
}

function readOr(value: string | undefined, code: Issue['code']): Read {
  return value === undefined ? { fault: { code } } : { value };
}

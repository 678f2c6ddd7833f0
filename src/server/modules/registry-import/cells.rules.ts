import { LANGUAGES, type LanguageId } from '../../../shared/contracts/constants.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import {
  currencyOf,
  type DataField,
  decimalFromNumber,
  NUMBER_MAX,
  scaleOf,
  toMinorUnits,
} from '../../../shared/forms/index.ts';
import { parseDayInput } from '../../../shared/locale/days.ts';
import { parseNumberInput } from '../../../shared/locale/numbers.ts';
import { registryMessages } from '../registries/index.ts';

export type Read = { readonly value: unknown } | { readonly fault: Omit<FieldError, 'pointer'> };

const refused = (code: FieldError['code'], params?: FieldError['params']): Read => ({
  fault: { code, ...(params ? { params } : {}) },
});

/** The entries of a cell with several values. */
export const partsOf = (cell: string): string[] => cell.split(',').flatMap((part) => part.trim() || []);

const answers = (word: 'yes' | 'no') =>
  LANGUAGES.map((language) => registryMessages.text(language, word).toLowerCase());
const YES: ReadonlySet<string> = new Set([...answers('yes'), 'true', '1', 'x']);
const NO: ReadonlySet<string> = new Set([...answers('no'), 'false', '0', '']);

/** Reads a cell as a value of a field that refers to nothing; the rules of the form judge it. A blank cell is null. */
export function readCell(node: DataField, cell: string, language: LanguageId): Read {
  if (node.type === 'checkbox') {
    const answer = cell.toLowerCase();
    if (YES.has(answer)) return { value: true };
    return NO.has(answer) ? { value: false } : refused('field.type');
  }
  if (cell === '') return { value: null };
  switch (node.type) {
    case 'number': {
      const number = parseNumberInput(cell, language);
      return number === undefined ? refused('field.not_a_number') : { value: number };
    }
    case 'money':
      return readMoney(node, cell, language);
    case 'date': {
      const day = parseDayInput(cell, language);
      return day === undefined ? refused('field.date', { example: '2026-01-31' }) : { value: day };
    }
    case 'dateTime':
      return readMoment(cell, language);
    case 'period': {
      const [from = '', to = '', ...more] = cell.split('/').map((part) => part.trim());
      const days = [from, to].map((part) => (part === '' ? null : parseDayInput(part, language)));
      if (more.length > 0 || days.includes(undefined)) return refused('field.type');
      return { value: { from: days[0], to: days[1] } };
    }
    case 'tags':
      return { value: partsOf(cell) };
    default:
      return { value: cell };
  }
}

function readMoney(node: Extract<DataField, { type: 'money' }>, cell: string, language: LanguageId): Read {
  const scale = scaleOf(node);
  const number = parseNumberInput(cell, language);
  const decimal = number === undefined || Math.abs(number) > NUMBER_MAX ? null : decimalFromNumber(number);
  const amount = decimal && toMinorUnits(decimal, scale);
  if (!decimal || amount === null) return refused('field.not_a_number');
  if (decimal.scale > scale) return refused('field.decimals', { max: scale });
  return { value: { amount, currency: currencyOf(node) } };
}

/** `2026-01-31 14:05`, also with a T or seconds, and with the day as it is typed. */
function readMoment(cell: string, language: LanguageId): Read {
  const at = cell.search(/[ T]\d{1,2}:/);
  const day = at < 0 ? undefined : parseDayInput(cell.slice(0, at), language);
  const time = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(cell.slice(at + 1));
  if (day === undefined || !time) return refused('field.date', { example: '2026-01-31 14:05' });
  return { value: `${day}T${time[1]!.padStart(2, '0')}:${time[2]}` };
}

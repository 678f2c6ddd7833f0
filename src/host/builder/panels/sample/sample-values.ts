import {
  currencyOf,
  type DataField,
  decimalFromNumber,
  type FieldValue,
  type FormBody,
  type FormNode,
  type FormValue,
  type FormValues,
  isLayout,
  isRepeating,
  type RowValue,
  scaleOf,
  type TableNode,
  textOf,
  toMinorUnits,
} from '../../../../shared/forms/index.ts';
import { addDays, type Day, isDay } from '../../../../shared/locale/index.ts';

const TEXTS = { email: 'maria.mets@example.com', phone: '+372 5123 4567', link: 'https://example.com/offer' } as const;
const ROWS = 2;

/**
 * Generates a sample value for each field that needs no data of the organisation: computed fields, files, people and
 * dropdowns are omitted. Respects limits that are not expressions.
 */
export function sampleValues(body: FormBody, today: Day, languageId: string): FormValues {
  const values: Record<string, FormValue> = {};
  const visit = (node: FormNode): void => {
    if (isLayout(node)) node.children.forEach(visit);
    else if (isRepeating(node)) values[node.key] = rowsOf(node, today, languageId);
    else if ('key' in node) put(values, node, sampleOf(node, today, languageId, 0));
  };
  visit(body.root);
  return values;
}

function put(values: Record<string, FormValue>, { key }: DataField, value: FieldValue): void {
  if (value !== null) values[key] = value;
}

function rowsOf(table: TableNode, today: Day, languageId: string): RowValue[] {
  const count = Math.min(Math.max(table.minRows ?? 0, ROWS), table.maxRows ?? ROWS);
  return Array.from({ length: count }, (_, index) => {
    const cells: Record<string, FormValue> = {};
    for (const column of table.columns) put(cells, column, sampleOf(column, today, languageId, index));
    return { ...cells, rowId: `r${index + 1}` } as RowValue;
  });
}

function sampleOf(field: DataField, today: Day, languageId: string, row: number): FieldValue {
  if ('computed' in field && field.computed) return null;
  switch (field.type) {
    case 'text':
    case 'multiline': {
      // A text that matches a pattern cannot be generated.
      if (field.pattern) return field.default ?? null;
      const text = field.default ?? (field.format ? TEXTS[field.format] : textOf(field.label, languageId));
      const long = text.padEnd(field.minLength ?? 0, ` ${text}`);
      return long.slice(0, field.maxLength ?? 1000) || null;
    }
    case 'number':
      return field.default ?? within(row + 3, field, field.integer ? 0 : 1);
    case 'money': {
      const number = field.default ?? within(1250 + row * 100, field, 2);
      const decimal = number === null ? null : decimalFromNumber(number);
      const amount = decimal && toMinorUnits(decimal, scaleOf(field));
      return amount === null ? null : { amount, currency: currencyOf(field) };
    }
    case 'date':
      return dayWithin(today, 7 + row, field);
    case 'time':
      return '09:30';
    case 'dateTime':
      return `${dayWithin(today, 1 + row, {})}T09:30`;
    case 'period': {
      const from = dayWithin(today, 7, field);
      return { from, to: addDays(from, Math.min(4, (field.maxDays ?? 5) - 1)) };
    }
    case 'checkbox':
      return field.default ?? true;
    case 'radio':
    case 'dropdown':
      return field.default ?? field.options?.[row % (field.options.length || 1)]?.id ?? null;
    case 'multiSelect': {
      const most = Math.max(field.minItems ?? 1, 1);
      return field.default ?? field.options?.slice(0, most).map(({ id }) => id) ?? null;
    }
    case 'tags':
      return field.default ?? field.suggestions?.slice(0, Math.max(field.minItems ?? 1, 1)) ?? null;
    default:
      return null;
  }
}

interface Limits {
  readonly min?: unknown;
  readonly max?: unknown;
}

function within(wanted: number, { min, max }: Limits, digits: number): number | null {
  const low = typeof min === 'number' ? min : Number.NEGATIVE_INFINITY;
  const high = typeof max === 'number' ? max : Number.POSITIVE_INFINITY;
  if (low > high) return null;
  return Number(Math.min(Math.max(wanted, low), high).toFixed(digits));
}

function dayWithin(today: Day, days: number, { min, max }: Limits): Day {
  const wanted = addDays(today, days);
  const [low, high] = [fixedDay(min, today), fixedDay(max, today)];
  if (high !== null && wanted > high) return high;
  return low !== null && wanted < low ? low : wanted;
}

function fixedDay(limit: unknown, today: Day): Day | null {
  if (typeof limit !== 'string') return null;
  const relative = /^today(?:([+-])(\d{1,5}))?$/.exec(limit);
  if (relative) return addDays(today, Number(relative[2] ?? 0) * (relative[1] === '-' ? -1 : 1));
  return isDay(limit) ? limit : null;
}

import { EMPTY_OPTION_ID } from '../../contracts/constants.ts';
import { type Filter, splitParts, splitRange } from '../../contracts/filters.rules.ts';
import { formatDay, formatDayAndTime } from '../../locale/dates.ts';
import { isDay } from '../../locale/days.ts';
import { askedBy, type FilterColumn, type FilterText, operationText, readDay } from './columns.ts';

/**
 * Text of a condition for a chip: `Due date before 21 Nov 2026`. `nameOf` returns the name of a person by username or
 * key.
 */
export function describeFilter(
  filter: Filter,
  column: FilterColumn,
  t: FilterText,
  nameOf: (person: string) => string = (person) => person,
): string {
  const asked = askedBy(filter);
  const operation = operationText(asked, column, t);
  if (asked === 'blank' || asked === 'notBlank') return t('chip.blank', { column: column.title, operation });
  const one = (value: string) => valueText(value, column, t, nameOf);
  const value =
    asked === 'in'
      ? splitParts(filter.value).map(one).join(', ')
      : asked === 'inrange'
        ? rangeText(filter.value, one, t)
        : one(filter.value);
  return t('chip', { column: column.title, operation, value });
}

function rangeText(value: string, one: (value: string) => string, t: FilterText): string {
  const [from, to] = splitRange(value);
  return t('range', { from: from && one(from), to: to && one(to) });
}

function valueText(value: string, column: FilterColumn, t: FilterText, nameOf: (person: string) => string): string {
  const option = column.options?.find(({ id }) => id === value);
  if (option) return option.text;
  if (value === EMPTY_OPTION_ID) return t('empty');
  switch (column.type) {
    case 'boolean':
      return t(value === 'true' ? 'yes' : 'no');
    case 'person':
      if (value === 'me') return t('me');
      return value === 'me+reports' ? t('me+reports') : nameOf(value);
    case 'day':
    case 'instant':
      return dayText(value, t);
    default:
      return value;
  }
}

function dayText(value: string, t: FilterText): string {
  const day = readDay(value);
  if (day.kind === 'ahead' || day.kind === 'ago') return t(`day.${day.kind}Of`, { count: Number(day.count) });
  if (day.kind !== 'fixed') return t(`day.${day.kind}`).toLowerCase();
  if (isDay(day.day)) return formatDay(day.day);
  return Number.isNaN(Date.parse(day.day)) ? day.day : formatDayAndTime(day.day);
}

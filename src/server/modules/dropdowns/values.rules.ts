import { type Filter, parseFilter, splitParts } from '../../../shared/contracts/filters.rules.ts';
import { AppError } from '../../platform/errors.ts';

export interface PropertyCondition {
  readonly property: string;
  readonly test: 'in' | 'notIn';
  /** As texts; an empty text matches options without the property. */
  readonly values: readonly string[];
}

const PREFIX = 'properties.';
const OPERATORS = ['eq', 'neq', 'in'];
const PARTS_MAX = 200;

/** Parses conditions on properties in a query: `properties.companyId=eq:LLV`. Throws filter.malformed, filter.unknown_operator. */
export function propertyConditions(query: Readonly<Record<string, unknown>>): PropertyCondition[] {
  return Object.entries(query)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, text]) => conditionOf(name, String(text)));
}

function conditionOf(name: string, text: string): PropertyCondition {
  const filter = parseFilter(name, text);
  if (!text.includes(':')) throw refusal('filter.malformed', name, {});
  if (!filter || !OPERATORS.includes(filter.operation)) {
    const operator = text.slice(0, text.indexOf(':')).slice(0, 40);
    throw refusal('filter.unknown_operator', name, { field: name, operator, allowed: OPERATORS.join(', ') });
  }
  return {
    property: name.slice(PREFIX.length),
    test: filter.operation === 'neq' ? 'notIn' : 'in',
    values: valuesOf(filter, name),
  };
}

function valuesOf({ operation, value }: Filter, name: string): readonly string[] {
  if (operation !== 'in') return [value];
  const parts = splitParts(value);
  if (parts.length === 0 || parts.length > PARTS_MAX) {
    throw refusal('filter.bad_value', name, { value: value.slice(0, 80), type: 'list' });
  }
  return parts;
}

function refusal(
  code: 'filter.malformed' | 'filter.unknown_operator' | 'filter.bad_value',
  name: string,
  params: Record<string, string>,
): AppError {
  return new AppError(code, params, { errors: [{ pointer: `?${name}`, code, params }] });
}

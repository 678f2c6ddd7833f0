import type { Condition, ConditionScalar, FieldCondition } from '../../../../shared/forms/index.ts';
import type { ScopeField } from './scope.ts';

const SIGNS = { eq: '=', neq: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/** Converts a condition to an equivalent expression. Text comparison is case-sensitive. */
export function asExpression(condition: Condition, fields: readonly ScopeField[]): string {
  if ('expr' in condition) return condition.expr;
  if ('not' in condition) return `not(${asExpression(condition.not, fields)})`;
  if ('all' in condition) return joined(condition.all, ' and ', fields);
  if ('any' in condition) return joined(condition.any, ' or ', fields);
  return comparison(condition, fields.find(({ name }) => name === condition.field)?.kind);
}

function joined(parts: readonly Condition[], word: string, fields: readonly ScopeField[]): string {
  const inner = (part: Condition) => {
    const text = asExpression(part, fields);
    return 'all' in part || 'any' in part || 'expr' in part ? `(${text})` : text;
  };
  return parts.length === 1 && parts[0] ? asExpression(parts[0], fields) : parts.map(inner).join(word);
}

function comparison({ field, op, value }: FieldCondition, kind: ScopeField['kind'] | undefined): string {
  const many = Array.isArray(value) ? (value as readonly ConditionScalar[]) : [];
  const literal = (one: ConditionScalar) => written(one, kind);
  if ((op === 'eq' || op === 'neq') && (value === '' || value === null)) return `${field} ${SIGNS[op]} null`;
  const one = literal(Array.isArray(value) ? null : (value as ConditionScalar));
  switch (op) {
    case 'like':
      return `contains(lower case(${field}), lower case(${one}))`;
    case 'nlike':
      return `not(contains(lower case(${field}), lower case(${one})))`;
    case 'startWith':
      return `starts with(lower case(${field}), lower case(${one}))`;
    case 'endWith':
      return `ends with(lower case(${field}), lower case(${one}))`;
    case 'in':
      return `${field} in [${many.map(literal).join(', ')}]`;
    case 'inrange': {
      const [from = null, to = null] = many;
      if (from === null) return to === null ? `${field} != null` : `${field} <= ${literal(to)}`;
      return to === null ? `${field} >= ${literal(from)}` : `${field} in [${literal(from)}..${literal(to)}]`;
    }
    default:
      return `${field} ${SIGNS[op]} ${one}`;
  }
}

function written(value: ConditionScalar, kind: ScopeField['kind'] | undefined): string {
  if (typeof value !== 'string') return String(value);
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return value;
  if (kind === 'date' || kind === 'dateTime') {
    const relative = /^today(?:([+-])(\d+))?$/.exec(value);
    if (relative) return relative[1] ? `today() ${relative[1]} @"P${relative[2]}D"` : 'today()';
  }
  if (kind === 'date') return `@"${value}"`;
  if (kind === 'time') return `@"${value}:00"`;
  if (kind === 'dateTime') return value.includes('T') ? `@"${value}:00"` : `@"${value}"`;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

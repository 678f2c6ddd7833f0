import { dayNumber, readDayLiteral } from './days.ts';
import { compare, type Decimal, decimalFromNumber, decimalFromText } from './decimal.ts';
import type { Condition, ConditionScalar, FieldCondition } from './definition.ts';
import { cachedExpression, EXPRESSION_STEPS, evaluate } from './expression.ts';
import { type Known, type Reads, readsOf } from './expression-names.ts';
import { momentNumber, readMomentLiteral, timeNumber } from './times.ts';
import { type FeelValue, isKind, isList, type Scope } from './values.ts';

/** Whether a condition holds for the values of a scope. `today` is an ISO day. */
export type Predicate = (scope: Scope, today: string) => boolean;

export const ALWAYS: Predicate = () => true;
export const NEVER: Predicate = () => false;

/**
 * Prepares a condition once; throws ExpressionError when an expression in it cannot be parsed. `steps` bounds each
 * expression.
 */
export function compileCondition(condition: Condition, steps = EXPRESSION_STEPS): Predicate {
  const compile = (part: Condition) => compileCondition(part, steps);
  if ('all' in condition) {
    const parts = condition.all.map(compile);
    return (scope, today) => parts.every((holds) => holds(scope, today));
  }
  if ('any' in condition) {
    const parts = condition.any.map(compile);
    return (scope, today) => parts.some((holds) => holds(scope, today));
  }
  if ('not' in condition) {
    const holds = compile(condition.not);
    return (scope, today) => !holds(scope, today);
  }
  if ('expr' in condition) {
    const expression = cachedExpression(condition.expr);
    return (scope, today) => evaluate(expression, scope, today, steps) === true;
  }
  return (scope, today) => holdsFor(valueAt(scope, condition.field), condition, today);
}

/**
 * Reads the value of a condition's `field`: a key, `row.key` inside a table, or an end of a period (`absence.from`).
 */
export function valueAt(scope: Scope, field: string): FeelValue {
  return field.split('.').reduce<FeelValue>((value, name) => {
    if (isKind(value, 'scope')) return value.get(name);
    if (!isKind(value, 'range')) return null;
    return name === 'from' ? value.from : name === 'to' ? value.to : null;
  }, scope);
}

function isBlank(value: FeelValue | ConditionScalar): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function asDecimal(value: ConditionScalar): Decimal | null {
  if (typeof value === 'number') return decimalFromNumber(value);
  return typeof value === 'string' ? decimalFromText(value) : null;
}

/** Compares a field's value with the condition's; `null` when they cannot be compared. */
function order(value: FeelValue, other: ConditionScalar, today: string): number | null {
  if (isKind(value, 'decimal')) {
    const number = asDecimal(other);
    return number && compare(value.value, number);
  }
  if (isKind(value, 'day')) {
    const day = typeof other === 'string' ? readDayLiteral(other, today) : null;
    const number = day && dayNumber(day);
    return typeof number === 'number' ? value.number - number : null;
  }
  if (isKind(value, 'time')) {
    const minutes = typeof other === 'string' ? timeNumber(other) : null;
    return minutes === null ? null : value.seconds - minutes * 60;
  }
  if (isKind(value, 'moment')) {
    const moment = typeof other === 'string' ? readMomentLiteral(other, today) : null;
    const minutes = moment && momentNumber(moment);
    return typeof minutes === 'number' ? value.seconds - minutes * 60 : null;
  }
  if (typeof value === 'boolean') return String(other) === String(value) ? 0 : null;
  if (typeof value !== 'string' || other === null) return null;
  const [left, right] = [value.toLowerCase(), String(other).toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

function equals(value: FeelValue, other: ConditionScalar, today: string): boolean {
  return isBlank(other) ? isBlank(value) : order(value, other, today) === 0;
}

function inRange(value: FeelValue, range: readonly ConditionScalar[], today: string): boolean {
  const [from = null, to = null] = range;
  const above = from === null ? 0 : order(value, from, today);
  const below = to === null ? 0 : order(value, to, today);
  return above !== null && above >= 0 && below !== null && below <= 0;
}

function text(value: FeelValue | ConditionScalar): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** Text is compared without regard to case, as list filters do; a blank value matches only `eq` blank, `neq` and `nlike`. */
function holdsFor(value: FeelValue, condition: FieldCondition, today: string): boolean {
  const { op, value: wanted } = condition;
  const many: readonly ConditionScalar[] = Array.isArray(wanted) ? wanted : [];
  const one: ConditionScalar = Array.isArray(wanted) ? null : (wanted as ConditionScalar);
  if (isList(value) && value.length > 0) return holdsForList(value, condition, today);
  if (op === 'eq') return equals(value, one, today);
  if (op === 'neq') return !equals(value, one, today);
  if (op === 'nlike') return !text(value).includes(text(one));
  if (isBlank(value)) return op === 'in' && many.some((item) => equals(null, item, today));
  switch (op) {
    case 'like':
      return text(value).includes(text(one));
    case 'startWith':
      return text(value).startsWith(text(one));
    case 'endWith':
      return text(value).endsWith(text(one));
    case 'in':
      return many.some((item) => equals(value, item, today));
    case 'inrange':
      return inRange(value, many, today);
  }
  const difference = order(value, one, today);
  if (difference === null) return false;
  if (op === 'lt') return difference < 0;
  if (op === 'lte') return difference <= 0;
  return op === 'gt' ? difference > 0 : difference >= 0;
}

/** One matching entry is enough; `neq` and `nlike` must hold for all. */
function holdsForList(values: readonly FeelValue[], condition: FieldCondition, today: string): boolean {
  const isDenial = condition.op === 'neq' || condition.op === 'nlike';
  return isDenial
    ? values.every((value) => holdsFor(value, condition, today))
    : values.some((value) => holdsFor(value, condition, today));
}

/** Returns the names a condition reads, as `['row', 'qty']`. Throws ExpressionError. */
export function readsOfCondition(condition: Condition, known: Known): readonly Reads[] {
  if ('all' in condition) return condition.all.flatMap((part) => readsOfCondition(part, known));
  if ('any' in condition) return condition.any.flatMap((part) => readsOfCondition(part, known));
  if ('not' in condition) return readsOfCondition(condition.not, known);
  if ('expr' in condition) return [readsOf(cachedExpression(condition.expr), known)];
  return [{ names: [condition.field.split('.')], passes: false, repeats: false }];
}

import { dayText } from './days.ts';
import { add, compare, divide, multiply, negate, subtract } from './decimal.ts';
import { dayValue, FUNCTION_BODIES } from './expression-functions.ts';
import { type BinaryOperator, type Expression, parseExpression } from './expression-parser.ts';
import { decimalValue, type FeelValue, isKind, isList, type Scope } from './values.ts';

export { ExpressionError, parseExpression } from './expression-parser.ts';

/** Longer text than this is not joined: a chain of `+` must not fill the memory. */
const TEXT_MAX_LENGTH = 20_000;
const CACHE_SIZE = 2000;
const parsed = new Map<string, Expression>();

/** Parses once and remembers; the oldest expressions go first. Throws ExpressionError. */
export function cachedExpression(text: string): Expression {
  const known = parsed.get(text);
  if (known) return known;
  const expression = parseExpression(text);
  const oldest = parsed.size >= CACHE_SIZE ? parsed.keys().next().value : undefined;
  if (oldest !== undefined) parsed.delete(oldest);
  parsed.set(text, expression);
  return expression;
}

/** The order of two values of one comparable kind, `null` when they cannot be compared. */
function order(left: FeelValue, right: FeelValue): number | null {
  if (isKind(left, 'decimal') && isKind(right, 'decimal')) return compare(left.value, right.value);
  if (isKind(left, 'day') && isKind(right, 'day')) return left.number - right.number;
  if (isKind(left, 'days') && isKind(right, 'days')) return left.count - right.count;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  return null;
}

/** FEEL's `=`: null equals only null, values of different kinds give null. */
function equal(left: FeelValue, right: FeelValue): boolean | null {
  if (left === null || right === null) return left === right;
  if (typeof left === 'boolean' && typeof right === 'boolean') return left === right;
  const difference = order(left, right);
  return difference === null ? null : difference === 0;
}

function plus(left: FeelValue, right: FeelValue): FeelValue {
  if (isKind(left, 'decimal') && isKind(right, 'decimal')) return decimalValue(add(left.value, right.value));
  if (typeof left === 'string' && typeof right === 'string') {
    return left.length + right.length > TEXT_MAX_LENGTH ? null : left + right;
  }
  if (isKind(left, 'days') && isKind(right, 'days')) return { kind: 'days', count: left.count + right.count };
  if (isKind(left, 'day') && isKind(right, 'days')) return shifted(left.number + right.count);
  if (isKind(left, 'days') && isKind(right, 'day')) return shifted(left.count + right.number);
  return null;
}

function minus(left: FeelValue, right: FeelValue): FeelValue {
  if (isKind(left, 'decimal') && isKind(right, 'decimal')) return decimalValue(subtract(left.value, right.value));
  if (isKind(left, 'day') && isKind(right, 'day')) return { kind: 'days', count: left.number - right.number };
  if (isKind(left, 'days') && isKind(right, 'days')) return { kind: 'days', count: left.count - right.count };
  if (isKind(left, 'day') && isKind(right, 'days')) return shifted(left.number - right.count);
  return null;
}

function shifted(number: number): FeelValue {
  return dayText(number) === null ? null : dayValue(number);
}

/** Three-valued logic: `deciding` settles the matter whatever the other side is. */
function logic(left: FeelValue, right: FeelValue, deciding: boolean): FeelValue {
  if (left === deciding || right === deciding) return deciding;
  return left === !deciding && right === !deciding ? !deciding : null;
}

function compared(left: FeelValue, right: FeelValue, holds: (difference: number) => boolean): FeelValue {
  const difference = order(left, right);
  return difference === null ? null : holds(difference);
}

function binary(operator: BinaryOperator, left: FeelValue, right: FeelValue): FeelValue {
  switch (operator) {
    case '+':
      return plus(left, right);
    case '-':
      return minus(left, right);
    case '*':
      return isKind(left, 'decimal') && isKind(right, 'decimal')
        ? decimalValue(multiply(left.value, right.value))
        : null;
    case '/':
      return isKind(left, 'decimal') && isKind(right, 'decimal') ? decimalValue(divide(left.value, right.value)) : null;
    case '=':
      return equal(left, right);
    case '!=': {
      const same = equal(left, right);
      return same === null ? null : !same;
    }
    case '<':
      return compared(left, right, (difference) => difference < 0);
    case '<=':
      return compared(left, right, (difference) => difference <= 0);
    case '>':
      return compared(left, right, (difference) => difference > 0);
    case '>=':
      return compared(left, right, (difference) => difference >= 0);
    case 'and':
      return logic(left, right, false);
    case 'or':
      return logic(left, right, true);
  }
}

function member(of: FeelValue, name: string): FeelValue {
  if (isKind(of, 'scope')) return of.get(name);
  // A column gives only its filled cells, so that a total does not vanish while one line is still empty.
  if (isList(of)) return of.map((item) => member(item, name)).filter((item) => item !== null);
  if (isKind(of, 'days') && name === 'days') return decimalValue({ coefficient: BigInt(of.count), scale: 0 });
  return null;
}

function isIn(value: FeelValue, list: FeelValue): FeelValue {
  if (!isList(list)) return equal(value, list);
  return list.some((item) => equal(value, item) === true);
}

/** Evaluates without ever throwing: whatever cannot be computed is `null`, as in FEEL. `today` is an ISO day. */
export function evaluate(expression: Expression, scope: Scope, today: string): FeelValue {
  const value = (node: Expression): FeelValue => evaluate(node, scope, today);
  switch (expression.type) {
    case 'number':
      return decimalValue(expression.value);
    case 'text':
    case 'constant':
      return expression.value;
    case 'name':
      return scope.get(expression.name);
    case 'member':
      return member(value(expression.of), expression.name);
    case 'list':
      return expression.items.map(value);
    case 'negate': {
      const of = value(expression.of);
      if (isKind(of, 'days')) return { kind: 'days', count: -of.count };
      return isKind(of, 'decimal') ? decimalValue(negate(of.value)) : null;
    }
    case 'binary':
      return binary(expression.operator, value(expression.left), value(expression.right));
    case 'between': {
      const of = value(expression.of);
      const above = compared(of, value(expression.from), (difference) => difference >= 0);
      return logic(
        above,
        compared(of, value(expression.to), (difference) => difference <= 0),
        false,
      );
    }
    case 'in':
      return isIn(value(expression.of), value(expression.list));
    case 'if':
      return value(expression.when) === true ? value(expression.then) : value(expression.otherwise);
    case 'call':
      return FUNCTION_BODIES[expression.name](expression.args.map(value), today);
  }
}

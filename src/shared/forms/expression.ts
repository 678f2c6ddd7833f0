import { isWhole, toNumber } from './decimal.ts';
import { FUNCTIONS, type Run } from './expression-functions.ts';
import { resultOf } from './expression-kinds.ts';
import { binary, inRange, isIn, negated } from './expression-operators.ts';
import { type EachExpression, type Expression, parseExpression } from './expression-parser.ts';
import { countSteps } from './step-limit.ts';
import { dayValue, partOf } from './temporal.ts';
import { type FeelValue, isKind, isList, type RangeValue, type Scope, wholeValue } from './values.ts';

export { ExpressionError, parseExpression } from './expression-parser.ts';

/** Maximum steps of one evaluation: each operation is one step, and so is each item of a list it iterates over. */
export const EXPRESSION_STEPS = 100_000;
/** The same limit for an expression of a column, which is evaluated for every row. */
export const ROW_STEPS = 5000;
/** What a call counts for in the limit of a whole form. */
const CALL_STEPS = 5;
const CACHE_SIZE = 2000;
const parsed = new Map<string, Expression>();

/** Parses each text once and caches it; the oldest entries are removed first. Throws ExpressionError. */
export function cachedExpression(text: string): Expression {
  const known = parsed.get(text);
  if (known) return known;
  const expression = parseExpression(text);
  const oldest = parsed.size >= CACHE_SIZE ? parsed.keys().next().value : undefined;
  if (oldest !== undefined) parsed.delete(oldest);
  parsed.set(text, expression);
  return expression;
}

/**
 * Evaluates without throwing: what cannot be computed is `null`, as in FEEL, and so is an expression that needs more
 * than `steps`. `today` is an ISO day.
 */
export function evaluate(expression: Expression, scope: Scope, today: string, steps = EXPRESSION_STEPS): FeelValue {
  try {
    return new Evaluation(today, steps).value(expression, scope);
  } catch (error) {
    if (error === EXHAUSTED) return null;
    throw error;
  }
}

const EXHAUSTED = new Error('an expression needs too many steps');

class Evaluation implements Run {
  readonly today: string;
  private left: number;

  constructor(today: string, steps: number) {
    this.today = today;
    this.left = steps;
  }

  spend(steps: number): void {
    countSteps(steps);
    this.left -= steps;
    if (this.left < 0) throw EXHAUSTED;
  }

  value(expression: Expression, scope: Scope): FeelValue {
    this.spend(1);
    switch (expression.type) {
      case 'value':
        return expression.value;
      case 'name':
        return scope.get(expression.name);
      case 'member':
        return this.member(this.value(expression.of, scope), expression.name);
      case 'list':
        return expression.items.map((item) => this.value(item, scope));
      case 'range': {
        const { from, to, fromIncluded, toIncluded } = expression;
        return {
          kind: 'range',
          from: from && this.value(from, scope),
          to: to && this.value(to, scope),
          fromIncluded,
          toIncluded,
        };
      }
      case 'negate':
        return negated(this.value(expression.of, scope));
      case 'binary':
        return binary(expression.operator, this.value(expression.left, scope), this.value(expression.right, scope));
      case 'between': {
        const [from, to] = [this.value(expression.from, scope), this.value(expression.to, scope)];
        const of = this.value(expression.of, scope);
        if (from === null || to === null) return null;
        return inRange(of, { kind: 'range', from, to, fromIncluded: true, toIncluded: true });
      }
      case 'in': {
        const tests = this.value(expression.tests, scope);
        this.spend(isList(tests) ? tests.length : 0);
        return isIn(this.value(expression.of, scope), tests);
      }
      case 'if':
        return this.value(this.value(expression.when, scope) === true ? expression.then : expression.otherwise, scope);
      case 'filter':
        return this.filtered(this.value(expression.of, scope), expression.by, scope);
      case 'for':
      case 'some':
      case 'every':
        return this.each(expression, scope);
      case 'call': {
        const args = expression.args.map((arg) => this.value(arg, scope));
        countSteps(CALL_STEPS);
        return FUNCTIONS[expression.name][2](args, this);
      }
    }
  }

  private member(of: FeelValue, name: string): FeelValue {
    if (isList(of)) {
      this.spend(of.length);
      // A column contains only its filled cells, so that a total does not vanish while one line is still empty.
      return of.map((item) => this.member(item, name)).filter((item) => item !== null);
    }
    if (isKind(of, 'scope')) return of.get(name);
    if (isKind(of, 'range')) {
      if (name === 'from' || name === 'start') return of.from;
      return name === 'to' || name === 'end' ? of.to : null;
    }
    return wholeValue(partOf(of, name) ?? Number.NaN);
  }

  /**
   * A number selects one item, counting from 1, from the end when negative; anything else is evaluated for each item.
   */
  private filtered(of: FeelValue, by: Expression, scope: Scope): FeelValue {
    if (of === null) return null;
    const items = isList(of) ? of : [of];
    const index = this.index(items, by, scope);
    if (index === null) return items.filter((item) => this.value(by, itemScope(item, scope)) === true);
    return items[index < 0 ? items.length + index : index - 1] ?? null;
  }

  /** Returns the number between the brackets, or `null`. A name refers to the item first, as in a filter. */
  private index(items: readonly FeelValue[], by: Expression, scope: Scope): number | null {
    const kind = resultOf(by);
    const [first] = items;
    if (kind === 'test' || (kind === 'any' && first === undefined)) return null;
    const value = this.value(by, kind === 'number' || first === undefined ? scope : itemScope(first, scope));
    if (!isKind(value, 'decimal')) return kind === 'number' ? 0 : null;
    return isWhole(value.value) ? toNumber(value.value) : 0;
  }

  private each({ type, loops, body }: EachExpression, scope: Scope): FeelValue {
    const results: FeelValue[] = [];
    /** Returns whether to continue. */
    const loop = (index: number, inner: Scope): boolean => {
      const next = loops[index];
      if (!next) {
        const result = this.value(body, inner);
        if (type === 'for') results.push(result);
        else return (result === true) === (type === 'every');
        return true;
      }
      const over = this.value(next.over, inner);
      const items = isKind(over, 'range') ? this.counted(over) : over;
      if (!isList(items)) throw NOTHING;
      return items.every((item) => loop(index + 1, localScope(next.name, item, inner)));
    };
    try {
      const isWholeRun = loop(0, scope);
      if (type === 'for') return results;
      return isWholeRun === (type === 'every');
    } catch (error) {
      if (error === NOTHING) return null;
      throw error;
    }
  }

  /** Returns the whole numbers or the days of a range, descending if the range is reversed. */
  private counted({ from, to, fromIncluded, toIncluded }: RangeValue): FeelValue {
    const days = isKind(from, 'day') && isKind(to, 'day');
    const [start, end] = days ? [from.number, to.number] : [wholeOf(from), wholeOf(to)];
    if (start === null || end === null) return null;
    const step = start > end ? -1 : 1;
    this.spend(Math.abs(end - start));
    const values: FeelValue[] = [];
    for (let at = start; (end - at) * step >= 0; at += step) {
      const isLeftOut = (at === start && !fromIncluded) || (at === end && !toIncluded);
      if (!isLeftOut) values.push(days ? dayValue(at) : wholeValue(at));
    }
    return values;
  }
}

/** A loop over a value that is not a list makes the whole loop null. */
const NOTHING = new Error('there is no list to go through');

function wholeOf(value: FeelValue): number | null {
  return isKind(value, 'decimal') && isWhole(value.value) ? toNumber(value.value) : null;
}

function localScope(local: string, value: FeelValue, outer: Scope): Scope {
  return {
    kind: 'scope',
    get: (name) => (name === local ? value : outer.get(name)),
    has: (name) => name === local || outer.has(name),
  };
}

/** Inside a filter the item's own names take precedence; the item itself is `item`. */
function itemScope(item: FeelValue, outer: Scope): Scope {
  const inner = localScope('item', item, outer);
  if (!isKind(item, 'scope')) return inner;
  return {
    kind: 'scope',
    get: (name) => (item.has(name) ? item : inner).get(name),
    has: (name) => item.has(name) || inner.has(name),
  };
}

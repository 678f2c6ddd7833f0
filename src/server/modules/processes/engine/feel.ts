import {
  evaluate,
  FeelDate,
  FeelDateTime,
  FeelDuration,
  type FeelFunction,
  FeelTime,
  parseExpression,
  toFeel,
} from 'feelin';
import { Temporal } from 'temporal-polyfill';
import { type Cost, costOf, type FeelTree, MAX_COST, MAX_STEP_COST } from './feel-cost.ts';
import { FEEL_FUNCTIONS } from './feel-functions.ts';
import type { Expression, Json } from './model.ts';

export const MAX_EXPRESSION_LENGTH = 2000;
const MAX_EXPRESSION_NODES = 500;
const MAX_EXPRESSION_DEPTH = 40;
const MAX_RESULT_LIST = 10_000;
const MAX_RANGE = 1000;

/** Codes of incidents, and of problems of a model. */
type FeelErrorCode = `feel.${'syntax' | 'size' | 'function' | 'name' | 'range' | 'cost' | 'result'}`;

export class FeelError extends Error {
  readonly code: FeelErrorCode;
  constructor(code: FeelErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}

interface CompiledFeel {
  text: Expression;
  /** The variables it reads, including names bound inside it. */
  names: string[];
  tree: FeelTree;
  /** Has no loops and no calls. Its cost is in proportion to the data, so only the total of a step limits it. */
  simple: boolean;
  run: FeelFunction;
  /** feelin appends to this list at each call and never clears it. */
  warnings: unknown[];
}

interface FeelClock {
  /** UTC instant. */
  at: string;
  /** IANA time zone of `today()` and `now()`. */
  zone: string;
}

const NAME = /^[A-Za-z_]\w*$/;
const RESERVED = new Set(['__proto__', 'constructor', 'prototype', 'partial', 'item', 'now', 'today']);
const LOOPS = new Set(['ForExpression', 'QuantifiedExpression', 'FilterExpression', 'Context', 'FunctionInvocation']);
const TEMPORAL = [FeelDate, FeelTime, FeelDateTime, FeelDuration];
const cache = new Map<Expression, CompiledFeel | FeelError>();
const CACHE_LIMIT = 5000;

/** Whether a process variable may have this name. */
export function isVariableName(name: string): boolean {
  return NAME.test(name) && !RESERVED.has(name);
}

/** Parses an expression, checks its limits and caches it by its text. Throws FeelError. */
export function compileFeel(text: Expression): CompiledFeel {
  const known = cache.get(text);
  if (known instanceof FeelError) throw known;
  if (known) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  try {
    const compiled = compileNow(text);
    cache.set(text, compiled);
    return compiled;
  } catch (error) {
    if (error instanceof FeelError && text.length <= MAX_EXPRESSION_LENGTH) cache.set(text, error);
    throw error;
  }
}

function compileNow(text: Expression): CompiledFeel {
  if (text.trim() === '') throw new FeelError('feel.syntax', 'The expression is empty.');
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw new FeelError('feel.size', `The expression is longer than ${MAX_EXPRESSION_LENGTH} characters.`);
  }
  // The parser accepts `a == b` with another meaning.
  const foreign = /==|&&|\|\||!(?!=)/.exec(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
  if (foreign) throw new FeelError('feel.syntax', `${foreign[0]} is not FEEL: write =, and, or, not(…).`);
  const tree = treeOf(text);
  const functions = new Set<string>();
  const names = new Set<string>();
  let simple = true;
  const visit = (node: FeelTree, parent: FeelTree | undefined) => {
    if (LOOPS.has(node.name)) simple = false;
    if (node.name === 'FunctionDefinition')
      throw new FeelError('feel.function', 'Function definitions are not allowed.');
    if (node.name === 'FunctionInvocation') checkCall(node, functions);
    if (node.name === 'VariableName' && !(parent?.name === 'FunctionInvocation' && parent.kids[0] === node)) {
      if (parent?.name !== 'QualifiedName') names.add(checkName(node.text));
    }
    if (node.name === 'InExpression') checkName(node.kids[0]?.text ?? '');
    if (node.name === 'Interval' || node.name === 'IterationContext') checkRange(node, parent);
    for (const kid of node.kids) {
      if (node.name === 'IterationContext' || node.inLoop) kid.inLoop = true;
      visit(kid, node);
    }
  };
  visit(tree, undefined);
  for (const name of functions) {
    if (names.has(name)) throw new FeelError('feel.name', `${name} is used both as a function and as a variable.`);
  }
  if (costOf(tree, () => undefined).steps > MAX_COST)
    throw new FeelError('feel.cost', 'The expression is too expensive for any data.');
  const parameters = [...names, 'now', 'today'];
  const { value, warnings } = evaluate(`function(${parameters.join(', ')}) ${text}`);
  return { text, names: [...names], tree, simple, run: value as FeelFunction, warnings };
}

function treeOf(text: string): FeelTree {
  const root: FeelTree = { name: 'Root', text, kids: [] };
  const stack = [root];
  let count = 0;
  parseExpression(text, {}, undefined).iterate({
    enter(ref) {
      if (ref.type.isError) {
        const near = text.slice(ref.from, ref.from + 20);
        throw new FeelError('feel.syntax', `Syntax error at character ${ref.from + 1}${near ? `: ${near}` : ''}.`);
      }
      if (ref.type.isSkipped) return false;
      count += 1;
      if (count > MAX_EXPRESSION_NODES || stack.length > MAX_EXPRESSION_DEPTH) {
        throw new FeelError('feel.size', 'The expression is too large or too deeply nested.');
      }
      const node: FeelTree = { name: ref.name, text: text.slice(ref.from, ref.to), kids: [] };
      stack[stack.length - 1]!.kids.push(node);
      stack.push(node);
      return true;
    },
    leave(ref) {
      if (!ref.type.isSkipped) stack.pop();
    },
  });
  const expression = root.kids.find((kid) => kid.name === 'Expression') ?? root;
  return expression.kids.length === 1 ? expression.kids[0]! : expression;
}

function checkName(name: string): string {
  if (!isVariableName(name) && name !== 'item') {
    throw new FeelError(
      'feel.name',
      `${name} is not a valid name: use letters, digits and _ only, and no reserved word.`,
    );
  }
  return name;
}

function checkCall(node: FeelTree, functions: Set<string>): void {
  const target = node.kids[0];
  const name = target?.text.replace(/\s+/g, ' ') ?? '';
  if (!(target?.name === 'VariableName' || target?.name === 'SpecialFunctionName') || !FEEL_FUNCTIONS.has(name)) {
    throw new FeelError('feel.function', `${name} is not a known function.`);
  }
  functions.add(name);
}

/** A range must be a test (`x in [1..5]`), or have literal whole numbers as ends that span at most MAX_RANGE. */
function checkRange(node: FeelTree, parent: FeelTree | undefined): void {
  const ends = rangeEnds(node);
  if (!ends) return;
  if (node.name === 'Interval' && parent?.name === 'SimplePositiveUnaryTest' && !parent.inLoop) return;
  if (rangeLength(node) === undefined) {
    throw new FeelError(
      'feel.range',
      `A range to iterate over needs whole numbers as ends, at most ${MAX_RANGE} apart.`,
    );
  }
}

function rangeEnds(node: FeelTree): [FeelTree, FeelTree] | undefined {
  const at = node.kids.findIndex((kid) => kid.name === '..');
  return at < 0 ? undefined : [node.kids[at - 1]!, node.kids[at + 1]!];
}

function rangeLength(node: FeelTree): number | undefined {
  const ends = rangeEnds(node);
  if (!ends?.every((end) => /^-?\d{1,9}$/.test(end.text))) return undefined;
  const length = Math.abs(Number(ends[1].text) - Number(ends[0].text)) + 1;
  return length <= MAX_RANGE ? length : undefined;
}

/** Steps that the expressions of one engine step have used together. */
export interface FeelBudget {
  used: number;
}

/** Runs a compiled expression. The result is plain JSON. Throws FeelError. */
export function runFeel(
  feel: CompiledFeel,
  lookup: (name: string) => Json | undefined,
  clock: FeelClock,
  budget: FeelBudget = { used: 0 },
): Json {
  const values: Record<string, unknown> = {};
  for (const name of feel.names) values[name] = lookup(name) ?? null;
  spend(budget, feel, values as Record<string, Json>);
  let zoned: Temporal.ZonedDateTime | undefined;
  const now = () => {
    zoned ??= Temporal.Instant.from(clock.at).toZonedDateTimeISO(clock.zone);
    return zoned;
  };
  values.now = () => toFeel(now());
  values.today = () => toFeel(now().toPlainDate());
  let result: unknown;
  try {
    result = feel.run.invoke(values);
  } catch (error) {
    throw new FeelError(
      'feel.result',
      `The expression failed: ${error instanceof Error ? error.message : String(error)}.`,
    );
  } finally {
    feel.warnings.length = 0;
  }
  return toJson(result, 0);
}

/** Counts an evaluation before it runs. Throws FeelError when it, or all of this step together, would be too much. */
function spend(budget: FeelBudget, feel: CompiledFeel, values: Readonly<Record<string, Json>>): void {
  const isCheap = feel.simple && feel.names.every((name) => isShort(values[name]));
  const { steps, all } = isCheap ? CHEAP : costOf(feel.tree, (name) => values[name]);
  if (!feel.simple && steps > MAX_COST) {
    throw new FeelError(
      'feel.cost',
      `The expression needs ${Math.round(steps)} steps for this data. The maximum is ${MAX_COST}.`,
    );
  }
  if (budget.used + all > MAX_STEP_COST) {
    throw new FeelError(
      'feel.cost',
      `The expressions of this step need more than ${MAX_STEP_COST} steps together. Try again, or use less data.`,
    );
  }
  budget.used += all;
}

const CHEAP: Cost = { steps: 1, all: 20 };

function isShort(value: Json | undefined): boolean {
  return typeof value === 'string' ? value.length <= 1000 : typeof value !== 'object' || value === null;
}

function toJson(value: unknown, depth: number): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new FeelError('feel.result', 'The result is not a finite number.');
    return value;
  }
  if (depth > 40) throw new FeelError('feel.result', 'The result is nested too deeply.');
  if (Array.isArray(value)) {
    if (value.length > MAX_RESULT_LIST) {
      throw new FeelError('feel.result', `The result has more than ${MAX_RESULT_LIST} entries.`);
    }
    return value.map((entry) => toJson(entry, depth + 1));
  }
  if (TEMPORAL.some((kind) => value instanceof kind)) return String(value);
  const prototype = Object.getPrototypeOf(value);
  if (typeof value !== 'object' || (prototype !== Object.prototype && prototype !== null)) {
    throw new FeelError('feel.result', 'The result is a range or a function and cannot be stored.');
  }
  const plain: { [key: string]: Json } = {};
  for (const [key, entry] of Object.entries(value)) {
    if (key !== '__proto__') plain[key] = toJson(entry, depth + 1);
  }
  return plain;
}

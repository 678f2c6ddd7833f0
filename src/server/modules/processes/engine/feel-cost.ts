import { SQUARED, TEMPORAL } from './feel-functions.ts';
import type { Json } from './model.ts';

/** Elementary steps allowed for an expression. Independent of the machine, so that a replay has the same result. */
export const MAX_COST = 200_000;
/** The same for all expressions of one step together: a model may evaluate one at each of a thousand moves. */
export const MAX_STEP_COST = 3_000_000;
/** Steps of any call, and of one that makes a day, a time or a duration, beside what its arguments take. */
const CALL_STEPS = 10;
const TEMPORAL_STEPS = 40;
/** Values of one variable that are counted, and compared or copied, in the time of one elementary step. */
const LEAVES_PER_STEP = 4;

export interface FeelTree {
  name: string;
  text: string;
  kids: FeelTree[];
  /** Set on the list of a loop. */
  inLoop?: boolean;
}

/** Estimated size of a value: all leaves, entries of a list, leaves of the largest entry. */
interface Estimate {
  size: number;
  length: number;
  entry: number;
}

const ONE: Estimate = { size: 1, length: 1, entry: 1 };

/** Counts the leaves of a value. A text counts one leaf for each 16 characters. */
function sizeOf(value: Json | undefined): number {
  if (typeof value === 'string') return 1 + value.length / 16;
  if (value === null || value === undefined || typeof value !== 'object') return 1;
  let size = 1;
  for (const entry of Array.isArray(value) ? value : Object.values(value)) size += sizeOf(entry);
  return size;
}

function estimateOf(value: Json | undefined): Estimate {
  if (!Array.isArray(value)) {
    const size = sizeOf(value);
    return { size, length: 1, entry: size };
  }
  let size = 1;
  let entry = 1;
  for (const one of value) {
    const own = sizeOf(one);
    size += own;
    entry = Math.max(entry, own);
  }
  return { size, length: value.length, entry };
}

/** Estimated work of an expression with the variables of one evaluation. */
export interface Cost {
  /** Steps of the expression itself, at most MAX_COST. */
  readonly steps: number;
  /** With what it takes to read the variables: what it counts for in MAX_STEP_COST. */
  readonly all: number;
}

/** Estimates the maximum number of steps of `tree` with these variables. An unknown variable counts as one leaf. */
export function costOf(tree: FeelTree, lookup: (name: string) => Json | undefined): Cost {
  let cost = 0;
  let leaves = 0;
  const known = new Map<string, Estimate>();
  /** Walks each variable once, however often the expression names it. */
  const variable = (name: string): Estimate => {
    const estimate = known.get(name) ?? estimateOf(lookup(name));
    if (!known.has(name)) leaves += estimate.size;
    known.set(name, estimate);
    // Each use may copy or compare it.
    leaves += estimate.size;
    return estimate;
  };
  const bound = new Map<string, Estimate[]>();
  const bind = (name: string, estimate: Estimate) => {
    const stack = bound.get(name) ?? [];
    stack.push(estimate);
    bound.set(name, stack);
  };
  const unbind = (name: string) => bound.get(name)?.pop();

  /** Counts the cost of `body` `times` times. Nested calls multiply. */
  const repeated = (times: number, body: () => Estimate): Estimate => {
    const before = cost;
    const result = body();
    cost = before + (cost - before + 1) * Math.max(1, times);
    return result;
  };

  const iterate = (loop: FeelTree): { times: number; names: string[] } => {
    let times = 1;
    const names: string[] = [];
    for (const one of loop.kids.filter((kid) => kid.name === 'InExpression')) {
      const [name, , list] = one.kids;
      const range = list && rangeLengthOf(list);
      const before = cost;
      const estimate = range ? { size: range, length: range, entry: 1 } : list ? visit(list) : ONE;
      cost = before + (cost - before) * times;
      times *= Math.max(1, estimate.length);
      bind(name?.text ?? '', { size: estimate.entry, length: estimate.entry, entry: estimate.entry });
      names.push(name?.text ?? '');
    }
    return { times, names };
  };

  const visit = (node: FeelTree): Estimate => {
    cost += 1;
    switch (node.name) {
      case 'StringLiteral': {
        const size = 1 + node.text.length / 16;
        return { size, length: 1, entry: size };
      }
      case 'VariableName': {
        const own = bound.get(node.text)?.at(-1);
        return own ?? variable(node.text);
      }
      case 'ForExpression': {
        const { times, names } = iterate(node.kids.find((kid) => kid.name === 'InExpressions')!);
        const body = repeated(times, () => visit(node.kids.at(-1)!));
        for (const name of names) unbind(name);
        return { size: 1 + times * body.size, length: times, entry: body.size };
      }
      case 'QuantifiedExpression': {
        const { times, names } = iterate(node.kids.find((kid) => kid.name === 'InExpressions')!);
        repeated(times, () => visit(node.kids.at(-1)!));
        for (const name of names) unbind(name);
        return ONE;
      }
      case 'FilterExpression': {
        const target = visit(node.kids[0]!);
        const entry = { size: target.entry, length: target.entry, entry: target.entry };
        bind('item', entry);
        repeated(target.length, () => visit(node.kids[2]!));
        unbind('item');
        cost += target.size;
        return target;
      }
      case 'Context': {
        const names: string[] = [];
        let size = 1;
        for (const kid of node.kids.filter((one) => one.name === 'ContextEntry')) {
          const estimate = visit(kid.kids.at(-1)!);
          size += estimate.size;
          const name = kid.kids[0]!.text.replace(/"/g, '');
          bind(name, estimate);
          names.push(name);
        }
        for (const name of names) unbind(name);
        cost += size;
        return { size, length: 1, entry: size };
      }
      case 'List': {
        const entries = node.kids.filter((kid) => kid.name !== '[' && kid.name !== ']').map(visit);
        const size = 1 + entries.reduce((sum, one) => sum + one.size, 0);
        return { size, length: entries.length, entry: Math.max(1, ...entries.map((one) => one.size)) };
      }
      case 'IfExpression': {
        const parts = node.kids.map(visit);
        return largest(parts);
      }
      case 'ArithmeticExpression': {
        const parts = node.kids.map(visit);
        const size = parts.reduce((sum, one) => sum + one.size, 0);
        // Only text grows by addition. With a literal number on either side the result is one leaf.
        const grows = node.kids.some((kid) => kid.name === 'ArithOp' && kid.text === '+');
        if (!grows || node.kids.some((kid) => kid.name === 'NumericLiteral')) return ONE;
        cost += size;
        return { size, length: 1, entry: size };
      }
      case 'PathExpression':
        return visit(node.kids[0]!);
      case 'FunctionInvocation': {
        const name = node.kids[0]!.text.replace(/\s+/g, ' ');
        const parts = node.kids
          .slice(1)
          .flatMap((kid) => kid.kids)
          .map(visit);
        const size = parts.reduce((sum, one) => sum + one.size, 1);
        const length = parts.reduce((sum, one) => sum + one.length, 0);
        cost += TEMPORAL.has(name) ? TEMPORAL_STEPS : CALL_STEPS;
        cost += SQUARED.has(name) ? Math.max(1, length) ** 2 * Math.max(1, ...parts.map((one) => one.entry)) : size;
        return { size, length: Math.max(1, Math.ceil(size)), entry: largest(parts).entry };
      }
      default: {
        const parts = node.kids.map(visit);
        const size = parts.reduce((sum, one) => sum + one.size, 0);
        if (node.name === 'Comparison') cost += size;
        if (node.name === 'DateTimeLiteral') cost += TEMPORAL_STEPS;
        return parts.length === 0 || node.name === 'Comparison' ? ONE : largest(parts);
      }
    }
  };
  visit(tree);
  return { steps: cost, all: cost + leaves / LEAVES_PER_STEP };
}

function largest(parts: Estimate[]): Estimate {
  return parts.reduce((best, one) => (one.size > best.size ? one : best), ONE);
}

function rangeLengthOf(list: FeelTree): number | undefined {
  const found = /^[[(]?\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*[\])]?$/.exec(list.text);
  return found ? Math.abs(Number(found[2]) - Number(found[1])) + 1 : undefined;
}

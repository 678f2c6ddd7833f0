import { type DefinitionFault, FaultyTextError } from './definition-faults.ts';

/**
 * Regular expressions without backtracking: the subset of JavaScript's syntax (flag `u`) that a finite automaton can
 * run, reading each character once. The built-in engine tests single characters.
 */
export const PATTERN_MAX_LENGTH = 500;
/** Maximum number of states, with counted repetitions expanded: the cost of one character. */
export const PATTERN_MAX_STATES = 300;
const REPEAT_MAX = 1000;

/** Whether an atom matches a code point. */
type Test = (code: number) => boolean;

type Node =
  | { readonly type: 'character'; readonly test: Test }
  | { readonly type: 'start' | 'end' }
  | { readonly type: 'all' | 'any'; readonly parts: readonly Node[] }
  | { readonly type: 'repeat'; readonly of: Node; readonly min: number; readonly max: number };

/** A state either consumes a character or moves on to other states without one. */
interface State {
  readonly test: Test | null;
  readonly only: 'start' | 'end' | null;
  readonly next: number[];
}

export interface Program {
  readonly states: readonly State[];
  readonly start: number;
  readonly accept: number;
}

const ATOM =
  /\[\^?(?:[^\]\\]|\\.)*\]|\\(?:[dDwWsStnrfv]|[pP]\{[A-Za-z0-9_=]{1,60}\}|u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|[\^$\\.*+?()[\]{}|/-])|[^\\^$*+?()[\]{}|]/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})\??/y;
const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};

/** Throws FaultyTextError. */
export function compilePattern(source: string): Program {
  if (source.length > PATTERN_MAX_LENGTH) throw new FaultyTextError('pattern.long', { most: PATTERN_MAX_LENGTH });
  const node = new PatternParser(source).whole();
  if (sizeOf(node) > PATTERN_MAX_STATES) throw new FaultyTextError('pattern.large');
  const states: State[] = [{ test: null, only: null, next: [] }];
  const start = build(node, 0, states);
  return { states, start, accept: 0 };
}

class PatternParser {
  private readonly source: string;
  private readonly tests = new Map<string, Test>();
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  whole(): Node {
    const node = this.alternatives();
    if (this.at < this.source.length) this.fail('pattern.closed');
    return node;
  }

  private fail(fault: DefinitionFault): never {
    throw new FaultyTextError(fault, { position: this.at + 1 });
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private alternatives(): Node {
    const parts = [this.sequence()];
    while (this.take('|')) parts.push(this.sequence());
    return parts.length === 1 ? parts[0]! : { type: 'any', parts };
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at]!)) parts.push(this.repeated());
    return { type: 'all', parts };
  }

  private repeated(): Node {
    const of = this.single();
    QUANTIFIER.lastIndex = this.at;
    const found = QUANTIFIER.exec(this.source);
    if (!found) return of;
    if (of.type === 'start' || of.type === 'end') this.fail('pattern.repeat');
    const [text, sign, least = '0', comma, most] = found;
    const fewest = Number(least);
    const [min, max] = sign
      ? LIMITS[sign]!
      : [fewest, most === undefined ? (comma ? Number.POSITIVE_INFINITY : fewest) : Number(most)];
    if (min > max || min > REPEAT_MAX) this.fail('pattern.times');
    this.at += text.length;
    return { type: 'repeat', of, min, max };
  }

  private single(): Node {
    if (this.take('(')) {
      if (!this.take('?:') && this.source[this.at] === '?') this.fail('pattern.group');
      const inner = this.alternatives();
      if (!this.take(')')) this.fail('pattern.open');
      return inner;
    }
    if (this.take('^')) return { type: 'start' };
    if (this.take('$')) return { type: 'end' };
    ATOM.lastIndex = this.at;
    const atom = ATOM.exec(this.source)?.[0];
    if (atom === undefined) this.fail('pattern.here');
    const test = this.tests.get(atom) ?? this.testOf(atom);
    this.tests.set(atom, test);
    this.at += atom.length;
    return { type: 'character', test };
  }

  private testOf(atom: string): Test {
    let expression: RegExp;
    try {
      expression = new RegExp(`^${atom}$`, 'u');
    } catch {
      return this.fail('pattern.set');
    }
    const ascii = Array.from({ length: 128 }, (_, code) => expression.test(String.fromCharCode(code)));
    return (code) => ascii[code] ?? expression.test(String.fromCodePoint(code));
  }
}

/** Counts the states a node needs, without building them. */
function sizeOf(node: Node): number {
  switch (node.type) {
    case 'all':
    case 'any':
      return node.parts.reduce((sum, part) => sum + sizeOf(part), node.type === 'any' ? 1 : 0);
    case 'repeat':
      return (sizeOf(node.of) + 1) * Math.max(1, node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max);
    default:
      return 1;
  }
}

/** Builds a node; returns its first state. `next` is the state after it. */
function build(node: Node, next: number, states: State[]): number {
  const add = (state: State): number => states.push(state) - 1;
  switch (node.type) {
    case 'character':
      return add({ test: node.test, only: null, next: [next] });
    case 'start':
    case 'end':
      return add({ test: null, only: node.type, next: [next] });
    case 'all':
      return node.parts.reduceRight((after, part) => build(part, after, states), next);
    case 'any':
      return add({ test: null, only: null, next: node.parts.map((part) => build(part, next, states)) });
    case 'repeat': {
      const { of, min, max } = node;
      let after = next;
      if (max === Number.POSITIVE_INFINITY) {
        const loop: State = { test: null, only: null, next: [next] };
        after = add(loop);
        loop.next.unshift(build(of, after, states));
      } else {
        for (let more = min; more < max; more += 1) {
          after = add({ test: null, only: null, next: [build(of, after, states), next] });
        }
      }
      for (let times = 0; times < min; times += 1) after = build(of, after, states);
      return after;
    }
  }
}

import { resultOf } from './expression-kinds.ts';
import type { Expression } from './expression-parser.ts';

/** Suffix for a table of which only the number of rows is read, not their content. */
export const COUNTED = '#';

export interface Reads {
  /** All names read, as `['lines', 'qty']`; local names are resolved. */
  readonly names: readonly (readonly string[])[];
  /** Whether it iterates over all rows of a table, and whether it does so once per item of a list. */
  readonly passes: boolean;
  readonly repeats: boolean;
}

/** The names that a form defines; `row` is the row of a column's own table. */
export interface Known {
  isTable(name: readonly string[]): boolean;
  /** Whether rows of a table have this column. */
  hasColumn(table: readonly string[], column: string): boolean;
}

/**
 * A part of a name. `at` is negative if the part is not in the text itself, as `lines` in `lines[qty > 1]` before
 * `qty`.
 */
export interface NamePart {
  readonly name: string;
  readonly at: number;
}

type Path = readonly NamePart[];
const ELSEWHERE = -1;
/** Position of an implied part at the name itself: the last part of a name that denotes a column by itself. */
const HERE = -2;
/** Local names of loops, with the table or list they iterate over; `null` if that is not a field. */
type Locals = ReadonlyMap<string, Path | null>;

/** Returns the names that an expression reads, with the position of each part in its text. */
export function namePlacesIn(expression: Expression, known: Known): readonly (readonly NamePart[])[] {
  return reading(expression, known).places;
}

/** Returns what an expression reads, without evaluating it. */
export function readsOf(expression: Expression, known: Known): Reads {
  return reading(expression, known);
}

function reading(expression: Expression, known: Known): Reading {
  const result = new Reading(known);
  result.consume(expression, new Map(), false);
  return result;
}

class Reading implements Reads {
  readonly places: Path[] = [];
  passes = false;
  repeats = false;
  private readonly known: Known;

  constructor(known: Known) {
    this.known = known;
  }

  get names(): readonly (readonly string[])[] {
    return this.places.map(namesOf);
  }

  private isTable(path: Path): boolean {
    return this.known.isTable(namesOf(path));
  }

  /** Records that the value is used as it is. */
  consume(node: Expression, locals: Locals, isRepeated: boolean): void {
    const path = this.visit(node, locals, isRepeated);
    if (path) this.note(path, node, locals, isRepeated);
  }

  /** Records an iteration over a list; of a table only its rows are needed. */
  private pass(node: Expression, locals: Locals, isRepeated: boolean): Path | null {
    const path = this.visit(node, locals, isRepeated);
    if (path) this.note(this.isTable(path) ? [...path, counted] : path, node, locals, isRepeated);
    return path;
  }

  /** Returns the path if it has rows; items of other lists have no columns. */
  private rows(path: Path | null): Path | null {
    return path && this.isTable(path) ? path : null;
  }

  private note(path: Path, node: Expression, locals: Locals, isRepeated: boolean): void {
    this.places.push(path);
    if (!this.isTable(path.slice(0, 1)) || path.length === 1 || isOfOneRow(node, locals)) return;
    this.passes = true;
    if (isRepeated) this.repeats = true;
  }

  /** Returns the name that a value comes from, not yet recorded; `null` for computed values. */
  private visit(node: Expression, locals: Locals, isRepeated: boolean): Path | null {
    const consume = (inner: Expression) => this.consume(inner, locals, isRepeated);
    switch (node.type) {
      case 'value':
        return null;
      case 'name':
        return locals.has(node.name)
          ? local(locals.get(node.name) ?? null, node.at)
          : [{ name: node.name, at: node.at }];
      case 'member': {
        const path = this.visit(node.of, locals, isRepeated);
        return path && [...path, { name: node.name, at: node.at }];
      }
      case 'negate':
        consume(node.of);
        return null;
      case 'list':
        node.items.forEach(consume);
        return null;
      case 'binary':
        consume(node.left);
        consume(node.right);
        return null;
      case 'between':
        [node.of, node.from, node.to].forEach(consume);
        return null;
      case 'range':
        for (const end of [node.from, node.to]) if (end) consume(end);
        return null;
      case 'in':
        [node.of, node.tests].forEach(consume);
        return null;
      case 'if':
        [node.when, node.then, node.otherwise].forEach(consume);
        return null;
      case 'filter': {
        if (resultOf(node.by) === 'number') {
          consume(node.by);
          return this.visit(node.of, locals, isRepeated);
        }
        const path = this.rows(this.pass(node.of, locals, isRepeated));
        this.consume(node.by, this.inside(node.by, path, locals), true);
        return path;
      }
      case 'for':
      case 'some':
      case 'every': {
        const inner = new Map(locals);
        let isInner = isRepeated;
        for (const { name, over } of node.loops) {
          inner.set(name, this.rows(this.pass(over, new Map(inner), isInner)));
          isInner = true;
        }
        this.consume(node.body, inner, true);
        return null;
      }
      case 'call': {
        for (const arg of node.args) {
          const isCounted = node.name === 'count' && arg.type === 'name' && this.known.isTable([arg.name]);
          if (isCounted && !locals.has(arg.name)) this.places.push([{ name: arg.name, at: arg.at }, counted]);
          else if (node.name === 'count') this.pass(arg, locals, isRepeated);
          else consume(arg);
        }
        return null;
      }
    }
  }

  /** Inside a filter, the table's columns are local names. */
  private inside(by: Expression, path: Path | null, locals: Locals): Locals {
    const inner = new Map(locals).set('item', path);
    if (!path) return inner;
    const table = namesOf(path);
    for (const name of wordsOf(by))
      if (this.known.hasColumn(table, name)) inner.set(name, [...path, { name, at: HERE }]);
    return inner;
  }
}

const counted: NamePart = { name: COUNTED, at: ELSEWHERE };

function namesOf(path: Path): readonly string[] {
  return path.map(({ name }) => name);
}

/** Resolves a local name at its position. */
function local(path: Path | null, at: number): Path | null {
  if (!path) return null;
  return path.map((part) => ({ name: part.name, at: part.at === HERE ? at : ELSEWHERE }));
}

/** Whether it comes from a single row: a loop variable, the column's row, or a row by index. */
function isOfOneRow(node: Expression, locals: Locals): boolean {
  if (node.type === 'name') return node.name === 'row' || locals.has(node.name);
  if (node.type === 'filter' && resultOf(node.by) === 'number') return true;
  return (node.type === 'member' || node.type === 'filter') && isOfOneRow(node.of, locals);
}

/** Returns every word that may be a name in an expression. */
function wordsOf(node: Expression): string[] {
  if (node.type === 'name') return [node.name];
  return Object.values(node).flatMap(function inner(part: unknown): string[] {
    if (Array.isArray(part)) return part.flatMap(inner);
    if (typeof part !== 'object' || part === null) return [];
    return 'type' in part ? wordsOf(part as Expression) : 'over' in part ? inner(part.over) : [];
  });
}

import { toText } from '../decimal.ts';
import type { Condition } from '../definition.ts';
import { cachedExpression, ExpressionError } from '../expression.ts';
import { resultOf } from '../expression-kinds.ts';
import { type Known, type NamePart, namePlacesIn } from '../expression-names.ts';
import type { Expression } from '../expression-parser.ts';
import { isKind } from '../values.ts';
import type { Carrier, Scope } from './carrier.ts';
import { type Logic, LogicWriter } from './logic.ts';

const NUMBERS = [
  ...['sum', 'product', 'mean', 'count', 'abs', 'floor', 'ceiling', 'decimal', 'modulo', 'number', 'min', 'max'],
  ...['round up', 'round down', 'round half up', 'round half down', 'string length', 'index of'],
  ...['day of year', 'week of year'],
];
const TEXTS = [
  ...['string', 'substring', 'upper case', 'lower case', 'substring before', 'substring after', 'string join'],
  ...['day of week', 'month of year'],
];
const CALLS: ReadonlyMap<string, 'text' | 'number' | 'date'> = new Map([
  ...NUMBERS.map((name) => [name, 'number'] as const),
  ...TEXTS.map((name) => [name, 'text'] as const),
  ['today', 'date'] as const,
]);

/** Reads FEEL of form-js: names are paths of its data, `this` and `parent` are the row and its container. */
export class FeelReader {
  private readonly carrier: Carrier;
  private readonly scope: Scope;
  private readonly writer: LogicWriter;

  constructor(carrier: Carrier, scope: Scope) {
    this.carrier = carrier;
    this.scope = scope;
    this.writer = new LogicWriter(carrier, scope);
  }

  /** Converts to a condition that holds when the expression is `true`; `null` if not possible. */
  condition(source: string): Condition | null {
    const parsed = parse(source);
    if (!parsed) return null;
    const logic = this.logicOf(parsed, true, 0);
    const condition = logic && this.writer.condition(logic);
    if (condition) return condition;
    const expr = this.expression(source);
    return expr === null ? null : { expr };
  }

  /** Returns the expression with the names that its fields have here. */
  expression(source: string): string | null {
    const parsed = parse(source);
    if (!parsed) return null;
    const known: Known = {
      isTable: (path) => path.length === 1 && this.isTable(path[0] ?? ''),
      hasColumn: () => true,
    };
    const edits = new Map<number, { readonly end: number; readonly text: string }>();
    for (const parts of namePlacesIn(parsed, known)) if (!this.rename(parts, edits)) return null;
    let text = source;
    for (const [start, { end, text: name }] of [...edits].sort(([a], [b]) => b - a)) {
      text = text.slice(0, start) + name + text.slice(end);
    }
    return text.length <= 2000 && parse(text) ? text.trim() : null;
  }

  /** Returns a field type that can hold the result; `null` when it cannot be determined. */
  kindOf(source: string): 'text' | 'number' | 'checkbox' | 'date' | 'time' | 'dateTime' | null {
    const parsed = parse(source);
    return parsed && this.kindOfNode(parsed, 0);
  }

  private kindOfNode(node: Expression, depth: number): ReturnType<FeelReader['kindOf']> {
    if (depth > 8) return null;
    switch (node.type) {
      case 'value':
        if (typeof node.value === 'string') return 'text';
        if (typeof node.value === 'boolean') return 'checkbox';
        return isKind(node.value, 'decimal') ? 'number' : null;
      case 'if':
        return this.kindOfNode(node.then, depth + 1) ?? this.kindOfNode(node.otherwise, depth + 1);
      case 'call':
        return CALLS.get(node.name) ?? (resultOf(node) === 'test' ? 'checkbox' : null);
      case 'name':
      case 'member': {
        const path = pathOf(node);
        const known =
          path && this.candidates(path).find((candidate) => this.carrier.find(candidate)?.rest.length === 0);
        const type = known && this.carrier.find(known)?.field.node.type;
        if (type === 'number' || type === 'checkbox' || type === 'date' || type === 'time' || type === 'dateTime')
          return type;
        return type && ['text', 'multiline', 'radio', 'dropdown'].includes(type) ? 'text' : null;
      }
      case 'binary': {
        if (resultOf(node) === 'test') return 'checkbox';
        const sides = [node.left, node.right].map((side) => this.kindOfNode(side, depth + 1));
        if (sides.includes('text')) return 'text';
        return sides.some((side) => side === 'date' || side === 'dateTime' || side === 'time') ? null : 'number';
      }
      default: {
        const result = resultOf(node);
        return result === 'test' ? 'checkbox' : result === 'number' ? 'number' : null;
      }
    }
  }

  private isTable(name: string): boolean {
    const found = this.carrier.find([name]);
    return found !== null && found.rest.length === 0 && ['table', 'group'].includes(found.field.node.type);
  }

  private rename(parts: readonly NamePart[], edits: Map<number, { end: number; text: string }>): boolean {
    const written = parts.filter(({ name }) => name !== '#');
    for (let length = written.length; length > 0; length -= 1) {
      const taken = written.slice(0, length);
      const name = this.nameOf(taken.map((part) => part.name));
      if (name === null) continue;
      const [first, last] = [taken[0], taken.at(-1)];
      if (!first || !last) return false;
      if (first.at >= 0) edits.set(first.at, { end: last.at + last.name.length, text: name });
      else if (last.at >= 0) {
        const own = name.split('.').at(-1) ?? name;
        edits.set(last.at, { end: last.at + last.name.length, text: own });
      }
      return true;
    }
    return false;
  }

  /** Resolves a complete path; fields of the row take precedence over those of the form. */
  private nameOf(path: readonly string[]): string | null {
    for (const candidate of this.candidates(path)) {
      const named = this.writer.named(candidate);
      if (named && named.option === null && named.field.path.length === candidate.length) return named.name;
    }
    return null;
  }

  private candidates(path: readonly string[]): (readonly string[])[] {
    const { path: around } = this.scope;
    const [first, ...rest] = path;
    if (first === 'this' && rest.length > 0) return [[...around, ...rest]];
    if (first === 'parent' && rest.length > 0) return [[...around.slice(0, -1), ...rest], rest];
    const found: (readonly string[])[] = [];
    for (let length = around.length; length >= 0; length -= 1) found.push([...around.slice(0, length), ...path]);
    return found;
  }

  private logicOf(node: Expression, isTest: boolean, depth: number): Logic | null {
    if (depth > 12) return null;
    switch (node.type) {
      case 'value': {
        const { value } = node;
        if (isKind(value, 'decimal')) return { kind: 'value', value: Number(toText(value.value)) };
        const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean';
        return isPlain ? { kind: 'value', value } : null;
      }
      case 'name':
      case 'member': {
        const path = pathOf(node);
        const known =
          path && this.candidates(path).find((candidate) => this.carrier.find(candidate)?.rest.length === 0);
        if (!known) return null;
        // Only `true` is true: a name alone is a condition only for a checkbox.
        const isCheckbox = this.carrier.find(known)?.field.node.type === 'checkbox';
        return isTest && !isCheckbox ? null : { kind: 'path', path: known };
      }
      case 'binary': {
        const isJoin = node.operator === 'and' || node.operator === 'or';
        const left = this.logicOf(node.left, isJoin, depth + 1);
        const right = left && this.logicOf(node.right, isJoin, depth + 1);
        const isSimple = isJoin || ['=', '!=', '<', '<=', '>', '>='].includes(node.operator);
        return right && isSimple ? { kind: 'binary', op: node.operator, left, right } : null;
      }
      case 'call': {
        const [first] = node.args;
        const of = node.name === 'not' && first ? this.logicOf(first, true, depth + 1) : null;
        // `not` of a value that is neither true nor false remains so; a condition has only two values.
        return of && isCertain(of) ? { kind: 'not', of } : null;
      }
      default:
        return null;
    }
  }
}

/** Whether it is true or false even for blank values. */
function isCertain(logic: Logic): boolean {
  if (logic.kind === 'binary') {
    if (logic.op === 'and' || logic.op === 'or') return isCertain(logic.left) && isCertain(logic.right);
    return logic.op === '=' || logic.op === '!=';
  }
  return logic.kind === 'not' ? isCertain(logic.of) : true;
}

function pathOf(node: Expression): readonly string[] | null {
  if (node.type === 'name') return [node.name];
  const before = node.type === 'member' ? pathOf(node.of) : null;
  return before && node.type === 'member' ? [...before, node.name] : null;
}

function parse(source: string): Expression | null {
  try {
    return cachedExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

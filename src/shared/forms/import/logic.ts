import type { Condition, FieldCondition } from '../definition.ts';
import type { Carried, Carrier, Scope } from './carrier.ts';

/** A condition or formula of another builder, read from its own language (javascript.ts, feel.ts). */
export type Logic =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  /** A value of the form, by its path in the source's data. */
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'binary'; readonly op: LogicOperator; readonly left: Logic; readonly right: Logic }
  | { readonly kind: 'not'; readonly of: Logic }
  | { readonly kind: 'if'; readonly when: Logic; readonly yes: Logic; readonly no: Logic }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Logic[] };
export type LogicOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | '+' | '-' | '*' | '/';

const LOGIC_MAX = 200;
const FLIPPED: Readonly<Record<string, LogicOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const OPERATORS = { '=': 'eq', '!=': 'neq', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;
const COMPARISONS: readonly string[] = Object.keys(OPERATORS);

/** Counts the parts; shared parts count each time. */
export function sizeOf(logic: Logic, most = LOGIC_MAX): number {
  const parts: readonly Logic[] =
    logic.kind === 'binary'
      ? [logic.left, logic.right]
      : logic.kind === 'not'
        ? [logic.of]
        : logic.kind === 'if'
          ? [logic.when, logic.yes, logic.no]
          : logic.kind === 'call'
            ? logic.args
            : [];
  let size = 1;
  for (const part of parts) {
    if (size > most) return size;
    size += sizeOf(part, most - size);
  }
  return size;
}

/** A field with the name that conditions and expressions use at a given position. */
interface Named {
  readonly field: Carried;
  readonly name: string;
  /** An option of the field, if the source keeps one value per option: `colours.red`. */
  readonly option: string | null;
}

/** Writes logic for a position in the form: in the rows of `scope.table`, or outside. */
export class LogicWriter {
  private readonly carrier: Carrier;
  private readonly scope: Scope;

  constructor(carrier: Carrier, scope: Scope) {
    this.carrier = carrier;
    this.scope = scope;
  }

  named(path: readonly string[]): Named | null {
    const found = this.carrier.find(path);
    if (!found) return null;
    const { field, rest } = found;
    const name =
      field.table === null
        ? field.key
        : field.table === this.scope.table
          ? `row.${field.key}`
          : `${field.table}.${field.key}`;
    if (rest.length === 0) return { field, name, option: null };
    const option = rest.length === 1 ? field.options?.get(rest[0] ?? '') : undefined;
    return option !== undefined && field.node.type === 'multiSelect' ? { field, name, option } : null;
  }

  /** Converts to a condition; `null` if not possible at this position. */
  condition(logic: Logic, depth = 0): Condition | null {
    if (depth > 7) return null;
    switch (logic.kind) {
      case 'value':
        return { expr: logic.value ? 'true' : 'false' };
      case 'path':
        return this.truth(logic.path);
      case 'not': {
        const inner = this.condition(logic.of, depth + 1);
        return inner && negated(inner);
      }
      case 'binary':
        if (logic.op === 'and' || logic.op === 'or') return this.joined(logic, depth);
        if (!COMPARISONS.includes(logic.op)) return null;
        return this.comparison(logic.op, logic.left, logic.right) ?? this.byExpression(logic);
      default:
        return this.byExpression(logic);
    }
  }

  private byExpression(logic: Logic): Condition | null {
    const expr = this.expression(logic);
    return expr === null ? null : { expr };
  }

  private joined(logic: Logic & { kind: 'binary' }, depth: number): Condition | null {
    const parts: Condition[] = [];
    const collect = (part: Logic): boolean => {
      if (part.kind === 'binary' && part.op === logic.op) return collect(part.left) && collect(part.right);
      const condition = this.condition(part, depth + 1);
      if (condition) parts.push(condition);
      return condition !== null;
    };
    if (!collect(logic) || parts.length > 20) return null;
    // `data && data.x` first checks whether `data` exists.
    const isCertain = (part: Condition): boolean => 'expr' in part && part.expr === 'true';
    const asked = logic.op === 'and' ? parts.filter((part) => !isCertain(part)) : parts;
    if (asked.length <= 1) return asked[0] ?? { expr: 'true' };
    return logic.op === 'and' ? { all: asked } : { any: asked };
  }

  private truth(path: readonly string[]): Condition | null {
    const named = this.named(path);
    if (!named) return null;
    const { name, option } = named;
    if (option !== null) return { field: name, op: 'eq', value: option };
    if (named.field.node.type === 'checkbox') return { field: name, op: 'eq', value: true };
    return { field: name, op: 'neq', value: '' };
  }

  private comparison(op: LogicOperator, left: Logic, right: Logic): Condition | null {
    if (left.kind !== 'path') {
      return right.kind === 'path' ? this.comparison(FLIPPED[op] ?? op, right, left) : null;
    }
    if (right.kind !== 'value') return null;
    const named = this.named(left.path);
    return named && comparisonOf(named, OPERATORS[op as keyof typeof OPERATORS], right.value);
  }

  /** Converts to an expression of the form; `null` if not possible. */
  expression(logic: Logic): string | null {
    if (sizeOf(logic) > LOGIC_MAX) return null;
    const text = this.write(logic, null);
    return text !== null && text.length <= 2000 ? text : null;
  }

  /** `against`: the field that a text is compared with, whose options have converted ids. */
  private write(logic: Logic, against: Carried | null): string | null {
    switch (logic.kind) {
      case 'value':
        return typeof logic.value === 'string'
          ? quoted(against?.options?.get(logic.value) ?? logic.value)
          : String(logic.value);
      case 'path': {
        const named = this.named(logic.path);
        if (!named) return null;
        return named.option === null ? named.name : `list contains(${named.name}, ${quoted(named.option)})`;
      }
      case 'not':
        return this.around(['not(', ')'], [this.test(logic.of)]);
      case 'if':
        return this.around(
          ['(if ', ' then ', ' else ', ')'],
          [this.test(logic.when), this.write(logic.yes, against), this.write(logic.no, against)],
        );
      case 'call':
        return this.around(
          [`${logic.name}(`, ...logic.args.slice(1).map(() => ', '), ')'],
          logic.args.map((arg) => this.write(arg, null)),
        );
      case 'binary':
        return this.binary(logic);
    }
  }

  private binary(logic: Logic & { kind: 'binary' }): string | null {
    const { op, left, right } = logic;
    if (op === 'or' && left.kind === 'path' && right.kind === 'value' && typeof right.value !== 'boolean') {
      // `data.amount || 0`: the fallback for a blank value.
      const [name, other] = [this.write(left, null), this.write(right, null)];
      return name && other && `(if ${name} = null then ${other} else ${name})`;
    }
    if (op === 'and' || op === 'or') return this.around(['(', ` ${op} `, ')'], [this.test(left), this.test(right)]);
    const written = [this.write(left, this.fieldOf(right)), this.write(right, this.fieldOf(left))];
    return this.around(['(', ` ${op} `, ')'], written);
  }

  private fieldOf(logic: Logic): Carried | null {
    return logic.kind === 'path' ? (this.named(logic.path)?.field ?? null) : null;
  }

  /** A name alone checks whether the value exists. */
  private test(logic: Logic): string | null {
    const text = this.write(logic, null);
    if (logic.kind !== 'path' || text === null) return text;
    const named = this.named(logic.path);
    return named?.option !== null || named.field.node.type === 'checkbox' ? text : `(${text} != null)`;
  }

  private around(between: readonly string[], parts: readonly (string | null)[]): string | null {
    let text = between[0] ?? '';
    for (const [index, part] of parts.entries()) {
      if (part === null) return null;
      text += part + (between[index + 1] ?? '');
      if (text.length > 4000) return null;
    }
    return parts.length === 0 ? `${between.join('')}` : text;
  }
}

export function negated(condition: Condition): Condition {
  if ('not' in condition) return condition.not;
  if ('expr' in condition && condition.expr === 'true') return { expr: 'false' };
  if ('expr' in condition && condition.expr === 'false') return { expr: 'true' };
  if ('op' in condition && condition.op === 'eq') return { ...condition, op: 'neq' };
  if ('op' in condition && condition.op === 'neq') return { ...condition, op: 'eq' };
  return { not: condition };
}

/** Converts a comparison of a field with a value of the source; `null` when its values cannot be compared. */
export function comparisonOf(
  { field, name, option }: Named,
  op: FieldCondition['op'],
  value: string | number | boolean | null,
): Condition | null {
  const isEquality = op === 'eq' || op === 'neq';
  const isYes = value === true || value === 'true';
  const isNo = value === false || value === 'false';
  if (option !== null) {
    if (!isEquality || !(isYes || isNo)) return null;
    return { field: name, op: isYes === (op === 'eq') ? 'eq' : 'neq', value: option };
  }
  if (value === null || value === '') return isEquality ? { field: name, op, value: '' } : null;
  const { type } = field.node;
  if (type === 'checkbox') {
    if (!isEquality || !(isYes || isNo)) return null;
    return { field: name, op: isYes === (op === 'eq') ? 'eq' : 'neq', value: true };
  }
  if (type === 'number' || type === 'money') {
    const number = Number(value);
    return Number.isFinite(number) && Math.abs(number) <= 1e15 ? { field: name, op, value: number } : null;
  }
  if (type === 'date' || type === 'dateTime') {
    const day = dayOf(String(value));
    return day ? { field: name, op, value: day } : null;
  }
  if (['table', 'group', 'attachment', 'signature', 'period'].includes(type)) return null;
  const text = String(value);
  return { field: name, op, value: (field.options?.get(text) ?? text).slice(0, 1000) };
}

/** `2026-11-21`, `2026-11-21T…` or `11/21/2026`. */
export function dayOf(text: string): string | null {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.+Z-]*)?$/.exec(text);
  if (iso) return iso[1] ?? null;
  const american = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  return american && `${american[3]}-${american[1]}-${american[2]}`;
}

function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

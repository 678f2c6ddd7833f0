import { ALWAYS, compileCondition, NEVER, type Predicate, valueAt } from './conditions.ts';
import { dayNumber, dayText, readDayLiteral } from './days.ts';
import { decimalFromNumber, toText } from './decimal.ts';
import {
  type Condition,
  type DataField,
  type ExpressionSource,
  type FormBody,
  type FormNode,
  type FormRule,
  isLayout,
  isRepeating,
  type OptionSource,
  type TableNode,
  type Texts,
} from './definition.ts';
import { cachedExpression, EXPRESSION_STEPS, evaluate, ROW_STEPS } from './expression.ts';
import { momentNumber, readMomentLiteral, timeNumber } from './times.ts';
import { decimalValue, type FeelValue, isKind, type Scope } from './values.ts';

/** A limit or a computed value, ready for evaluation. */
type Computation = (scope: Scope, today: string) => FeelValue;

interface CompiledBase {
  readonly key: string;
  readonly label: Texts;
  /** The node's own condition and those of all surrounding parts. */
  readonly visible: Predicate;
  readonly required: Predicate;
  readonly readOnly: Predicate;
}

export interface CompiledField extends CompiledBase {
  readonly kind: 'field';
  readonly node: DataField;
  readonly computed: Computation | null;
  readonly min: Computation | null;
  readonly max: Computation | null;
  /** Required values of the options' properties, as text; only the filtered properties. `null` without a filter. */
  readonly filter: ((scope: Scope) => Readonly<Record<string, string>>) | null;
}

export interface CompiledTable extends CompiledBase {
  readonly kind: 'table';
  readonly node: TableNode;
  readonly columns: ReadonlyMap<string, CompiledField>;
  readonly minRows: number;
  readonly maxRows: number;
}

export interface CompiledForm {
  readonly body: FormBody;
  /** In form order. */
  readonly fields: ReadonlyMap<string, CompiledField | CompiledTable>;
  /** Visibility of layout nodes and static texts, by id. */
  readonly parts: ReadonlyMap<string, Predicate>;
  readonly rules: readonly { readonly rule: FormRule; readonly holds: Computation }[];
}

export const TABLE_MAX_ROWS = 1000;
const TABLE_DEFAULT_ROWS = 100;

const compiled = new WeakMap<FormBody, CompiledForm>();

/** Compiles a definition accepted by `checkDefinition`; cached for the lifetime of the body object. */
export function compileForm(body: FormBody): CompiledForm {
  const known = compiled.get(body);
  if (known) return known;
  const fields = new Map<string, CompiledField | CompiledTable>();
  const parts = new Map<string, Predicate>();
  collect(body.root, ALWAYS, fields, parts);
  const rules = (body.rules ?? []).map((rule) => ({ rule, holds: assertion(rule.assert) }));
  const form: CompiledForm = { body, fields, parts, rules };
  compiled.set(body, form);
  return form;
}

function both(outer: Predicate, condition: Condition | undefined, steps = EXPRESSION_STEPS): Predicate {
  if (!condition) return outer;
  const own = compileCondition(condition, steps);
  return outer === ALWAYS ? own : (scope, today) => outer(scope, today) && own(scope, today);
}

function collect(
  node: FormNode,
  outer: Predicate,
  fields: Map<string, CompiledField | CompiledTable>,
  parts: Map<string, Predicate>,
): void {
  const visible = both(outer, node.visible);
  if (isLayout(node)) {
    parts.set(node.id, visible);
    for (const child of node.children) collect(child, visible, fields, parts);
  } else if (node.type === 'richText') parts.set(node.id, visible);
  else if (isRepeating(node)) fields.set(node.key, compileTable(node, visible));
  else fields.set(node.key, compileField(node, visible));
}

function flag(value: boolean | Condition | undefined, steps = EXPRESSION_STEPS): Predicate {
  if (typeof value === 'object') return compileCondition(value, steps);
  return value ? ALWAYS : NEVER;
}

function expression(text: string, steps = EXPRESSION_STEPS): Computation {
  const parsed = cachedExpression(text);
  return (scope, today) => evaluate(parsed, scope, today, steps);
}

/** Only `false` breaks a rule; a structured condition is always true or false. */
function assertion(condition: Condition): Computation {
  return 'expr' in condition ? expression(condition.expr) : compileCondition(condition);
}

function limit(
  node: DataField,
  value: number | string | ExpressionSource | undefined,
  end: boolean,
  steps: number,
): Computation | null {
  if (value === undefined) return null;
  if (typeof value === 'object') return expression(value.expr, steps);
  if (typeof value === 'number') {
    const number = decimalValue(decimalFromNumber(value));
    return () => number;
  }
  if (node.type === 'time') {
    const minutes = timeNumber(value);
    return () => (minutes === null ? null : { kind: 'time', seconds: minutes * 60 });
  }
  if (node.type === 'dateTime') {
    return (_, today) => {
      const moment = readMomentLiteral(value, today, end);
      const minutes = moment === null ? null : momentNumber(moment);
      return minutes === null ? null : { kind: 'moment', seconds: minutes * 60 };
    };
  }
  return (_, today) => {
    const day = readDayLiteral(value, today);
    const number = day === null ? null : dayNumber(day);
    return number === null ? null : { kind: 'day', number };
  };
}

function compileField(node: DataField, visible: Predicate, steps = EXPRESSION_STEPS): CompiledField {
  return {
    kind: 'field',
    key: node.key,
    label: node.label,
    node,
    visible,
    required: flag(node.required, steps),
    readOnly: flag(node.readOnly, steps),
    computed: 'computed' in node && node.computed ? expression(node.computed, steps) : null,
    min: 'min' in node ? limit(node, node.min, false, steps) : null,
    max: 'max' in node ? limit(node, node.max, true, steps) : null,
    filter: 'source' in node && node.source?.filter ? optionFilter(node.source.filter) : null,
  };
}

/** A filter on a blank field restricts nothing. */
function optionFilter(filter: NonNullable<OptionSource['filter']>): NonNullable<CompiledField['filter']> {
  const wanted = Object.entries(filter);
  return (scope) => {
    const now: Record<string, string> = {};
    for (const [property, value] of wanted) {
      const text = typeof value === 'object' ? textOfFeel(valueAt(scope, value.field)) : String(value);
      if (text !== '') now[property] = text;
    }
    return now;
  };
}

function textOfFeel(value: FeelValue): string {
  if (isKind(value, 'decimal')) return toText(value.value);
  if (isKind(value, 'day')) return dayText(value.number) ?? '';
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

function compileTable(node: TableNode, visible: Predicate): CompiledTable {
  return {
    kind: 'table',
    key: node.key,
    label: node.label,
    node,
    visible,
    required: flag(node.required),
    readOnly: flag(node.readOnly),
    columns: new Map(
      node.columns.map((column) => [
        column.key,
        compileField(column, both(ALWAYS, column.visible, ROW_STEPS), ROW_STEPS),
      ]),
    ),
    minRows: node.minRows ?? 0,
    maxRows: node.maxRows ?? TABLE_DEFAULT_ROWS,
  };
}

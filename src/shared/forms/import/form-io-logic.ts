import type { Condition } from '../definition.ts';
import {
  type Carrier,
  type Component,
  type Draft,
  isComponent,
  listIn,
  memberIn,
  type Scope,
  scalarText,
  textIn,
} from './carrier.ts';
import { type JavaScriptNames, readJavaScript, readJsonLogic } from './javascript.ts';
import { comparisonOf, LogicWriter, negated } from './logic.ts';
import type { Place } from './report.ts';

const OPERATORS: Readonly<
  Record<string, 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'startWith' | 'endWith' | 'like' | 'nlike'>
> = {
  isEqual: 'eq',
  isNotEqual: 'neq',
  isDateEqual: 'eq',
  isNotDateEqual: 'neq',
  isEmpty: 'eq',
  isNotEmpty: 'neq',
  lessThan: 'lt',
  lessThanOrEqual: 'lte',
  greaterThan: 'gt',
  greaterThanOrEqual: 'gte',
  dateLessThan: 'lt',
  dateLessThanOrEqual: 'lte',
  dateGreaterThan: 'gt',
  dateGreaterThanOrEqual: 'gte',
  startsWith: 'startWith',
  endsWith: 'endWith',
  includes: 'like',
  notIncludes: 'nlike',
};
const PROPERTIES: Readonly<Record<string, 'visible' | 'readOnly' | 'required'>> = {
  hidden: 'visible',
  disabled: 'readOnly',
  'validate.required': 'required',
};

/** Reads conditions, triggers and formulas of one component of Form.io. */
export class FormIoLogic {
  private readonly carrier: Carrier;
  private readonly component: Component;
  private readonly place: Place;
  private readonly scope: Scope;
  private readonly writer: LogicWriter;
  private readonly names: JavaScriptNames;

  constructor(carrier: Carrier, component: Component, place: Place, scope: Scope) {
    this.carrier = carrier;
    this.component = component;
    this.place = place;
    this.scope = scope;
    this.writer = new LogicWriter(carrier, scope);
    this.names = { row: scope.path, input: [...scope.path, ...textIn(component.key).split('.')] };
  }

  apply(node: Draft): void {
    this.carrier.later(() => {
      const visible = this.visible();
      if (visible) node.visible = visible;
      for (const trigger of listIn(this.component.logic).slice(0, 50)) this.trigger(trigger, node);
      if (node.key === undefined) return;
      this.formula(node);
      this.rule(node);
    });
  }

  private drop(code: 'condition.dropped' | 'expression.dropped' | 'rule.dropped', source: unknown): null {
    this.carrier.report.note(this.place, code, typeof source === 'string' ? source : (JSON.stringify(source) ?? ''));
    return null;
  }

  private visible(): Condition | null {
    const { conditional, customConditional } = this.component;
    const custom = textIn(customConditional);
    if (custom) return this.javaScript(custom, 'show') ?? this.drop('condition.dropped', custom);
    if (!isComponent(conditional)) return null;
    if (isComponent(conditional.json)) {
      return this.json(conditional.json) ?? this.drop('condition.dropped', conditional.json);
    }
    const parts = listIn(conditional.conditions).filter((part) => textIn(memberIn(part, 'component')) !== '');
    const when = textIn(conditional.when);
    if (parts.length === 0 && when === '') return null;
    const condition =
      parts.length > 0 ? this.several(parts, textIn(conditional.conjunction)) : this.simple(when, 'eq', conditional.eq);
    if (!condition) return this.drop('condition.dropped', conditional);
    return conditional.show === false || conditional.show === 'false' ? negated(condition) : condition;
  }

  private several(parts: readonly unknown[], conjunction: string): Condition | null {
    const conditions: Condition[] = [];
    for (const part of parts) {
      const operator = textIn(memberIn(part, 'operator'));
      const op = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
      const isBlank = operator === 'isEmpty' || operator === 'isNotEmpty';
      const found = op && this.simple(textIn(memberIn(part, 'component')), op, isBlank ? '' : memberIn(part, 'value'));
      if (!found || conditions.length >= 20) return null;
      conditions.push(found);
    }
    const [only] = conditions;
    if (conditions.length === 1 && only) return only;
    return conjunction === 'any' ? { any: conditions } : { all: conditions };
  }

  private simple(when: string, op: NonNullable<(typeof OPERATORS)[string]>, value: unknown): Condition | null {
    const path = when.slice(0, 500).split('.');
    const other = path.length === 1 ? this.carrier.findByName(when) : null;
    const named =
      this.writer.named(path) ??
      this.writer.named([...this.scope.path, ...path]) ??
      (other && this.writer.named(other.path));
    const text = value === null ? '' : scalarText(value);
    return named && text !== null
      ? comparisonOf(named, op, typeof value === 'string' ? value : (value as number | boolean | null))
      : null;
  }

  private javaScript(source: string, target: string): Condition | null {
    const logic = readJavaScript(source, target, this.names);
    return logic && this.writer.condition(logic);
  }

  private json(source: unknown): Condition | null {
    const logic = readJsonLogic(source, this.names);
    return logic && this.writer.condition(logic);
  }

  /** Reads a trigger that hides, disables or requires the component while a condition holds. */
  private trigger(trigger: unknown, node: Draft): void {
    const when = memberIn(trigger, 'trigger');
    const condition = this.triggered(when);
    for (const action of listIn(memberIn(trigger, 'actions')).slice(0, 20)) {
      const property = textIn(memberIn(memberIn(action, 'property'), 'value'));
      const member = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
      const isFree = member && (node[member] === undefined || typeof node[member] === 'boolean');
      const isOn = memberIn(action, 'state') === true;
      if (!condition || !member || !isFree || textIn(memberIn(action, 'type')) !== 'property') {
        this.drop('condition.dropped', `logic ${textIn(memberIn(trigger, 'name'))} ${property}`);
      } else if (member === 'visible') node.visible = isOn ? negated(condition) : condition;
      else node[member] = isOn ? condition : negated(condition);
    }
  }

  private triggered(when: unknown): Condition | null {
    const type = textIn(memberIn(when, 'type'));
    if (type === 'javascript') return this.javaScript(textIn(memberIn(when, 'javascript')), 'result');
    if (type === 'json') return this.json(memberIn(when, 'json'));
    const simple = memberIn(when, 'simple');
    if (type !== 'simple' || !isComponent(simple)) return null;
    const parts = listIn(simple.conditions);
    const condition =
      parts.length > 0
        ? this.several(parts, textIn(simple.conjunction))
        : this.simple(textIn(simple.when), 'eq', simple.eq);
    return condition && (simple.show === false || simple.show === 'false') ? negated(condition) : condition;
  }

  private formula(node: Draft): void {
    const source = this.component.calculateValue;
    if (source === undefined || source === null || source === '' || source === false) return;
    const canCompute = ['text', 'multiline', 'number', 'money', 'date', 'dateTime', 'time', 'checkbox'].includes(
      node.type,
    );
    const logic =
      typeof source === 'string' ? readJavaScript(source, 'value', this.names) : readJsonLogic(source, this.names);
    const expr = logic && canCompute ? this.writer.expression(logic) : null;
    if (expr === null || this.component.allowCalculateOverride === true) this.drop('expression.dropped', source);
    else {
      node.computed = expr;
      delete node.default;
    }
  }

  /** Converts `valid = … ? true : 'message'` of a field to a rule with that message. */
  private rule(node: Draft): void {
    const { custom, json } = isComponent(this.component.validate) ? this.component.validate : ({} as Component);
    if (json && !(typeof json === 'string' && json.trim() === '')) this.drop('rule.dropped', json);
    const source = textIn(custom);
    if (!source) return;
    const logic = readJavaScript(source, 'valid', this.names);
    if (logic?.kind !== 'if' || node.key === undefined || this.scope.table !== null) {
      this.drop('rule.dropped', source);
      return;
    }
    const { when, yes, no } = logic;
    const [good, bad] = [yes, no].map((part) => (part.kind === 'value' ? part.value : null));
    const isStraight = good === true && typeof bad === 'string';
    const isReversed = bad === true && typeof good === 'string';
    const condition = isStraight || isReversed ? this.writer.condition(when) : null;
    const message = this.carrier.label(isStraight ? bad : good, this.place);
    if (!condition || !message) {
      this.drop('rule.dropped', source);
      return;
    }
    const assert = isStraight ? condition : negated(condition);
    const rule = { id: this.carrier.id(`${node.key}Rule`), assert, at: node.key, message };
    this.carrier.rules.push(rule);
    this.carrier.origins.set(rule, this.place);
  }
}

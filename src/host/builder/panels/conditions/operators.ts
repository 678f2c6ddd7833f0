import type { ConditionScalar, FieldCondition } from '../../../../shared/forms/index.ts';
import type { FieldKind, ScopeField } from './scope.ts';

/** Operator as shown to the user: an operator, or one of the two stored as `eq` and `neq` without a value. */
export type ShownOperator = FieldCondition['op'] | 'blank' | 'notBlank';

const PRESENCE: readonly ShownOperator[] = ['notBlank', 'blank'];
const ORDER: readonly ShownOperator[] = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'];

/** Operators available for a field, in display order. */
const OPERATORS_OF: Readonly<Record<FieldKind, readonly ShownOperator[]>> = {
  text: ['eq', 'neq', 'like', 'nlike', 'startWith', 'endWith', 'in', ...PRESENCE],
  number: [...ORDER, 'inrange', ...PRESENCE],
  date: [...ORDER, 'inrange', ...PRESENCE],
  time: [...ORDER, ...PRESENCE],
  dateTime: [...ORDER, ...PRESENCE],
  yesNo: ['eq'],
  choice: ['eq', 'neq', 'in', ...PRESENCE],
  tags: ['eq', 'neq', 'like', 'nlike', 'in', ...PRESENCE],
  reference: ['eq', 'neq', 'in', ...PRESENCE],
  presence: PRESENCE,
};

export function operatorsOf(kind: FieldKind): readonly ShownOperator[] {
  return OPERATORS_OF[kind];
}

export function shownOperatorOf({ op, value }: FieldCondition): ShownOperator {
  if (value !== '' && value !== null) return op;
  return op === 'eq' ? 'blank' : op === 'neq' ? 'notBlank' : op;
}

/** Initial condition for a field; satisfiable without further input. */
export function begun({ name, kind }: ScopeField): FieldCondition {
  if (kind === 'yesNo') return { field: name, op: 'eq', value: true };
  return { field: name, op: 'neq', value: '' };
}

/** Changes the operator and keeps the value if its shape still fits. */
export function asking(condition: FieldCondition, asked: ShownOperator, kind: FieldKind): FieldCondition {
  const { field, value } = condition;
  if (asked === 'blank' || asked === 'notBlank') return { field, op: asked === 'blank' ? 'eq' : 'neq', value: '' };
  const [first = null] = Array.isArray(value) ? (value as readonly ConditionScalar[]) : [value as ConditionScalar];
  const one = first === null || first === '' ? firstOf(kind) : first;
  if (asked === 'in')
    return { field, op: asked, value: Array.isArray(value) ? value : first === '' || one === ' ' ? [] : [one] };
  if (asked === 'inrange') return { field, op: asked, value: [one, null] };
  return { field, op: asked, value: one };
}

/** Changes the field and keeps the operator if the new field supports it. */
export function asks(condition: FieldCondition, before: FieldKind | undefined, field: ScopeField): FieldCondition {
  const asked = shownOperatorOf(condition);
  const isSame = before === field.kind && field.kind !== 'choice' && field.kind !== 'reference';
  if (isSame || ((asked === 'blank' || asked === 'notBlank') && operatorsOf(field.kind).includes(asked)))
    return { ...condition, field: field.name };
  return begun(field);
}

/** Initial value for an operator that needs one; ' ' means "not entered yet", to distinguish it from "is empty". */
function firstOf(kind: FieldKind): ConditionScalar {
  if (kind === 'number') return 0;
  if (kind === 'date' || kind === 'dateTime') return 'today';
  if (kind === 'time') return '09:00';
  return kind === 'yesNo' ? true : ' ';
}

/** Whether a condition is complete. */
export function isComplete(condition: FieldCondition): boolean {
  const { op, value } = condition;
  const isFilledIn = (one: ConditionScalar) => typeof one !== 'string' || one.trim() !== '';
  if (op === 'in') return Array.isArray(value) && value.length > 0;
  if (op === 'inrange') return Array.isArray(value) && value.some((one) => one !== null && isFilledIn(one));
  if (op === 'eq' || op === 'neq') return value !== ' ';
  return isFilledIn(value as ConditionScalar);
}

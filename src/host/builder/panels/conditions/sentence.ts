import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { type Condition, type ConditionScalar, type FieldCondition, textOf } from '../../../../shared/forms/index.ts';
import { formatDay, formatNumber, isDay } from '../../../../shared/locale/index.ts';
import type { FilterText } from '../../../../shared/ui/filters/columns.ts';
import type { EditorText } from '../editor-text.ts';
import { type ShownOperator, shownOperatorOf } from './operators.ts';
import type { ScopeField } from './scope.ts';

export interface Words {
  readonly t: EditorText;
  /** Texts of list filters. */
  readonly filters: FilterText;
  /** Language of the page. */
  readonly language: LanguageId;
  /** Language of the form's texts. */
  readonly languageId: string;
}

/** Formats a condition as a sentence: `Total is more than 5 000 and Kind is Service`. */
export function sentence(condition: Condition, fields: readonly ScopeField[], words: Words): string {
  return describeCondition(condition, fields, words, true);
}

function describeCondition(
  condition: Condition,
  fields: readonly ScopeField[],
  words: Words,
  isOutside: boolean,
): string {
  const { t } = words;
  if ('expr' in condition) return t('sentence.expression', { expression: condition.expr });
  if ('not' in condition)
    return t('sentence.not', { condition: describeCondition(condition.not, fields, words, true) });
  if ('field' in condition) return comparison(condition, fields, words);
  const parts = 'all' in condition ? condition.all : condition.any;
  const joint = t('all' in condition ? 'sentence.and' : 'sentence.or');
  const text = parts.map((part) => describeCondition(part, fields, words, false)).join(joint);
  return isOutside || parts.length < 2 ? text : t('sentence.group', { text });
}

function comparison(condition: FieldCondition, fields: readonly ScopeField[], words: Words): string {
  const { filters, t, languageId } = words;
  const field = fields.find(({ name }) => name === condition.field);
  const column = field ? fieldText(field, languageId, t) : condition.field;
  const asked = shownOperatorOf(condition);
  const operation = operationText(asked, field?.kind, filters);
  if (asked === 'blank' || asked === 'notBlank') return filters('chip.blank', { column, operation });
  const one = (value: ConditionScalar) => scalarText(value, field, words);
  const many = Array.isArray(condition.value) ? (condition.value as readonly ConditionScalar[]) : [];
  if (asked === 'inrange') {
    const [from = null, to = null] = many;
    const value = filters('range', { from: from === null ? '…' : one(from), to: to === null ? '…' : one(to) });
    return filters('chip', { column, operation, value });
  }
  const value = asked === 'in' ? many.map(one).join(', ') || '…' : one(condition.value as ConditionScalar);
  return filters('chip', { column, operation, value });
}

/** Display name of a field: its label and, for a period, which of its days. */
export function fieldText({ texts, name, end }: ScopeField, languageId: string, t: EditorText): string {
  const label = textOf(texts, languageId) || name;
  return end ? t(end === 'from' ? 'field.from' : 'field.to', { field: label }) : label;
}

/** Text of an operator: dates use "before" and "after" where numbers use "less" and "greater". */
export function operationText(asked: ShownOperator, kind: ScopeField['kind'] | undefined, filters: FilterText): string {
  const isTime = kind === 'date' || kind === 'dateTime' || kind === 'time';
  if (isTime && (asked === 'lt' || asked === 'lte' || asked === 'gt' || asked === 'gte'))
    return filters(`op.date.${asked}`);
  return filters(`op.${asked}`);
}

function scalarText(value: ConditionScalar, field: ScopeField | undefined, words: Words): string {
  const { filters, language, languageId, t } = words;
  if (value === null || (typeof value === 'string' && value.trim() === '')) return '…';
  if (typeof value === 'boolean') return filters(value ? 'yes' : 'no').toLocaleLowerCase();
  if (typeof value === 'number') return formatNumber(value, {}, language);
  const relative = /^today(?:([+-])(\d+))?$/.exec(value);
  if (relative && (field?.kind === 'date' || field?.kind === 'dateTime')) {
    if (!relative[1]) return filters('day.today').toLocaleLowerCase();
    return filters(relative[1] === '+' ? 'day.aheadOf' : 'day.agoOf', { count: Number(relative[2]) });
  }
  if (field?.kind === 'date' && isDay(value)) return formatDay(value, { language });
  const node = field?.node;
  const option = node && 'options' in node ? node.options?.find(({ id }) => id === value) : undefined;
  if (option) return textOf(option.text, languageId);
  return field?.kind === 'text' || field?.kind === 'tags' ? t('sentence.text', { text: value }) : value;
}

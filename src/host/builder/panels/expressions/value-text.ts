import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { type FeelValue, FUNCTIONS, isKind, isList, toNumber } from '../../../../shared/forms/index.ts';
import { formatNumber } from '../../../../shared/locale/index.ts';
import type { EditorText } from '../editor-text.ts';

const SHOWN = 5;

/** Formats the result of an expression. */
export function feelText(value: FeelValue, t: EditorText, language: LanguageId): string {
  if (value === null) return t('expression.nothing');
  if (typeof value === 'boolean') return t(value ? 'expression.yes' : 'expression.no');
  if (typeof value === 'string') return t('sentence.text', { text: value });
  if (isList(value)) {
    if (value.some((one) => isKind(one, 'scope'))) return t('expression.rows', { count: value.length });
    const shown = value.slice(0, SHOWN).map((one) => feelText(one, t, language));
    return `[${[...shown, ...(value.length > SHOWN ? ['…'] : [])].join(', ')}]`;
  }
  if (isKind(value, 'decimal')) return formatNumber(toNumber(value.value), {}, language);
  if (isKind(value, 'scope')) return t('expression.rows', { count: 1 });
  if (isKind(value, 'range'))
    return [value.from, value.to].map((end) => (end === null ? '…' : feelText(end, t, language))).join(' – ');
  // Dates, times and durations in expression syntax.
  const text = FUNCTIONS.string[2]([value], { today: '', spend: () => undefined });
  return typeof text === 'string' ? text : '';
}

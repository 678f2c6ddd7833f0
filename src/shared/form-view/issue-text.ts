import type { LanguageId } from '../contracts/constants.ts';
import {
  type CompiledField,
  type CompiledTable,
  decimalFromText,
  type Issue,
  scaleOf,
  textOf,
  toNumber,
} from '../forms/index.ts';
import { formatDayInput, formatNumber, typedDayHint } from '../locale/index.ts';
import type { FormText } from './form-context.ts';

/** Text of an error. */
export function issueText(
  issue: Issue,
  definition: CompiledField | CompiledTable,
  t: FormText,
  language: LanguageId,
): string {
  const { min, max } = issue.params ?? {};
  const params = {
    ...issue.params,
    min: limitText(min, definition, language),
    max: limitText(max, definition, language),
  };
  const [hasMin, hasMax] = [min !== undefined && min !== null, max !== undefined && max !== null];
  switch (issue.code) {
    case 'field.number_range':
      return t(hasMin && hasMax ? 'issue.range' : hasMin ? 'issue.rangeMin' : 'issue.rangeMax', params);
    case 'field.time_range':
      return t(hasMin && hasMax ? 'issue.range' : hasMin ? 'issue.rangeMin' : 'issue.rangeMax', params);
    case 'field.date_range':
      return t(hasMin && hasMax ? 'issue.range' : hasMin ? 'issue.dateMin' : 'issue.dateMax', params);
    case 'field.date': {
      const { type } = definition.node;
      if (type === 'time') return t('issue.time');
      return t(type === 'dateTime' ? 'issue.moment' : 'issue.field.date', { example: typedDayHint({ language }) });
    }
    case 'field.pattern': {
      const message = 'patternMessage' in definition.node ? definition.node.patternMessage : undefined;
      if (message) return textOf(message, language);
      const format = 'format' in definition.node ? definition.node.format : undefined;
      return t(format ? `issue.field.${format}` : 'issue.field.pattern', params);
    }
    case 'field.decimals':
      return t('issue.field.decimals', issue.params);
    case 'file.too_many':
      return t('issue.files.many', issue.params);
    case 'file.type_refused':
      return t('issue.files.type', issue.params);
    case 'file.too_large':
      return t('issue.files.large', issue.params);
    case 'attachment.not_found':
      return t('issue.files.gone', issue.params);
    case 'field.uploading':
      return t('issue.files.uploading', issue.params);
    case 'field.rule':
      return String(issue.params?.message ?? '');
    case 'field.required':
    case 'field.too_short':
    case 'field.too_long':
    case 'field.not_a_number':
    case 'field.not_whole':
    case 'field.choice_unknown':
    case 'field.reference_unknown':
    case 'field.items':
    case 'field.period_reversed':
    case 'field.period_long':
    case 'field.not_editable':
    case 'field.rows':
      return t(`issue.${issue.code}`, params);
    default:
      return t('issue.field.type', params);
  }
}

/** Formats limits, which are ISO days and plain decimals. */
function limitText(limit: unknown, { kind, node }: CompiledField | CompiledTable, language: LanguageId): string {
  if (typeof limit === 'string' && /^\d{2}:\d{2}$/.test(limit)) return limit;
  const [day = '', time] = typeof limit === 'string' ? limit.split('T') : [];
  if (time !== undefined) return `${formatDayInput(day, language)} ${time}`;
  if (typeof limit === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(limit)) return formatDayInput(limit, language);
  const decimal = typeof limit === 'string' ? decimalFromText(limit) : null;
  const number = decimal ? toNumber(decimal) : limit;
  if (typeof number !== 'number') return '';
  const digits = kind === 'field' && node.type === 'money' ? scaleOf(node) : 0;
  return formatNumber(number, { minimumFractionDigits: digits }, language);
}

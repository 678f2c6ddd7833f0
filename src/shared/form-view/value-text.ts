import type { LanguageId } from '../contracts/constants.ts';
import {
  currencyOf,
  type DataField,
  decimalFromMinorUnits,
  type FieldValue,
  isFiles,
  isMoney,
  isPeriod,
  isTexts,
  type Money,
  scaleOf,
  textOf,
  toNumber,
} from '../forms/index.ts';
import { currencySign, formatDay, formatMoney, formatNumber } from '../locale/index.ts';
import type { FormText } from './form-context.ts';

/** Money in major units with its decimals, without the currency sign. */
export function amountText(field: DataField, value: Money, language: LanguageId): string {
  const scale = scaleOf(field);
  const number = toNumber(decimalFromMinorUnits(value.amount, scale));
  return formatNumber(number, { minimumFractionDigits: scale, maximumFractionDigits: scale }, language);
}

/** Returns the name of a referenced object. */
type NameOf = (id: string) => string;

/** The text of a value, read-only. Without `nameOf`, references to objects outside the form are only counted. */
export function valueText(
  field: DataField,
  value: FieldValue,
  t: FormText,
  language: LanguageId,
  nameOf: NameOf = (id) => ownText(field, id, language) ?? t('chosen'),
): string {
  if (field.type === 'checkbox') return value ? t('yes') : t('no');
  if (value === null || value === '') return t('nothing');
  if (isTexts(value)) return value.map((entry) => (field.type === 'tags' ? entry : nameOf(entry))).join(', ');
  if (isFiles(value)) return value.map(({ fileName }) => fileName).join(', ');
  if (isPeriod(value))
    return [value.from, value.to].map((day) => (day ? formatDay(day, { language }) : '…')).join(' – ');
  if (field.type === 'date') return formatDay(String(value), { language });
  if (field.type === 'dateTime') {
    const [day = '', time = ''] = String(value).split('T');
    return `${formatDay(day, { language })} ${time}`;
  }
  if (typeof value === 'string') return holdsIds(field) ? nameOf(value) : value;
  if (typeof value === 'number') return formatNumber(value, {}, language);
  return isMoney(value) ? amountText(field, value, language) : String(value);
}

/** Whether the value is an id and not display text. */
function holdsIds({ type }: DataField): boolean {
  return !['text', 'multiline', 'time'].includes(type);
}

/** The text of one of the field's own options. */
function ownText(field: DataField, id: string, language: LanguageId): string | undefined {
  const option = 'options' in field ? field.options?.find((one) => one.id === id) : undefined;
  return option && textOf(option.text, language);
}

/** Like `valueText`, with the unit or currency in the position of the language. */
export function fullText(
  field: DataField,
  value: FieldValue,
  t: FormText,
  language: LanguageId,
  nameOf?: NameOf,
): string {
  if (isMoney(value) && scaleOf(field) === 2) return formatMoney(value, language);
  const unit = value === null || value === '' ? '' : unitOf(field, language);
  const text = valueText(field, value, t, language, nameOf);
  return unit ? `${text}\u00a0${unit}` : text;
}

/** Unit or currency sign after a field's label. */
export function unitOf(field: DataField, language: LanguageId): string {
  if (field.type === 'number') return textOf(field.unit, language);
  return field.type === 'money' ? currencySign(currencyOf(field)) : '';
}

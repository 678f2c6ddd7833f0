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

/** Money in major units with its places, without the sign of the currency. */
export function amountText(field: DataField, value: Money, language: LanguageId): string {
  const scale = scaleOf(field);
  const number = toNumber(decimalFromMinorUnits(value.amount, scale));
  return formatNumber(number, { minimumFractionDigits: scale, maximumFractionDigits: scale }, language);
}

/** Gives the name of what a field holds by id. */
type NameOf = (id: string) => string;

/** A value as it is read, not edited. Without `nameOf` what is held by id of things outside of the form is only counted. */
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

/** Whether its text is the id of something, and not what is to be read. */
function holdsIds({ type }: DataField): boolean {
  return !['text', 'multiline', 'time'].includes(type);
}

/** The text of one of the field's own options. */
function ownText(field: DataField, id: string, language: LanguageId): string | undefined {
  const option = 'options' in field ? field.options?.find((one) => one.id === id) : undefined;
  return option && textOf(option.text, language);
}

/** As `valueText`, with the unit or the currency where the language writes it. */
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

/** What stands behind a field's label: the unit or the sign of the currency. */
export function unitOf(field: DataField, language: LanguageId): string {
  if (field.type === 'number') return textOf(field.unit, language);
  return field.type === 'money' ? currencySign(currencyOf(field)) : '';
}

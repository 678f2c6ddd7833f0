import type { LanguageId, ShippedLanguageId } from '../contracts/constants.ts';
import { isShipped, language, localeOf, shippedLanguage } from './language.ts';

/** An amount in the API format: whole minor units (cents) and an ISO 4217 code. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a formatter costs more than a hundred uses of it. */
function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** `1,234.5`, `1 234,5`: with the separators of the language. */
export function formatNumber(
  value: number,
  options: Intl.NumberFormatOptions = {},
  id: LanguageId = language.value,
): string {
  return formatOf(localeOf(id), { maximumFractionDigits: 20, ...options }).format(value);
}

/** `€1,250.00`, `1250,00 €`. */
export function formatMoney({ amount, currency }: Money, id: LanguageId = language.value): string {
  const format = formatOf(localeOf(id), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.format(amount / 10 ** minorDigits(currency));
}

/** `€`, `kr`: the usual sign of a currency, otherwise its code. */
export function currencySign(currency: string): string {
  const format = formatOf('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Number of decimals of a currency: 2 for EUR, 0 for JPY. */
export function minorDigits(currency: string): number {
  return formatOf('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** A number as editable text: the decimal separator of the language, no grouping. */
export function formatNumberInput(value: number, id: LanguageId = language.value, digits?: number): string {
  const fraction =
    digits === undefined
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatOf(localeOf(id), { useGrouping: false, ...fraction })
    .format(value)
    .replace('−', '-');
}

/**
 * Parses a typed number; undefined if invalid. Spaces and the language's grouping separator are ignored; both comma and
 * point are accepted as decimal separator where they cannot be grouping.
 */
export function parseNumberInput(text: string, id: LanguageId = language.value): number | undefined {
  const compact = text.replace(/[\s\u00a0\u202f\u2009']/g, '').replace('−', '-');
  const plain = groupsByComma(id) ? withoutGroups(compact) : compact.replace(',', '.');
  return /^[-+]?(\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

function groupsByComma(id: LanguageId): boolean {
  if (isShipped(id)) return id === 'en' || id === 'zh';
  const parts = formatOf(localeOf(id), { useGrouping: true }).formatToParts(1_234_567);
  return parts.some(({ type, value }) => type === 'group' && value === ',');
}

function withoutGroups(text: string): string {
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '');
  // "12,5" cannot be grouping, so the comma is decimal.
  return /^[-+]?\d*,\d{1,2}$/.test(text) ? text.replace(',', '.') : text;
}

const FILE_UNITS: Readonly<Record<ShippedLanguageId, readonly string[]>> = {
  en: ['B', 'kB', 'MB', 'GB'],
  et: ['B', 'kB', 'MB', 'GB'],
  ru: ['Б', 'кБ', 'МБ', 'ГБ'],
  zh: ['B', 'kB', 'MB', 'GB'],
};

/** `12.5 MB`, `412 kB`. */
export function formatFileSize(bytes: number, id: LanguageId = language.value): string {
  const unit = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = formatNumber(bytes / 1000 ** unit, { maximumFractionDigits: unit > 1 ? 1 : 0 }, id);
  return `${value}\u00a0${FILE_UNITS[shippedLanguage(id)][unit]}`;
}

/** Compares names in the language's sort order: digits as numbers, case and accents last. */
export function compareTexts(left: string, right: string, id: LanguageId = language.value): number {
  return collator(id).compare(left, right);
}

const collators = new Map<LanguageId, Intl.Collator>();

function collator(id: LanguageId): Intl.Collator {
  let found = collators.get(id);
  if (!found) {
    found = new Intl.Collator(localeOf(id), { numeric: true });
    collators.set(id, found);
  }
  return found;
}

import { isKnownExtension } from '../../contracts/file-kinds.ts';
import type { Texts } from '../definition.ts';
import { TEXT_MAX_LENGTH } from '../field-values.ts';
import { type Carrier, type Draft, listIn, numberIn, scalarText, textIn } from './carrier.ts';
import { dayOf } from './logic.ts';
import { cleaned, type Place } from './report.ts';

/** Conversions of one field that both converters use. */

/** Equal widths by the number of fields side by side. */
export const ROW_WIDTHS: Readonly<Record<number, number>> = { 1: 12, 2: 6, 3: 4 };
const WIDTHS = [3, 4, 5, 6, 7, 8, 12] as const;
const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'svg'];
const OUTCOMES_MAX = 12;

/** Returns the nearest allowed width. */
export function snapped(width: number): number {
  return WIDTHS.reduce<number>((best, next) => (Math.abs(next - width) < Math.abs(best - width) ? next : best), 12);
}

/** Derives a label from the key if the source has none. */
export function labelOr(carrier: Carrier, key: string, place: Place): Texts {
  const words = key
    .slice(0, 100)
    .split('.')
    .at(-1)!
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\W]+/g, ' ')
    .trim()
    .toLowerCase();
  const text = words === '' ? 'Field' : `${words[0]?.toUpperCase()}${words.slice(1)}`;
  carrier.report.note(place, 'label.made', text);
  return carrier.texts(cleaned(text));
}

/** Converts a default value if the field can hold it. */
export function defaultIn(
  carrier: Carrier,
  node: Draft,
  value: unknown,
  options: ReadonlyMap<string, string> | null,
  place: Place,
): void {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return;
  const found = defaultOf(node, value, options);
  if (found !== undefined) node.default = found;
  else if (!(node.type === 'checkbox' && value === false)) {
    carrier.report.note(place, 'default.dropped', scalarText(value) ?? JSON.stringify(value)?.slice(0, 200) ?? '');
  }
}

function defaultOf(node: Draft, value: unknown, options: ReadonlyMap<string, string> | null): unknown {
  const text = scalarText(value);
  switch (node.type) {
    case 'text':
    case 'multiline':
      return text !== null && text.length <= TEXT_MAX_LENGTH ? cleaned(text) || undefined : undefined;
    case 'number':
    case 'money':
      return numberIn(value);
    case 'checkbox':
      return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
    case 'radio':
    case 'dropdown':
      return text === null ? undefined : options?.get(text);
    case 'multiSelect': {
      const ids = listIn(value).map((entry) => options?.get(scalarText(entry) ?? ''));
      return ids.length > 0 && ids.length <= 200 && ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;
    }
    case 'tags': {
      const list = Array.isArray(value) ? value.map((entry) => textIn(entry)) : textIn(value).split(',');
      const tags = [...new Set(list.map((tag) => cleaned(tag).trim()))].filter((tag) => tag !== '');
      return tags.length > 0 && tags.length <= 20 && tags.every((tag) => tag.length <= 100) ? tags : undefined;
    }
    case 'date':
      return dayOf(textIn(value)) ?? undefined;
    case 'time':
      return /^((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d)?$/.exec(textIn(value))?.[1];
    case 'dateTime':
      return /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})/.exec(textIn(value))?.[1];
    default:
      return undefined;
  }
}

/** Converts `.pdf, image/*` to file extensions; notes extensions that no upload may have. */
export function acceptOf(carrier: Carrier, node: Draft, accept: unknown, isMany: boolean, place: Place): void {
  if (!isMany) node.maxFiles = 1;
  const parts = textIn(accept)
    .slice(0, 2000)
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (parts.length === 0 || parts.includes('*') || parts.includes('*.*') || parts.includes('*/*')) return;
  const ends = parts.flatMap((part) => {
    if (part === 'image/*') return IMAGES;
    return [part.slice(Math.max(part.lastIndexOf('.'), part.lastIndexOf('/')) + 1)];
  });
  const known = [...new Set(ends)].filter(isKnownExtension);
  const strange = ends.filter((end) => !isKnownExtension(end));
  if (strange.length > 0) carrier.report.note(place, 'rule.dropped', `accept ${strange.slice(0, 10).join(', ')}`);
  if (known.length > 0) node.accept = known.slice(0, 40);
}

/** Converts a button that completes the form. */
export function outcomeIn(
  carrier: Carrier,
  { label, wanted, style }: { readonly label: Texts | undefined; readonly wanted: string; readonly style: string },
  place: Place,
): void {
  const { outcomes, report } = carrier;
  if (outcomes.length >= OUTCOMES_MAX) {
    report.note(place, 'limit.reached', `${OUTCOMES_MAX}`);
    return;
  }
  const outcome = {
    id: carrier.id(wanted || 'submit'),
    label: label ?? carrier.texts('Submit'),
    style: style || (outcomes.length === 0 ? 'primary' : 'neutral'),
  };
  outcomes.push(outcome);
  carrier.origins.set(outcome, place);
}

/** Converts a pattern to the supported syntax; in form-js a partial match is enough. */
export function patternOf(source: string, isPart: boolean): string {
  // Letters that need no backslash must not have one.
  const plain = source.slice(0, 1000).replace(/\\([\s\S])|(\[)|(\])/g, unescaping());
  if (!isPart) return plain;
  if (plain.includes('|')) return `.*(?:${plain}).*`;
  return `${plain.startsWith('^') ? '' : '.*'}${plain}${plain.endsWith('$') ? '' : '.*'}`;
}

function unescaping(): (whole: string, sign?: string, open?: string, close?: string) => string {
  let isSet = false;
  return (whole, sign, open, close) => {
    if (open) isSet = true;
    if (close) isSet = false;
    if (sign === undefined || /[\w^$\\.*+?()[\]{}|/]/.test(sign)) return whole;
    return isSet && sign === '-' ? whole : sign;
  };
}

import { FUNCTIONS, type FunctionName, isRepeating, type Texts } from '../../../../shared/forms/index.ts';
import type { ScopeField } from '../conditions/scope.ts';
import { SIGNATURES } from './functions.ts';

const KEYWORDS = [
  'if',
  'then',
  'else',
  'and',
  'or',
  'between',
  'in',
  'for',
  'return',
  'some',
  'every',
  'satisfies',
  'true',
  'false',
  'null',
] as const;

const DAY_PARTS = ['year', 'month', 'day', 'weekday'] as const;
const TIME_PARTS = ['hour', 'minute', 'second'] as const;
const PERIOD_PARTS = ['from', 'to'] as const;
type ValuePart = (typeof DAY_PARTS)[number] | (typeof TIME_PARTS)[number] | (typeof PERIOD_PARTS)[number];

export type Suggestion =
  | { readonly kind: 'field'; readonly insert: string; readonly texts: Texts }
  | { readonly kind: 'function'; readonly insert: string; readonly name: FunctionName; readonly signature: string }
  | { readonly kind: 'keyword'; readonly insert: string; readonly name: (typeof KEYWORDS)[number] }
  | { readonly kind: 'part'; readonly insert: string; readonly name: ValuePart };

export interface Completion {
  /** Range of the text that the suggestion replaces. */
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly Suggestion[];
}

const MOST = 40;
const NAMES = Object.keys(FUNCTIONS) as FunctionName[];

/**
 * Suggestions at the caret: fields, functions and keywords that start with the preceding text. With `isAsked`, also for an
 * empty prefix. None inside a string literal.
 */
export function completionAt(
  text: string,
  caret: number,
  fields: readonly ScopeField[],
  isAsked = false,
): Completion | null {
  const before = text.slice(0, caret);
  if (isInText(before)) return null;
  const [word = ''] = /[A-Za-z_][A-Za-z0-9_.]*$/.exec(before) ?? [];
  if (word === '' && !isAsked) return null;
  if (/^\d/.test(before.slice(0, before.length - word.length).slice(-1))) return null;
  const dot = word.lastIndexOf('.');
  if (dot >= 0) {
    const inner = partsOf(word.slice(0, dot), fields).filter(({ insert }) => begins(insert, word.slice(dot + 1)));
    return found(caret - (word.length - dot - 1), caret, inner);
  }
  const names = fields
    .filter(({ name, end }) => end === undefined && begins(name, word))
    .map(({ name, texts }): Suggestion => ({ kind: 'field', insert: name, texts }));
  const labels = fields.filter(
    ({ name, end, texts }) =>
      end === undefined &&
      word.length > 1 &&
      !begins(name, word) &&
      Object.values(texts).some((one) => begins(one, word)),
  );
  const byLabel = labels.map(({ name, texts }): Suggestion => ({ kind: 'field', insert: name, texts }));
  const words = KEYWORDS.filter((one) => begins(one, word));
  const keywords = words.map((name): Suggestion => ({ kind: 'keyword', insert: name, name }));
  const phrase = longestPhrase(before);
  const functions = NAMES.filter((name) => begins(name, word)).map(asSuggestion);
  if (phrase !== word && phrase !== '') {
    const longer = NAMES.filter((name) => begins(name, phrase)).map(asSuggestion);
    if (longer.length > 0) return found(caret - phrase.length, caret, longer);
  }
  return found(caret - word.length, caret, [...names, ...byLabel, ...functions, ...keywords]);
}

function found(from: number, to: number, suggestions: readonly Suggestion[]): Completion | null {
  return suggestions.length === 0 ? null : { from, to, suggestions: suggestions.slice(0, MOST) };
}

function asSuggestion(name: FunctionName): Suggestion {
  return { kind: 'function', insert: `${name}(`, name, signature: `${name}(${SIGNATURES[name]})` };
}

function begins(name: string, word: string): boolean {
  return name.toLowerCase().startsWith(word.toLowerCase());
}

/** The words before the caret that a function name may start with: `string l` for `string length`. */
function longestPhrase(before: string): string {
  const words = /(?:[a-z]+ )*[a-z]*$/.exec(before)?.[0].split(' ') ?? [];
  for (let from = 0; from < words.length; from += 1) {
    const phrase = words.slice(from).join(' ');
    if (phrase.trim() !== '' && NAMES.some((name) => name !== phrase && name.startsWith(phrase))) return phrase;
  }
  return '';
}

function isInText(before: string): boolean {
  return (before.replaceAll(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;
}

/** Suggestions after the dot that follows a name. */
function partsOf(name: string, fields: readonly ScopeField[]): Suggestion[] {
  if (name === 'row') {
    const cells = fields.filter(({ isInRow, end }) => isInRow && end === undefined);
    return cells.map(({ name: cell, texts }) => ({ kind: 'field', insert: cell.slice(4), texts }));
  }
  const field = fields.find((one) => one.name === name);
  if (!field) return [];
  const { node, end } = field;
  if (isRepeating(node))
    return node.columns.map(({ key, label }) => ({ kind: 'field', insert: key, texts: label }) as const);
  const parts = end
    ? DAY_PARTS
    : node.type === 'period'
      ? PERIOD_PARTS
      : node.type === 'date'
        ? DAY_PARTS
        : node.type === 'time'
          ? TIME_PARTS
          : node.type === 'dateTime'
            ? [...DAY_PARTS, ...TIME_PARTS]
            : [];
  return parts.map((part) => ({ kind: 'part', insert: part, name: part }));
}

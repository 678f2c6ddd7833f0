import type { ErrorCode, ErrorParams } from './errors.ts';

export const NAME_MAX = 200;

/** ZWNJ and ZWJ. Persian, Indic and Sinhala names need them between letters. */
const JOINER = '\\u200C\\u200D';
const JOINING =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}';
/** Viramas after which a joiner selects the form of the last letter of a word. */
const VIRAMA = '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA';

/**
 * Characters that no name needs: bidi and other controls, invisible and blank characters, private use, unassigned code
 * points.
 */
const HIDDEN = new RegExp(
  [
    // Variation selectors are part of Han and Mongolian names; all other ignorable characters except joiners are
    // refused.
    `(?<!\\p{scx=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]`,
    `(?<!\\p{scx=Mong})[\\u180B-\\u180D\\u180F]`,
    `(?![${JOINER}\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}\\u180B-\\u180D\\u180F])[\\p{Default_Ignorable_Code_Point}\\p{C}]`,
    // Symbols that are blank: Braille blank, null notehead, object replacement; and the replacement character.
    `[\\u2800\\u{1D159}\\uFFFC\\uFFFD]`,
    `[${JOINER}](?=[${JOINER}])`,
    `(?<![${JOINING}])[${JOINER}]`,
    `(?<![${VIRAMA}])[${JOINER}](?![${JOINING}])`,
  ].join('|'),
  'u',
);
/** Combining marks without a letter, or too many of them. Only Burmese writes more than three after a letter. */
const LOOSE_MARKS = /(?:^| )\p{M}|(?:(?!\p{scx=Mymr})\p{M}){4}|\p{M}{7}/u;
/** Scripts with similar letters. */
const LIKE_LATIN = ['Latn', 'Cyrl', 'Grek', 'Armn', 'Copt', 'Cher', 'Lisu'].map(
  (script) => new RegExp(`\\p{sc=${script}}`, 'u'),
);

/** Stored form of a name: composed (NFC), with single spaces. */
export const cleanName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/\p{White_Space}+/gu, ' ')
    .replaceAll(/^ | $/g, '');

/**
 * Whether a name shows everything it contains: no bidi controls, no invisible characters, no stacked marks, and no word
 * mixing Latin letters with those of a similar script. `name` as returned by `cleanName`.
 */
export function isPlainName(name: string): boolean {
  if (HIDDEN.test(name) || LOOSE_MARKS.test(name)) return false;
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.every((word) => LIKE_LATIN.filter((letters) => letters.test(word)).length < 2);
}

export interface NameFault {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

/** Error of a displayed name; `name` as returned by `cleanName`. */
export function nameFault(name: string, max = NAME_MAX): NameFault | undefined {
  if (name === '') return { code: 'field.required' };
  if (name.length > max) return { code: 'field.too_long', params: { max } };
  return isPlainName(name) ? undefined : { code: 'field.name' };
}

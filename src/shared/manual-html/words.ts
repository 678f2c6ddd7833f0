/** A character that is read as a word of its own, or letters and digits up to white space. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}’'.-])+/gu;
const SAYS = /[\p{L}\p{N}]/u;

/** How many words a text has; of Chinese and Japanese, how many characters. */
export function countWords(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(WORD)) if (SAYS.test(word)) words += 1;
  return words;
}

/**
 * Words (of Chinese: characters) a minute that people read of texts like these, as measured for the IReST texts; Estonian is
 * read like Finnish.
 */
const PACE: Readonly<Record<string, number>> = {
  en: 228,
  et: 161,
  fi: 161,
  ru: 184,
  zh: 255,
  de: 179,
  fr: 195,
  ja: 193,
};
const PACE_ELSEWHERE = 184;

/** Minutes to read so many words in a language; at least one where there is something to read. */
export function readingMinutes(words: number, languageId: string): number {
  return Math.ceil(words / (PACE[languageId.split('-')[0]!.toLowerCase()] ?? PACE_ELSEWHERE));
}

/** A character that counts as a word, or letters and digits up to white space. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}’'.-])+/gu;
const SAYS = /[\p{L}\p{N}]/u;

/** Number of words in a text; for Chinese and Japanese, characters. */
export function countWords(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(WORD)) if (SAYS.test(word)) words += 1;
  return words;
}

/**
 * Reading speed in words (for Chinese: characters) per minute, as measured for the IReST texts; Estonian is read like
 * Finnish.
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

/** Reading time in minutes; at least one if there is anything to read. */
export function readingMinutes(words: number, languageId: string): number {
  return Math.ceil(words / (PACE[languageId.split('-')[0]!.toLowerCase()] ?? PACE_ELSEWHERE));
}

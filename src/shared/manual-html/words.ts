/** A character that counts as a word, or letters and digits up to white space. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}’'.-])+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Number of words in a text; for Chinese and Japanese, characters. */
export function countWords(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(WORD)) if (LETTER_OR_DIGIT.test(word)) words += 1;
  return words;
}

/**
 * Reading speed in words (for Chinese: characters) per minute, as measured for the IReST texts; Estonian is read like
 * Finnish.
 */
const WORDS_PER_MINUTE: Readonly<Record<string, number>> = {
  en: 228,
  et: 161,
  fi: 161,
  ru: 184,
  zh: 255,
  de: 179,
  fr: 195,
  ja: 193,
};
const DEFAULT_WORDS_PER_MINUTE = 184;

/** Reading time in minutes; at least one if there is anything to read. */
export function readingMinutes(words: number, languageId: string): number {
  return Math.ceil(words / (WORDS_PER_MINUTE[languageId.split('-')[0]!.toLowerCase()] ?? DEFAULT_WORDS_PER_MINUTE));
}

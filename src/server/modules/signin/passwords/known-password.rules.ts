/** Characters that a password needs beside a known word: as many as the shortest password has. */
const OWN_PART_MIN = 8;
/** Shorter names and words occur in passwords by chance. */
const CONTEXT_MIN = 4;

/** Digits and symbols that replace letters; `1` and `!` replace two of them. */
const SPELLINGS: readonly Readonly<Record<string, string>>[] = [
  { '0': 'o', '1': 'i', '!': 'i', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't' },
  { '0': 'o', '1': 'l', '!': 'l', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't' },
];

/** The form in which passwords and words are compared: in lower case, without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const lengthOf = (text: string): number => [...text].length;
const isLetter = (character: string): boolean => /\p{L}/u.test(character);
const isLetterOrDigit = (character: string): boolean => /[\p{L}\p{Nd}]/u.test(character);

/**
 * Returns the words of names, usernames and addresses that a password must not consist of. Of an address only the part
 * before the @ counts.
 */
export function contextWords(texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => plain((text ?? '').split('@')[0]!).split(/[^\p{L}\p{Nd}]+/u));
  const long = words.filter((word) => lengthOf(word) >= CONTEXT_MIN);
  return [...new Set(long)].sort((a, b) => b.length - a.length);
}

/**
 * Whether a password is easy to guess: a known one, also with replaced letters and with digits or symbols around it, or
 * words of its context with little else.
 */
export function isEasyToGuess(password: string, known: ReadonlySet<string>, context: readonly string[]): boolean {
  const text = plain(password);
  const length = lengthOf(text);
  const isKnown = cores(text).some(
    (core) => length - lengthOf(core) < OWN_PART_MIN && spellings(core).some((word) => known.has(word)),
  );
  return isKnown || spellings(text).some((spelt) => consistsOf(spelt, context));
}

const spellings = (text: string): string[] => [
  text,
  ...SPELLINGS.map((letters) => [...text].map((character) => letters[character] ?? character).join('')),
];

/** The password without symbols, and without digits, at its ends. */
function cores(text: string): string[] {
  const characters = [...text];
  const between = (belongs: (character: string) => boolean, from = characters.findIndex(belongs)) =>
    from < 0 ? '' : characters.slice(from, characters.findLastIndex(belongs) + 1).join('');
  const found = [text, between(isLetterOrDigit), between(isLetterOrDigit, 0), between(isLetter), between(isLetter, 0)];
  return [...new Set(found)].filter((core) => core !== '');
}

function consistsOf(text: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && lengthOf(rest) < OWN_PART_MIN;
}

/** Position of a mention being typed. */
export interface MentionPlace {
  /** Index of the `@`. */
  readonly from: number;
  readonly to: number;
  /** Part of the name typed so far. */
  readonly q: string;
}

/** An `@` at the beginning of a word, then at most two words of a name. Excludes addresses such as a@b. */
const MENTION = /(?:^|[\s(])@([\p{L}\p{N}][\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)?$/u;

/** The mention being typed before the caret. */
export function mentionAt(text: string, caret: number): MentionPlace | null {
  const found = MENTION.exec(text.slice(0, caret));
  if (!found) return null;
  const q = found[1] ?? '';
  return { from: caret - q.length - 1, to: caret, q };
}

/** The text with the mention completed, and the new caret position. */
export function withMention(text: string, { from, to }: MentionPlace, name: string): { text: string; caret: number } {
  const written = `@${name} `;
  return { text: text.slice(0, from) + written + text.slice(to).replace(/^ /, ''), caret: from + written.length };
}

/** Users whose names are still in the text. */
export function mentionsLeft<Person extends { readonly key: string; readonly name: string }>(
  text: string,
  people: readonly Person[],
): Person[] {
  const unique = new Map(people.map((person) => [person.key, person]));
  return [...unique.values()].filter(({ name }) => text.includes(`@${name}`));
}

export type Part = { readonly text: string; readonly isName: boolean };

/** Splits the text at the names of `people`; longer names first, so that Ann does not match within Anna. */
export function partsOf(text: string, people: readonly { readonly name: string }[]): Part[] {
  const names = [...new Set(people.map(({ name }) => `@${name}`))].sort((a, b) => b.length - a.length);
  if (names.length === 0) return [{ text, isName: false }];
  const pattern = new RegExp(`(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isName: names.includes(part) }));
}

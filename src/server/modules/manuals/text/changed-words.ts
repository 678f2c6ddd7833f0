import { describeManualHtml } from './describe.ts';

/** Counts the words in sections of a text that are not identical in the earlier one. */
export function changedWords(before: string, after: string): number {
  const known = new Set(describeManualHtml(before).sections.map(({ html }) => html));
  const changed = describeManualHtml(after).sections.filter(({ html }) => !known.has(html));
  return changed.reduce((sum, { words }) => sum + words, 0);
}

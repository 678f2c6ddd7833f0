import { describeManualHtml } from './describe.ts';

/** Words of the sections of a text that are not word for word in the one before it. */
export function changedWords(before: string, after: string): number {
  const known = new Set(describeManualHtml(before).sections.map(({ html }) => html));
  const changed = describeManualHtml(after).sections.filter(({ html }) => !known.has(html));
  return changed.reduce((sum, { words }) => sum + words, 0);
}

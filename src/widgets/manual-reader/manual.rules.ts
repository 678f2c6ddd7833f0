import type { ManualDifference, ManualSection, ManualText, Reading } from '../../shared/contracts/manuals.contract.ts';

/** Why a reading cannot be confirmed yet. */
export type Missing = 'text' | 'changes' | 'attachments';

/** Visible range of a text: fractions from 0 to 1, by words. */
export interface Seen {
  readonly from: number;
  readonly to: number;
}

/**
 * Furthest position read, from the previous one and the visible range. Skipped parts do not count: a part counts only
 * when everything before it does.
 */
export function reachedBy(reached: number, { from, to }: Seen): number {
  // Up to one screen may be skipped at once, so that paging loses nothing to rounding.
  return from - reached <= to - from ? Math.max(reached, to) : reached;
}

/** The text counts as read from here on: rounding of heights must not prevent a confirmation. */
export const END = 0.998;

/** How far a reading has come. */
export interface ReadingState {
  readonly text: Pick<ManualText, 'requireScroll' | 'attachments'>;
  readonly reading: Pick<Reading, 'scrolled' | 'asks'>;
  readonly reached: number;
  /** Null while the changes are not shown. */
  readonly changes: { readonly read: number; readonly all: number } | null;
  readonly opened: ReadonlySet<string>;
}

/** Whether the required parts have been on screen (MAN-07). */
export function isThrough({ text, reading, reached, changes }: Omit<ReadingState, 'opened'>): boolean {
  if (!text.requireScroll || reading.scrolled || reached >= END) return true;
  return reading.asks === 'changes' && changes !== null && changes.read >= changes.all;
}

/** Required attachments that have not been opened. */
export function unopened({ text, opened }: Pick<ReadingState, 'text' | 'opened'>) {
  return text.attachments.filter(({ id, required }) => required && !opened.has(id));
}

/** What is missing before the confirmation; null if nothing is. */
export function missingOf(state: ReadingState): Missing | null {
  if (!isThrough(state)) return state.changes && state.reading.asks === 'changes' ? 'changes' : 'text';
  return unopened(state).length > 0 ? 'attachments' : null;
}

/** `1`, `1.2`, … for each heading; none if the author wrote numbers. */
export function numbersOf(sections: readonly Pick<ManualSection, 'level' | 'title'>[]): readonly string[] {
  const headings = sections.filter(({ level }) => level > 0);
  if (headings.some(({ title }) => /^\d+([.)]|\s)/.test(title))) return sections.map(() => '');
  const top = Math.min(...headings.map(({ level }) => level));
  const counts: number[] = [];
  return sections.map(({ level }) => {
    if (level === 0) return '';
    const depth = level - top;
    counts.length = depth + 1;
    for (let at = 0; at < depth; at += 1) counts[at] ??= 1;
    counts[depth] = (counts[depth] ?? 0) + 1;
    return counts.join('.');
  });
}

/** Ids of sections with changed, added or removed content. */
export function changedSections(
  difference: Pick<ManualDifference, 'blocks'>,
  sections: readonly Pick<ManualSection, 'id'>[],
): ReadonlySet<string> {
  const ids = new Set(sections.map(({ id }) => id));
  const changed = new Set<string>();
  let section = sections[0]?.id ?? '';
  for (const { id, kind } of difference.blocks) {
    if (ids.has(id)) section = id;
    if (kind !== 'same') changed.add(section);
  }
  return changed;
}

const SHAPES = { overdue: 'overdue', notDue: 'notdue', cancelled: 'cancelled', read: 'read' } as const;
/** Icon shape for the colour of a reading (MAN-03). */
export const shapeOf = ({ color }: Pick<Reading, 'color'>) => SHAPES[color];

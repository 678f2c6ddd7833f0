import type { HelpBlock, HelpLine, HelpPage } from '../../shared/contracts/help-page.ts';

export interface HelpHit {
  readonly page: HelpPage;
  /** The first line that contains one of the words; the page's first line if only the title does. */
  readonly line: string;
}

/** Returns the pages that contain all words of a query, those whose title is the query first, then those with a word in the title. */
export function findHelp(pages: readonly HelpPage[], query: string, language: string): readonly HelpHit[] {
  const low = (text: string) => text.toLocaleLowerCase(language);
  const words = low(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = pages.flatMap((page) => {
    const lines = page.blocks.flatMap(linesOf);
    const whole = low([page.title, ...lines].join('\n'));
    if (!words.every((word) => whole.includes(word))) return [];
    const line = lines.find((one) => words.some((word) => low(one).includes(word))) ?? lines[0] ?? '';
    const title = low(page.title);
    const rank = title === words.join(' ') ? 2 : words.some((word) => title.includes(word)) ? 1 : 0;
    return [{ page, line, rank }];
  });
  return hits.toSorted((a, b) => b.rank - a.rank);
}

/** The lines of a block as plain text. */
export function linesOf(block: HelpBlock): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [block.text];
    case 'paragraph':
      return [textOf(block.line)];
    case 'list':
      return block.items.map(textOf);
    case 'table':
      return block.rows.map((row) => row.map(textOf).join(': '));
  }
}

const textOf = (line: HelpLine) => line.map((span) => (typeof span === 'string' ? span : span.text)).join('');

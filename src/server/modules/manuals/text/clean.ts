import { blocksOf } from './blocks.ts';
import { settleIds } from './ids.ts';
import { parseHtml } from './parse.ts';
import { printBlock } from './print-html.ts';
import { REMOVED, type Removed } from './removed.ts';

/**
 * Returns the html of a manual as it is stored: only what `shared/manual-html/allowed.ts` allows, with an id on each top
 * block, item and row, in canonical form, so that cleaning it again changes nothing. `removed` lists the content that an
 * author may miss; `importMessages` has its texts.
 */
export function cleanManualHtml(html: string): { html: string; removed: Removed[] } {
  const removed = new Set<Removed>();
  const blocks = blocksOf(parseHtml(html), { removed, depth: 0 });
  settleIds(blocks);
  return {
    html: blocks.map((block) => printBlock(block)).join(''),
    removed: REMOVED.filter((one) => removed.has(one)),
  };
}

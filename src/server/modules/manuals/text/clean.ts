import { blocksOf } from './blocks.ts';
import { settleIds } from './ids.ts';
import { parseHtml } from './parse.ts';
import { printBlock } from './print-html.ts';
import { REMOVED, type Removed } from './removed.ts';

/**
 * The html of a manual as it is stored: only what `shared/manual-html/allowed.ts` names, each top block, item and row with an
 * id, written in one way, so that cleaning it again changes nothing. `removed` says what of the given html an author may
 * miss; `importMessages` has the words for it.
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

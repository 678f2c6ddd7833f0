import type { ManualText } from '../../../shared/contracts/manuals.contract.ts';
import { manualFragment, manualPictures } from '../../../shared/manual-html/index.ts';
import type { Display } from './drawing.ts';

/** Tables with more columns may be wider than the paper: their frame scrolls, also by key. */
const WIDE_COLUMNS = 4;

/** Makes parts of a text into nodes. `follow` goes to a block; `release` lets the pictures go. */
export function displayOf(
  { manualId }: ManualText,
  follow: (blockId: string) => void,
): { readonly display: Display; readonly release: () => void } {
  const { picture, close } = manualPictures(manualId);
  return {
    display(html) {
      const nodes = manualFragment(html, { picture, follow });
      for (const table of nodes.querySelectorAll('table')) {
        const frame = document.createElement('div');
        frame.className = 'wide';
        if ((table.querySelector('tr')?.cells.length ?? 0) > WIDE_COLUMNS) frame.tabIndex = 0;
        table.replaceWith(frame);
        frame.append(table);
      }
      return nodes;
    },
    release: close,
  };
}

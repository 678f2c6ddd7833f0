import type { ManualText } from '../../../shared/contracts/manuals.contract.ts';
import { manualFragment, manualPictures } from '../../../shared/manual-html/index.ts';
import type { Display } from './drawing.ts';

/** Tables with more columns can be wider than the paper: their frame scrolls, also by keyboard. */
const WIDE_COLUMNS = 4;

/** Converts HTML of a text to nodes. `follow` goes to a block; `release` revokes the images. */
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

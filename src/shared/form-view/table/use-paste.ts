import type { ClipboardEvent } from 'react';
import type { TableState } from '../../forms/index.ts';
import { dismissSnack, showSnack } from '../../ui/snackbar.ts';
import { useForm } from '../form-context.ts';
import { valuesOf } from '../use-rows.ts';
import { pasteBlock, readBlock } from './paste.ts';

const UNDO_MS = 10_000;
const NAMED = 3;

/** Gives what takes a block of cells from the clipboard into the table; false for what is no block, which the browser pastes. */
export function usePaste(state: TableState, say: (text: string) => void) {
  const { t, language } = useForm();
  return (event: ClipboardEvent<HTMLElement>, place: { readonly rowId: string; readonly column: string }): boolean => {
    const text = event.clipboardData.getData('text/plain');
    const block = readBlock(text);
    // Lines pasted into a box of several lines are its text.
    const isText = (event.target as HTMLElement).matches('textarea') && !text.includes('\t');
    if (!block || isText) return false;
    const before = state.rows.peek().map(valuesOf);
    const yes = [t('yes'), 'yes', 'true', 'x', '1', '✓'];
    const { filled, unread, over } = pasteBlock(state, place, block, language, yes);
    const names = unread.slice(0, NAMED).map((one) => `“${one.slice(0, 40)}”`);
    const told = [
      t('paste.filled', { count: filled }),
      unread.length > 0 ? t('paste.unread', { count: unread.length, list: names.join(', ') }) : '',
      over > 0 ? t('paste.over', { count: over }) : '',
    ];
    const message = told.filter(Boolean).join(' ');
    say(message);
    const snack = showSnack({
      text: message,
      color: unread.length + over > 0 ? 'red' : 'inverse',
      timeout: UNDO_MS,
      action: {
        label: t('table.undo'),
        onSelect: () => {
          dismissSnack(snack);
          state.setRows(before);
        },
      },
    });
    return true;
  };
}

import type { ClipboardEvent } from 'react';
import { UNDO_MS } from '../../contracts/constants.ts';
import type { TableState } from '../../forms/index.ts';
import { dismissSnack, showSnack } from '../../ui/snackbar.ts';
import { createChooser } from '../choose-by-text.ts';
import { type FormText, useForm } from '../form-context.ts';
import { valuesOf } from '../use-rows.ts';
import { type Pasted, pasteBlock, pasteChoices, readBlock } from './paste.ts';

const NAMED = 3;

type PasteSummary = Omit<Pasted, 'later'>;

/** Shows a snackbar about a paste, with undo; returns its text. */
function showPasteSnack(t: FormText, { filled, unread, over }: PasteSummary, undo: () => void): string {
  const list = unread.slice(0, NAMED).map((one) => `“${one.slice(0, 40)}”`);
  const sentences = [
    t('paste.filled', { count: filled }),
    unread.length > 0 ? t('paste.unread', { count: unread.length, list: list.join(', ') }) : '',
    over > 0 ? t('paste.over', { count: over }) : '',
  ];
  const text = sentences.filter(Boolean).join(' ');
  const onSelect = () => {
    dismissSnack(snack);
    undo();
  };
  const color = unread.length + over > 0 ? 'red' : 'inverse';
  const snack = showSnack({ text, color, timeout: UNDO_MS, action: { label: t('table.undo'), onSelect } });
  return text;
}

/**
 * Returns the handler that pastes a block of cells into the table; false if it is not a block, so that the browser
 * pastes it.
 */
export function usePaste(state: TableState, announce: (text: string) => void) {
  const { t, language, services, names } = useForm();
  return (event: ClipboardEvent<HTMLElement>, place: { readonly rowId: string; readonly column: string }): boolean => {
    const text = event.clipboardData.getData('text/plain');
    const block = readBlock(text);
    // Lines pasted into a multi-line input are its text.
    const isText = (event.target as HTMLElement).matches('textarea') && !text.includes('\t');
    if (!block || isText) return false;
    const before = state.rows.peek().map(valuesOf);
    const yes = [t('yes'), 'yes', 'true', 'x', '1', '✓'];
    const { filled, unread, over, later } = pasteBlock(state, place, block, language, yes);
    const undo = () => state.setRows(before);
    const report = (unknown: readonly string[]) => {
      const pasted = { filled: filled + later.length - unknown.length, unread: [...unread, ...unknown], over };
      announce(showPasteSnack(t, pasted, undo));
    };
    if (later.length === 0) report([]);
    else void pasteChoices(later, createChooser({ services, names, language })).then(report);
    return true;
  };
}

import { call } from '../../../shared/api/index.ts';
import { onLive } from '../../../shared/api/live.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { undoHeld } from '../../../shared/contracts/held.contract.ts';
import { translate } from '../../../shared/locale/index.ts';
import { onPersonLeft } from '../../../shared/page/person.ts';
import { dismissSnack, showSnack } from '../../../shared/ui/snackbar.ts';
import { undoMessages } from './undo.messages.ts';

export interface HeldCompletion {
  readonly taskId: string;
  readonly name: string;
  readonly held: { readonly id: string; readonly until: string };
  /** After the task is open again. */
  readonly onUndone: () => void;
}

/** The server may look some seconds late, and an event may be on its way a little longer. */
const LATE_MS = 60_000;
let shown: string | undefined;

/**
 * Tells that a task is completed, with the way to undo it while there is one. It is told by the page, not by the element:
 * whoever has gone on elsewhere still hears what the server could not carry out in the end.
 */
export function tellHeldCompletion({ taskId, name, held, onUndone }: HeldCompletion): void {
  const left = Date.parse(held.until) - Date.now();
  // Several tasks in a row: the newest one can be undone from here, every one from its own page.
  if (shown) dismissSnack(shown);
  shown = showSnack({
    text: translate(undoMessages, 'completed'),
    timeout: Math.max(left, 1000),
    action: { label: translate(undoMessages, 'undo'), onSelect: () => void undoCompletion(held.id, onUndone) },
  });
  const off = onLive(['task.refused'], ({ data }) => {
    if (data.taskId !== taskId) return;
    showSnack({ text: translate(undoMessages, 'refused', { task: name }), color: 'red', timeout: 0 });
    stop();
    onUndone();
  });
  const offPerson = onPersonLeft(() => stop());
  const timer = setTimeout(() => stop(), left + LATE_MS);
  const stop = () => {
    clearTimeout(timer);
    off();
    offPerson();
  };
}

/** Takes a completion back; says why when that is not possible any more. */
export async function undoCompletion(heldId: string, onUndone: () => void): Promise<void> {
  try {
    await call(undoHeld, { params: { id: heldId } });
    showSnack(translate(undoMessages, 'reopened'));
    onUndone();
  } catch (error) {
    showSnack({ text: problemText(error), color: 'red' });
  }
}

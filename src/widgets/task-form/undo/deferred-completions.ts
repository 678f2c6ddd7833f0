import { call } from '../../../shared/api/index.ts';
import { onLive } from '../../../shared/api/live.ts';
import { undoDeferred } from '../../../shared/contracts/deferred-actions.contract.ts';
import { translate } from '../../../shared/locale/index.ts';
import { onPersonLeft } from '../../../shared/page/person.ts';
import { dismissSnack, showSnack } from '../../../shared/ui/snackbar.ts';
import { tellProblem } from '../../../shared/ui/tell-problem.ts';
import { undoMessages } from './undo.messages.ts';

export interface DeferredCompletion {
  readonly taskId: string;
  readonly name: string;
  readonly held: { readonly id: string; readonly until: string };
  /** After the task is open again. */
  readonly onUndone: () => void;
}

/** The server may look some seconds late, and an event may be on its way a little longer. */
const LATE_MS = 60_000;
/** Completions that can still be undone, the newest last. */
let waiting: readonly DeferredCompletion[] = [];
let shown: string | undefined;
onPersonLeft(() => {
  waiting = [];
});

/**
 * Tells that a task is completed, with the way to undo it while there is one. Of several in a row the newest is undone first,
 * then the one before it; every one from its own page too. It is told by the page, not by the element:
 * whoever has gone on elsewhere still hears what the server could not carry out in the end.
 */
export function announceDeferredCompletion(completion: DeferredCompletion): void {
  const { taskId, name, onUndone } = completion;
  waiting = [...waiting, completion];
  offerUndo();
  const off = onLive(['task.refused'], ({ data }) => {
    if (data.taskId !== taskId) return;
    showSnack({ text: translate(undoMessages, 'refused', { task: name }), color: 'red', timeout: 0 });
    stop();
    onUndone();
  });
  const offPerson = onPersonLeft(() => stop());
  const timer = setTimeout(() => stop(), leftOf(completion) + LATE_MS);
  const stop = () => {
    clearTimeout(timer);
    off();
    offPerson();
  };
}

/** Takes a completion back; says why when that is not possible any more. */
export async function undoCompletion(heldId: string, onUndone: () => void): Promise<void> {
  waiting = waiting.filter(({ held }) => held.id !== heldId);
  try {
    await call(undoDeferred, { params: { id: heldId } });
    // The task is on the screen again; the one before it must not wait until that was told.
    if (!offerUndo()) showSnack(translate(undoMessages, 'reopened'));
    onUndone();
  } catch (error) {
    tellProblem(error);
    offerUndo();
  }
}

/** Offers to undo the newest completion, with the name of its task. Returns false when none can be undone. */
function offerUndo(): boolean {
  if (shown) dismissSnack(shown);
  waiting = waiting.filter((one) => leftOf(one) > 0);
  const newest = waiting.at(-1);
  if (!newest) return false;
  shown = showSnack({
    text: translate(undoMessages, 'completed', { task: newest.name }),
    timeout: Math.max(leftOf(newest), 1000),
    action: {
      label: translate(undoMessages, 'undo'),
      onSelect: () => void undoCompletion(newest.held.id, newest.onUndone),
    },
  });
  return true;
}

function leftOf({ held }: DeferredCompletion): number {
  return Date.parse(held.until) - Date.now();
}

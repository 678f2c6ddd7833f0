import { call } from '../../../shared/api/index.ts';
import { onLive } from '../../../shared/api/live.ts';
import { undoDeferred } from '../../../shared/contracts/deferred-actions.contract.ts';
import { translate } from '../../../shared/locale/index.ts';
import { onPersonLeft } from '../../../shared/page/person.ts';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { dismissSnack, showSnack } from '../../../shared/ui/snackbar.ts';
import { undoMessages } from './undo.messages.ts';

export interface DeferredCompletion {
  readonly taskId: string;
  readonly name: string;
  /** Label of the outcome, if there was a choice. */
  readonly outcome?: string;
  /** Opens the next task, unless the page has opened it already. */
  readonly onNext?: () => void;
  readonly held: { readonly id: string; readonly until: string };
  /** Called after the task is open again. */
  readonly onUndone: () => void;
}

/** The server can run a deferred action seconds late, and its event can take a little longer. */
const LATE_MS = 60_000;
/** Completions that can still be undone, newest last. */
let waiting: readonly DeferredCompletion[] = [];
let shown: string | undefined;
let expiry: ReturnType<typeof setTimeout> | undefined;
onPersonLeft(() => {
  waiting = [];
});

/**
 * Announces a completed task, with undo while it is possible. Of several, the newest is undone first; each can also be
 * undone on its own page. The page announces it, not the element, so that a late failure is reported after the user has
 * moved on.
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
  const timer = setTimeout(() => stop(), remainingMs(completion) + LATE_MS);
  const stop = () => {
    clearTimeout(timer);
    off();
    offPerson();
  };
}

/** Undoes a completion; reports why if that is no longer possible. */
export async function undoCompletion(heldId: string, onUndone: () => void): Promise<void> {
  waiting = waiting.filter(({ held }) => held.id !== heldId);
  try {
    await call(undoDeferred, { params: { id: heldId } });
    // The task is open again; the offer for the previous completion must not wait for this message.
    if (!offerUndo()) showSnack(translate(undoMessages, 'reopened'));
    onUndone();
  } catch (error) {
    showProblem(error);
    offerUndo();
  }
}

/** Offers to undo the newest completion, naming its task. Returns false if none can be undone. */
function offerUndo(): boolean {
  if (shown) dismissSnack(shown);
  clearTimeout(expiry);
  waiting = waiting.filter((one) => remainingMs(one) > 0);
  const newest = waiting.at(-1);
  if (!newest) return false;
  const { name: task, outcome, onNext } = newest;
  const timeout = Math.max(remainingMs(newest), 1000);
  const id = showSnack({
    text: outcome
      ? translate(undoMessages, 'completedAs', { task, outcome })
      : translate(undoMessages, 'completed', { task }),
    timeout,
    action: {
      label: translate(undoMessages, 'undo'),
      onSelect: () => void undoCompletion(newest.held.id, newest.onUndone),
    },
    ...(onNext ? { next: { label: translate(undoMessages, 'next'), onSelect: onNext } } : {}),
  });
  shown = id;
  // Under the pointer it would offer an undo that is no longer possible.
  expiry = setTimeout(() => dismissSnack(id), timeout);
  return true;
}

function remainingMs({ held }: DeferredCompletion): number {
  return Date.parse(held.until) - Date.now();
}

import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { actOnTask } from '../../shared/contracts/tasks.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useKeyboard } from '../../shared/ui/use-keyboard.ts';
import type { InboxStore } from './inbox.store.ts';
import type { InboxText } from './inbox-text.ts';
import type { ListHandle } from './virtual-list.tsx';

/** Commands from the inbox to the open task. */
type TaskCommand = 'complete' | 'assign';

interface Props {
  readonly box: RefObject<HTMLElement | null>;
  readonly list: RefObject<ListHandle | null>;
  /** The key pressed before the shortcuts were loaded. */
  readonly early?: RefObject<KeyboardEvent | undefined>;
  readonly store: InboxStore;
  readonly open: string | null;
  readonly onOpen: (taskId: string) => void;
  readonly onHelp: () => void;
  readonly t: InboxText;
}

/** Time after which a shortcut for a task that is still loading is dropped. */
const COMMAND_WAITS_MS = 10_000;

/** Keyboard shortcuts of the inbox: active while the focus is inside it, except in text fields (TSK-17). */
export function Keys({ box, list, early, store, open, onOpen, onHelp, t }: Props): ReactNode {
  const { root } = useWidget();
  const stop = useRef<() => void>(undefined);
  const chosen = () => list.current?.current() ?? open;

  function command(name: TaskCommand) {
    const taskId = chosen();
    if (taskId === null) return;
    stop.current?.();
    if (taskId !== open) onOpen(taskId);
    stop.current = whenLoaded(root, taskId, (form) => {
      // For `complete` the form only focuses the expected outcome: no single key completes a task.
      form.dispatchEvent(new CustomEvent('verva-task-command', { detail: { command: name } }));
    });
  }

  async function claim() {
    const id = chosen();
    if (id === null) return;
    try {
      await call(actOnTask, { params: { id }, body: { action: 'claim' } });
      showSnack({ text: t('inbox.claimed') });
    } catch (error) {
      showSnack({ text: problemText(error) });
    }
    void store.refresh();
  }

  useKeyboard(
    {
      j: () => list.current?.move(1),
      k: () => list.current?.move(-1),
      e: () => command('complete'),
      a: () => command('assign'),
      c: () => void claim(),
      '/': () => root.querySelector<HTMLElement>('input[type=search]')?.focus(),
      '?': onHelp,
    },
    box,
  );
  useEffect(() => {
    if (early?.current) root.activeElement?.dispatchEvent(new KeyboardEvent('keydown', early.current));
  }, [root, early]);
  return null;
}

/** Runs `then` as soon as the task's form shows its outcomes. Returns the function that cancels it. */
function whenLoaded(root: ShadowRoot, taskId: string, then: (form: Element) => void): () => void {
  let frame = 0;
  const until = performance.now() + COMMAND_WAITS_MS;
  const look = () => {
    const form = root.querySelector(`verva-task-form[task-id="${taskId}"]`);
    const isHere = form?.shadowRoot?.querySelector('.detail-head');
    if (form && isHere) return then(form);
    if (performance.now() < until) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

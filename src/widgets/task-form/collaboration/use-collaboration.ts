import { AlarmClock, Check } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { call } from '../../../shared/api/index.ts';
import { onLive } from '../../../shared/api/live.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { formatDayAndTime } from '../../../shared/locale/index.ts';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import type { TaskStore } from '../task-form.store.ts';
import { type CollaborationStore, createCollaborationStore } from './collaboration.store.ts';
import type { HeadText } from './texts.ts';

/** Collaboration actions on the task on screen, with their snackbars. */
export interface CollaborationActions {
  readonly collaboration: CollaborationStore;
  readonly snooze: (until: Date) => Promise<void>;
  readonly wake: () => Promise<void>;
  readonly takeBack: () => Promise<void>;
  /** Announces the reminder, with undo. */
  readonly showSnoozed: (until: Date) => void;
  readonly showDone: (text: string) => void;
}

export function useCollaboration(store: TaskStore, task: TaskDetail, h: HeadText): CollaborationActions {
  const { id } = task;
  const collaboration = useMemo(() => createCollaborationStore(call, id, store.show), [id, store]);

  useEffect(
    () =>
      onLive(['comment.added', 'comment.changed'], (event) => {
        if (event.type !== 'resync' && event.data.ownerId !== id) return;
        void collaboration.refreshComments();
        // Updates the count on the tab.
        void store.refresh();
      }),
    [collaboration, store, id],
  );

  const showDone = (text: string) => void showSnack({ text, icon: Check });
  const wake = async () => {
    const error = await collaboration.wake();
    showDone(error ? problemText(error) : h('snack.awake'));
  };
  const showSnoozed = (until: Date) =>
    void showSnack({
      text: h('snack.snoozed', { date: formatDayAndTime(until) }),
      icon: AlarmClock,
      action: { label: h('snack.undo'), onSelect: () => void wake() },
    });
  return {
    collaboration,
    showDone,
    showSnoozed,
    wake,
    async snooze(until) {
      const error = await collaboration.snooze(until, false);
      if (error) showProblem(error);
      else showSnoozed(until);
    },
    async takeBack() {
      const error = await collaboration.giveBack('');
      if (error) showProblem(error);
      else showDone(h('snack.returned', { name: task.owner?.name ?? '' }));
    },
  };
}

import { AlarmClock, Check } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { call } from '../../../shared/api/index.ts';
import { onLive } from '../../../shared/api/live.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { formatDayAndTime } from '../../../shared/locale/index.ts';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { tellProblem } from '../../../shared/ui/tell-problem.ts';
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
  readonly tellSnoozed: (until: Date) => void;
  readonly tell: (text: string) => void;
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

  const tell = (text: string) => void showSnack({ text, icon: Check });
  const wake = async () => {
    const error = await collaboration.wake();
    tell(error ? problemText(error) : h('snack.awake'));
  };
  const tellSnoozed = (until: Date) =>
    void showSnack({
      text: h('snack.snoozed', { date: formatDayAndTime(until) }),
      icon: AlarmClock,
      action: { label: h('snack.undo'), onSelect: () => void wake() },
    });
  return {
    collaboration,
    tell,
    tellSnoozed,
    wake,
    async snooze(until) {
      const error = await collaboration.snooze(until, false);
      if (error) tellProblem(error);
      else tellSnoozed(until);
    },
    async takeBack() {
      const error = await collaboration.giveBack('');
      if (error) tellProblem(error);
      else tell(h('snack.returned', { name: task.owner?.name ?? '' }));
    },
  };
}

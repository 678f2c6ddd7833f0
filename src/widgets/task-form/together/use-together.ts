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
import type { HeadText } from './texts.ts';
import { createTogether, type Together } from './together.store.ts';

/** What people do with the task on screen, with what is told of it in a snackbar. */
export interface Deeds {
  readonly together: Together;
  readonly snooze: (until: Date) => Promise<void>;
  readonly wake: () => Promise<void>;
  readonly takeBack: () => Promise<void>;
  /** Says that it sleeps, with a way back. */
  readonly tellSnoozed: (until: Date) => void;
  readonly tell: (text: string) => void;
}

export function useTogether(store: TaskStore, task: TaskDetail, h: HeadText): Deeds {
  const { id } = task;
  const together = useMemo(() => createTogether(call, id, store.show), [id, store]);

  useEffect(
    () =>
      onLive(['comment.added', 'comment.changed'], (event) => {
        if (event.type !== 'resync' && event.data.ownerId !== id) return;
        void together.refreshComments();
        // The count beside the tab.
        void store.refresh();
      }),
    [together, store, id],
  );

  const tell = (text: string) => void showSnack({ text, icon: Check });
  const wake = async () => {
    const error = await together.wake();
    tell(error ? problemText(error) : h('snack.awake'));
  };
  const tellSnoozed = (until: Date) =>
    void showSnack({
      text: h('snack.snoozed', { date: formatDayAndTime(until) }),
      icon: AlarmClock,
      action: { label: h('snack.undo'), onSelect: () => void wake() },
    });
  return {
    together,
    tell,
    tellSnoozed,
    wake,
    async snooze(until) {
      const error = await together.snooze(until, false);
      if (error) tellProblem(error);
      else tellSnoozed(until);
    },
    async takeBack() {
      const error = await together.giveBack('');
      if (error) tellProblem(error);
      else tell(h('snack.returned', { name: task.owner?.name ?? '' }));
    },
  };
}

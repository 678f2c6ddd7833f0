import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import type { TaskStore } from '../task-form.store.ts';
import { TaskHistory } from '../task-history.tsx';
import type { TaskText } from '../task-text.ts';
import { OtherTasks } from './other-tasks.tsx';
import { panelMessages } from './panels.messages.ts';

interface Props {
  readonly store: TaskStore;
  readonly task: TaskDetail;
  readonly t: TaskText;
}

/** History of the task and open tasks of the same case. Reloads when the task has changed. */
export function HistoryPanel({ store, task, t }: Props): ReactNode {
  useSignals();
  const p = useMessages(panelMessages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the task adds to its history
  useEffect(() => void store.loadHistory(), [store, task.id, task.version, task.comments]);
  return (
    <>
      <OtherTasks taskId={task.id} version={task.version} onOpen={(id) => void store.open(id)} />
      <TaskHistory items={store.history.value} t={t} p={p} />
    </>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { useMessages } from '../../shared/locale/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { hostMessages } from '../host.messages.ts';
import '../../widgets/task-form/index.ts';

/** One task without drawer and toolbar, for the web view of an app (RTE-05): `/task-form-view?taskId=`. */
export function TaskFormView(): ReactNode {
  const t = useMessages(hostMessages);
  const taskId = new URLSearchParams(useSearch()).get('taskId');
  const [element, setElement] = useState<HTMLElement | null>(null);

  useEffect(() => {
    document.title = `${t('host.task')} · Verva`;
  }, [t]);
  // The completed task stays on the screen: there is no list to return to.
  useEffect(() => element?.focus(), [element]);

  return (
    <main className="web-view" id="main">
      {taskId ? (
        <verva-task-form ref={setElement} task-id={taskId} className="fill" />
      ) : (
        <EmptyState mark="failed" title={t('host.noTask')} text={t('host.noTask.text')} />
      )}
    </main>
  );
}

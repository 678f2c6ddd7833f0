import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { Outcome } from './selection.store.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly outcome: Outcome;
  readonly t: TasksText;
  readonly onClose: () => void;
}

/** Refused tasks with reasons. */
export function ResultDialog({ outcome, t, onClose }: Props): ReactNode {
  const { done, failures } = outcome;
  return (
    <Dialog
      title={t('failed.title', { count: failures.length })}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <p className="s second">
        {t('failed.done', { count: done })} {t('failed.stay')}
      </p>
      <ul className="refused">
        {failures.map(({ task, title }) => (
          <li key={task.id}>
            <span className="strong">{task.name}</span>
            {task.businessKey && <span className="second"> · {task.businessKey}</span>}
            <span className="tone-red block">{title}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

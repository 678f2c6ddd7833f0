import { lazy, type ReactNode, Suspense } from 'react';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import type { Asking } from './head-actions.tsx';
import type { HeadText } from './texts.ts';
import type { Deeds } from './use-together.ts';

const PassOnDialog = lazy(() => import('./pass-on-dialog.tsx').then((part) => ({ default: part.PassOnDialog })));
const ReturnDialog = lazy(() => import('./return-dialog.tsx').then((part) => ({ default: part.ReturnDialog })));
const SnoozeDialog = lazy(() => import('./snooze-dialog.tsx').then((part) => ({ default: part.SnoozeDialog })));
const WhyDialog = lazy(() => import('./why-dialog.tsx').then((part) => ({ default: part.WhyDialog })));

interface Props {
  readonly asking: Asking | null;
  readonly task: TaskDetail;
  readonly deeds: Deeds;
  readonly h: HeadText;
  readonly onClose: () => void;
}

/** The dialog that is open, if any; each is fetched when it is asked for first. */
export function Dialogs({ asking, task, deeds, h, onClose }: Props): ReactNode {
  const { together, tell, tellSnoozed } = deeds;
  const done = (text: string) => {
    onClose();
    tell(text);
  };
  return (
    <Suspense>
      {(asking === 'assign' || asking === 'delegate') && (
        <PassOnDialog
          kind={asking}
          task={task}
          together={together}
          onClose={onClose}
          onDone={({ name }) => done(h(asking === 'assign' ? 'snack.assigned' : 'snack.delegated', { name }))}
        />
      )}
      {asking === 'return' && (
        <ReturnDialog
          task={task}
          together={together}
          onClose={onClose}
          onDone={() => done(h('snack.returned', { name: task.owner?.name ?? '' }))}
        />
      )}
      {asking === 'snooze' && (
        <SnoozeDialog
          task={task}
          together={together}
          onClose={onClose}
          onDone={(until) => {
            onClose();
            tellSnoozed(until);
          }}
        />
      )}
      {asking === 'why' && <WhyDialog taskId={task.id} onClose={onClose} />}
    </Suspense>
  );
}

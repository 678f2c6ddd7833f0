import { type ReactNode, Suspense } from 'react';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import type { OpenDialog } from './head-actions.tsx';
import type { HeadText } from './texts.ts';
import type { CollaborationActions } from './use-collaboration.ts';

const DelegateDialog = containedPart(() => import('./delegate-dialog.tsx'), 'DelegateDialog');
const ReturnDialog = containedPart(() => import('./return-dialog.tsx'), 'ReturnDialog');
const SnoozeDialog = containedPart(() => import('./snooze-dialog.tsx'), 'SnoozeDialog');
const WhyDialog = containedPart(() => import('./why-dialog.tsx'), 'WhyDialog');

interface Props {
  readonly asking: OpenDialog | null;
  readonly task: TaskDetail;
  readonly actions: CollaborationActions;
  readonly h: HeadText;
  readonly onClose: () => void;
}

/** The open dialog, if any; each is loaded on first use. */
export function Dialogs({ asking, task, actions, h, onClose }: Props): ReactNode {
  const { collaboration, showDone, showSnoozed } = actions;
  const done = (text: string) => {
    onClose();
    showDone(text);
  };
  return (
    <Suspense>
      {(asking === 'assign' || asking === 'delegate') && (
        <DelegateDialog
          kind={asking}
          task={task}
          collaboration={collaboration}
          onClose={onClose}
          onDone={({ name }) => done(h(asking === 'assign' ? 'snack.assigned' : 'snack.delegated', { name }))}
        />
      )}
      {asking === 'return' && (
        <ReturnDialog
          task={task}
          collaboration={collaboration}
          onClose={onClose}
          onDone={() => done(h('snack.returned', { name: task.owner?.name ?? '' }))}
        />
      )}
      {asking === 'snooze' && (
        <SnoozeDialog
          task={task}
          collaboration={collaboration}
          onClose={onClose}
          onDone={(until) => {
            onClose();
            showSnoozed(until);
          }}
        />
      )}
      {asking === 'why' && <WhyDialog taskId={task.id} onClose={onClose} />}
    </Suspense>
  );
}

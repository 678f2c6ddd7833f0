import { useSignals } from '@preact/signals-react/runtime';
import { Undo2, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { TaskText } from '../task-text.ts';
import type { CollaborationStore } from './collaboration.store.ts';
import type { HeadText } from './texts.ts';

/** Note of the owner when delegating, or of the delegate when returning. */
export function DelegationNote({ task, h }: { readonly task: TaskDetail; readonly h: HeadText }): ReactNode {
  const rule = task.identityLinks.find(({ kind }) => kind === 'assignee')?.rule;
  if (task.status !== 'open' || !rule?.text || !rule.by) return null;
  return <Banner icon={UserRoundCheck}>{h('lentNote', { owner: rule.by.name, text: rule.text })}</Banner>;
}

interface Props {
  readonly task: TaskDetail;
  readonly collaboration: CollaborationStore;
  readonly t: TaskText;
  readonly h: HeadText;
  readonly isSaving: boolean;
  readonly onReturn: () => void;
  readonly onSave: (() => void) | null;
}

/** Shown instead of the outcomes to a delegate who returns the task: the owner decides. */
export function DelegationBar({ task, collaboration, t, h, isSaving, onReturn, onSave }: Props): ReactNode {
  useSignals();
  return (
    <footer className="outcomes" part="outcomes">
      <div className="row wrap grow">
        <Button
          kind="primary"
          icon={Undo2}
          busy={collaboration.sending.value === 'return'}
          // The second half of a double click can land on the next task, which is in the same place by then.
          onClick={(event) => event.detail < 2 && onReturn()}
        >
          {h('giveBack')}
        </Button>
        <span className="s muted">{h('lent', { owner: task.owner?.name ?? '' })}</span>
      </div>
      {onSave && (
        <Button kind="ghost" busy={isSaving} onClick={onSave}>
          {t('task.save')}
        </Button>
      )}
    </footer>
  );
}

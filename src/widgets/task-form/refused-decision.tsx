import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TaskDetail } from '../../shared/contracts/tasks.contract.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { TaskText } from './task-text.ts';

/** Shown instead of the outcomes to a user excluded by the four-eyes rule, with the reason. */
export function RefusedDecision({ task, t }: { readonly task: TaskDetail; readonly t: TaskText }): ReactNode {
  return (
    <footer className="outcomes refused" part="outcomes">
      <Icon of={UsersRound} />
      <p className="s grow">{t(textOf(task))}</p>
    </footer>
  );
}

function textOf({ whyNot, via, delegated }: TaskDetail) {
  if (whyNot === 'decided_before') return 'task.decidedBefore';
  return via === 'delegation' || delegated !== null ? 'task.behalfRequest' : 'task.ownRequest';
}

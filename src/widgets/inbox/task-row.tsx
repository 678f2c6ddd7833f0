import { ArrowRightLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { formatDayAndTime, formatShortDay, formatTime } from '../../shared/locale/dates.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import { daysLate, dueDay, dueGroup } from './due.rules.ts';
import type { InboxText } from './inbox-text.ts';

interface Props {
  readonly task: Task;
  readonly now: Date;
  readonly zone: string;
  readonly t: InboxText;
  readonly current: boolean;
  readonly onOpen: (taskId: string) => void;
}

/** One task: shape, name, process and number, due, and for whom when it is somebody else's. */
export function TaskRow({ task, now, zone, t, current, onOpen }: Props): ReactNode {
  const group = dueGroup(task, now, zone);
  const late = daysLate(task, now, zone);
  const day = dueDay(task, zone);
  const tone = group === 'overdue' ? 'due tone-red' : group === 'today' ? 'due tone-amber' : 'due';
  const due = () => {
    if (group === 'overdue') return late > 0 ? t('inbox.overdueDays', { count: late }) : t('inbox.overdueToday');
    if (group === 'today') return task.dueDate ? t('inbox.group.today') : formatTime(task.due as string);
    return day ? formatShortDay(day) : '';
  };
  return (
    <li>
      <button
        type="button"
        className={task.unread ? 'item unread' : 'item'}
        data-task={task.id}
        aria-current={current ? 'true' : undefined}
        onClick={() => onOpen(task.id)}
      >
        <StatusShape status={group === 'overdue' ? 'overdue' : group === 'today' ? 'notdue' : 'open'} />
        <span className="name cut" title={task.name}>
          {task.unread && <span className="sr">{t('inbox.unread')}: </span>}
          {task.name}
        </span>
        <span className="meta">
          {task.process && <span className="cut">{task.process.name}</span>}
          {task.process && task.businessKey && <span className="dot" />}
          {task.businessKey && <span className="nowrap">{task.businessKey}</span>}
        </span>
        <span className={tone} title={task.due ? formatDayAndTime(task.due) : undefined}>
          {due()}
        </span>
        {task.via === 'delegation' && task.viaUser && (
          <span className="behalf">
            <Icon of={ArrowRightLeft} />
            <span className="cut">{t('inbox.behalf', { name: task.viaUser.name })}</span>
          </span>
        )}
      </button>
    </li>
  );
}

import { UserRound, UsersRound } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import type { TaskDetail } from '../../shared/contracts/tasks.contract.ts';
import { formatDay, formatDayAndTime, formatTime } from '../../shared/locale/dates.ts';
import { dayOf, daysBetween } from '../../shared/locale/days.ts';
import { timeZone } from '../../shared/locale/index.ts';
import { Avatar, AvatarPair } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import { ClockFacts } from './collaboration/clock-facts.tsx';
import type { HeadText } from './collaboration/texts.ts';
import type { TaskText } from './task-text.ts';

interface Props {
  readonly task: TaskDetail;
  readonly t: TaskText;
  readonly headingId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly h: HeadText;
  /** At the end of the first line. */
  readonly actions: ReactNode;
  readonly onWhy: () => void;
}

/** Name, assignee and due date of a task. */
export function TaskHead({ task, t, h, headingId, headingRef, actions, onWhy }: Props): ReactNode {
  const group = task.identityLinks.find((link) => link.kind === 'candidate' && link.groupId);
  return (
    <header className="detail-head" part="head">
      <div className="row">
        <span className="xs muted row row-6 cut">
          <span className="cut">
            {task.process?.name}
            {task.process && task.businessKey && <span className="dot" />}
            {task.businessKey}
          </span>
          <button type="button" className="link why only-desktop" onClick={onWhy}>
            {h('why')}
          </button>
        </span>
        <span className="grow" />
        {actions}
      </div>
      <h1 className="t1" id={headingId} ref={headingRef} tabIndex={-1}>
        {task.name}
      </h1>
      <div className="facts">
        {task.via === 'delegation' && task.viaUser && task.status === 'open' && (
          <Behalf owner={task.viaUser} t={t} task={task} />
        )}
        {task.status === 'open' && task.delegated && task.owner && task.assignee && (
          <span className="behalf">
            <AvatarPair owner={task.owner} actor={task.assignee} />
            {t('task.behalf', { owner: task.owner.name, delegate: task.assignee.name })}
          </span>
        )}
        <DueInfo task={task} t={t} />
        <ClockFacts task={task} t={t} h={h} />
        {task.status === 'open' &&
          !task.delegated &&
          (task.assignee ? (
            <span>
              <Avatar name={task.assignee.name} picture={task.assignee.avatar} size={20} />
              {t('task.assignee', { name: task.assignee.name })}
            </span>
          ) : (
            <span>
              <Icon of={group ? UsersRound : UserRound} />
              {group ? t('task.group', { name: group.groupName ?? group.groupId ?? '' }) : t('task.unassigned')}
            </span>
          ))}
      </div>
      {task.description && <p className="second">{task.description}</p>}
    </header>
  );
}

function Behalf({
  owner,
  task,
  t,
}: {
  readonly owner: UserRef;
  readonly task: TaskDetail;
  readonly t: TaskText;
}): ReactNode {
  const delegate = task.assignee;
  return (
    <span className="behalf">
      {delegate && delegate.key !== owner.key && <AvatarPair owner={owner} actor={delegate} />}
      {t('task.onBehalf', { owner: owner.name })}
    </span>
  );
}

function DueInfo({ task, t }: Pick<Props, 'task' | 't'>): ReactNode {
  const zone = timeZone.value;
  if (task.status === 'completed' && task.ended) {
    const name = task.endedBy?.name ?? '';
    const words = task.onBehalfOf ? t('task.behalf', { owner: task.onBehalfOf.name, delegate: name }) : name;
    return (
      <span>
        <StatusShape status="read" />
        <span className="tone-green">{t('task.completedBy', { name: words, date: formatDayAndTime(task.ended) })}</span>
      </span>
    );
  }
  if (task.status === 'cancelled' && task.ended) {
    return (
      <span>
        <StatusShape status="cancelled" />
        {t('task.cancelledAt', { date: formatDayAndTime(task.ended) })}
      </span>
    );
  }
  if (!task.due) return <span>{t('task.noDue')}</span>;
  const now = new Date();
  const day = task.dueDate ?? dayOf(task.due, zone);
  const distance = daysBetween(dayOf(now, zone), day);
  const when = task.dueDate ? formatDay(task.dueDate) : formatDayAndTime(task.due);
  if (Date.parse(task.due) < now.getTime()) {
    return (
      <span title={when}>
        <StatusShape status="overdue" />
        <span className="tone-red strong">
          {distance < 0 ? t('task.overdueDays', { count: -distance }) : t('task.overdue')}
        </span>
      </span>
    );
  }
  const today = distance === 0;
  return (
    <span title={when}>
      <StatusShape status={today ? 'notdue' : 'open'} />
      <span className={today ? 'tone-amber strong' : undefined}>
        {today
          ? task.dueDate
            ? t('task.dueToday')
            : t('task.dueTodayAt', { time: formatTime(task.due) })
          : t('task.due', { date: when })}
      </span>
    </span>
  );
}

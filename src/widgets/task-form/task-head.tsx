import { CalendarClock, Hand, Undo2, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import type { TaskAction, TaskDetail } from '../../shared/contracts/tasks.contract.ts';
import { formatDay, formatDayAndTime, formatTime } from '../../shared/locale/dates.ts';
import { dayOf, daysBetween } from '../../shared/locale/days.ts';
import { timeZone } from '../../shared/locale/index.ts';
import { Avatar, AvatarPair } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import type { ActState } from './task-form.store.ts';
import type { TaskText } from './task-text.ts';

interface Props {
  readonly task: TaskDetail;
  readonly t: TaskText;
  readonly headingId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly act: ActState;
  readonly onAct: (action: TaskAction) => Promise<void>;
}

/** What it is, whose it is, when it is due. */
export function TaskHead({ task, t, headingId, headingRef, act, onAct }: Props): ReactNode {
  const sending = act.status === 'sending' ? act.what : null;
  const group = task.identityLinks.find((link) => link.kind === 'candidate' && link.groupId);
  const busy = sending !== null;
  return (
    <header className="detail-head" part="head">
      <div className="row">
        <span className="xs muted row row-6 cut">
          <span className="cut">
            {task.process?.name}
            {task.process && task.businessKey && <span className="dot" />}
            {task.businessKey}
          </span>
        </span>
        <span className="grow" />
        {task.mayClaim && (
          <Button
            kind="ghost"
            small
            icon={Hand}
            busy={sending === 'claim'}
            blocked={busy}
            onClick={() => void onAct({ action: 'claim' })}
          >
            {t('task.claim')}
          </Button>
        )}
        {task.mayRelease && (
          <Button
            kind="ghost"
            small
            icon={Undo2}
            busy={sending === 'release'}
            blocked={busy}
            onClick={() => void onAct({ action: 'release' })}
          >
            {t('task.release')}
          </Button>
        )}
      </div>
      <h1 className="t1" id={headingId} ref={headingRef} tabIndex={-1}>
        {task.name}
      </h1>
      <div className="facts">
        {task.via === 'delegation' && task.viaUser && task.status === 'open' && (
          <Behalf owner={task.viaUser} t={t} task={task} />
        )}
        <DueFact task={task} t={t} />
        {task.escalates && task.status === 'open' && (
          <span>
            <Icon of={CalendarClock} />
            {t('task.escalates', { date: formatDayAndTime(task.escalates) })}
          </span>
        )}
        {task.status === 'open' &&
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

function DueFact({ task, t }: Pick<Props, 'task' | 't'>): ReactNode {
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

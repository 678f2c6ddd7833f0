import { useSignals } from '@preact/signals-react/runtime';
import { UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { daysLate, dueDay, dueGroup } from '../../shared/locale/days.due.ts';
import { formatDay, formatDayAndTime, timeZone } from '../../shared/locale/index.ts';
import { Avatar, AvatarPair } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type Status, StatusText } from '../../shared/ui/status-shape.tsx';
import type { Column } from './columns.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly task: Task;
  readonly column: Column;
  readonly now: Date;
  readonly t: TasksText;
  readonly onOpen: () => void;
}

/** Content of one cell. */
export function Cell({ task, column, now, t, onOpen }: Props): ReactNode {
  useSignals();
  const zone = timeZone.value;
  switch (column) {
    case 'status': {
      const { shape, text } = statusOf(task, now, zone, t);
      return <StatusText status={shape}>{text}</StatusText>;
    }
    case 'name':
      return (
        <button
          type="button"
          className={`name-link cut ${task.unread && task.status === 'open' ? 'strong' : ''}`}
          title={task.name}
          onClick={onOpen}
        >
          {task.name}
        </button>
      );
    case 'businessKey':
      return <Plain>{task.businessKey}</Plain>;
    case 'process':
      return <Plain>{task.process?.name}</Plain>;
    case 'taskKey':
      return <Plain>{task.taskKey}</Plain>;
    case 'outcome':
      return <Plain>{task.outcome}</Plain>;
    case 'priority':
      return <Plain>{task.priority}</Plain>;
    case 'assignee':
      return <People actor={task.endedBy ?? task.assignee} owner={task.onBehalfOf} t={t} none={t('unassigned')} />;
    case 'endedBy':
      return <People actor={task.endedBy} owner={task.onBehalfOf} t={t} />;
    case 'onBehalfOf':
      return <People actor={task.onBehalfOf} owner={null} t={t} />;
    case 'due': {
      const day = dueDay(task, zone);
      if (day === null) return null;
      const exact = task.dueDate || !task.due ? formatDay(day) : formatDayAndTime(task.due);
      return (
        <span className="second" title={exact}>
          {formatDay(day)}
        </span>
      );
    }
    case 'created':
      return <Moment at={task.created} />;
    case 'ended':
      return <Moment at={task.ended} />;
  }
}

/** Values of the columns that do not fit, in the second line of the name. */
export function FoldedCells({
  columns,
  ...cell
}: Omit<Props, 'column' | 'onOpen'> & { readonly columns: readonly Column[] }): ReactNode {
  return (
    <span className="folded">
      {columns.map((column) => (
        <span key={column} className={`fold-${column}`}>
          <span className="sr">{cell.t(`column.${column}`)}: </span>
          <Cell {...cell} column={column} onOpen={() => undefined} />
        </span>
      ))}
    </span>
  );
}

function Plain({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="second">{children}</span>;
}

function Moment({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return null;
  const text = formatDayAndTime(at);
  return (
    <span className="second" title={text}>
      {text}
    </span>
  );
}

/** Current or former assignee; both names if a delegate completed it (BEY-03). */
function People({
  actor,
  owner,
  none,
  t,
}: {
  readonly actor: UserRef | null;
  readonly owner: UserRef | null;
  readonly none?: string;
  readonly t: TasksText;
}): ReactNode {
  if (!actor) {
    if (none === undefined) return null;
    return (
      <span className="muted row row-6">
        <Icon of={UserRoundX} size="s" />
        <span className="cut">{none}</span>
      </span>
    );
  }
  const isFor = owner !== null && owner.key !== actor.key;
  const text = isFor ? t('behalf', { actor: actor.name, owner: owner.name }) : actor.name;
  return (
    <span className="row row-6" title={text}>
      {isFor ? (
        <AvatarPair owner={owner} actor={actor} />
      ) : (
        <Avatar name={actor.name} picture={actor.avatar} size={20} />
      )}
      <span className="cut">{text}</span>
    </span>
  );
}

/** Icon and text of a task's state; an open task that is overdue or due today shows that instead. */
function statusOf(task: Task, now: Date, zone: string, t: TasksText): { shape: Status; text: string } {
  switch (task.status) {
    case 'completed':
      return { shape: 'read', text: t('status.completed') };
    case 'cancelled':
      return { shape: 'cancelled', text: t('status.cancelled') };
    case 'held':
      return { shape: 'active', text: t('status.held') };
  }
  const group = dueGroup(task, now, zone);
  if (group === 'overdue') return { shape: 'overdue', text: t('status.late', { count: daysLate(task, now, zone) }) };
  if (group === 'today') return { shape: 'notdue', text: t('status.today') };
  return { shape: 'open', text: t('status.open') };
}

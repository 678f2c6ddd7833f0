import { ArrowRightLeft, type LucideIcon, MessageSquare, PenLine } from 'lucide-react';
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { formatDayAndTime, formatShortDay, formatTime } from '../../shared/locale/dates.ts';
import { daysLate, dueDay, dueGroup } from '../../shared/locale/days.due.ts';
import { dayOf, timeZone } from '../../shared/locale/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import { isTall, priorityOf } from './groups.rules.ts';
import type { InboxText } from './inbox-text.ts';
import type { Heights } from './layout.rules.ts';
import type { Column } from './setup.rules.ts';

interface Props {
  readonly task: Task;
  /** Its place in its group, in pixels. */
  readonly top: number;
  /** Its number in the list, from 0. */
  readonly index: number;
  /** How many rows there are; -1 while more follow. */
  readonly total: number;
  readonly columns: readonly Column[];
  readonly minute: number;
  readonly t: InboxText;
  readonly isCurrent: boolean;
  readonly isTabbable: boolean;
  readonly onOpen: (taskId: string) => void;
  readonly onFocus: (taskId: string) => void;
}

/** One task of the list. Drawn once, and again only when something of it has changed. */
export const TaskRow = memo(function TaskRow({
  task,
  top,
  index,
  total,
  isTabbable,
  onOpen,
  onFocus,
  ...rest
}: Props): ReactNode {
  return (
    <li
      style={{ top }}
      className={rest.isCurrent ? 'current' : undefined}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      <button
        type="button"
        className={task.unread ? 'item unread' : 'item'}
        data-task={task.id}
        aria-current={rest.isCurrent ? 'true' : undefined}
        tabIndex={isTabbable ? 0 : -1}
        onClick={() => onOpen(task.id)}
        onFocus={() => onFocus(task.id)}
      >
        <RowContent task={task} {...rest} />
      </button>
    </li>
  );
});

/** Shape, name, process and number, due, what else was chosen, and for whom when it is somebody else's. */
function RowContent({ task, columns, t }: Pick<Props, 'task' | 'columns' | 't'>): ReactNode {
  const zone = timeZone.peek();
  const now = new Date();
  const group = dueGroup(task, now, zone);
  const has = (column: Column) => columns.includes(column);
  const due = () => {
    const late = daysLate(task, now, zone);
    if (group === 'overdue') return late > 0 ? t('inbox.overdueDays', { count: late }) : t('inbox.overdueToday');
    if (group === 'today') return task.dueDate ? t('inbox.group.today') : formatTime(task.due as string);
    const day = dueDay(task, zone);
    return day ? formatShortDay(day) : '';
  };
  const tone = group === 'overdue' ? 'due tone-red' : group === 'today' ? 'due tone-amber' : 'due';
  const { process, businessKey } = task;
  const key = has('businessKey') ? businessKey : null;
  const processName = has('process') ? (process?.name ?? (task.manualId && t('inbox.manual'))) : undefined;
  return (
    <>
      <StatusShape
        status={group === 'overdue' ? 'overdue' : group === 'today' ? 'notdue' : 'open'}
        label={task.unread ? t('inbox.unread') : undefined}
      />
      <span className="name cut" title={task.name}>
        {task.name}
      </span>
      <span className="meta">
        {processName && <span className="cut">{processName}</span>}
        {key && <span className="nowrap">{key}</span>}
        {task.comments > 0 && (
          <Mark of={MessageSquare} label={t('inbox.comments', { count: task.comments })}>
            {task.comments}
          </Mark>
        )}
        {task.hasDraft && <Mark of={PenLine} label={t('inbox.draft')} />}
      </span>
      {has('due') && (
        <span
          className={tone}
          // Most rows only pass by; the time is put into words when a pointer comes.
          onPointerEnter={({ currentTarget }) => {
            currentTarget.title = task.due ? formatDayAndTime(task.due) : '';
          }}
        >
          {due()}
        </span>
      )}
      {hasExtras(columns) && <span className="extras cut">{extras(task, columns, t).join(' · ')}</span>}
      {isTall(task, columns) && (
        <span className="behalf">
          <Icon of={ArrowRightLeft} />
          <span className="cut">{t('inbox.behalf', { name: task.viaUser?.name })}</span>
        </span>
      )}
    </>
  );
}

/** Something that the task has; in words for those who do not see it, and when a pointer stays. */
function Mark({
  of,
  label,
  children,
}: {
  readonly of: LucideIcon;
  readonly label: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <span className="draft" role="img" aria-label={label} title={label}>
      <Icon of={of} size="s" />
      {children}
    </span>
  );
}

function hasExtras(columns: readonly Column[]): boolean {
  return columns.includes('assignee') || columns.includes('priority') || columns.includes('created');
}

function extras(task: Task, columns: readonly Column[], t: InboxText): string[] {
  return columns.flatMap((column) => {
    switch (column) {
      case 'assignee':
        return task.assignee?.name ?? t('inbox.free');
      case 'priority':
        return t(`inbox.priority.${priorityOf(task.priority)}`);
      case 'created':
        return t('inbox.created', { date: formatShortDay(dayOf(task.created, timeZone.peek())) });
      default:
        return [];
    }
  });
}

const SAMPLE = {
  id: '',
  name: 'X',
  process: { key: 'x', name: 'X', version: 1 },
  businessKey: 'X',
  assignee: null,
  priority: 50,
  created: '2026-01-01T00:00:00.000Z',
  due: null,
  dueDate: null,
  via: 'delegation',
  viaUser: { id: 'x', key: 'x', name: 'X' },
  unread: false,
} as unknown as Task;

/** Rows and a heading that nobody sees, to know how high they are: with this font, density, device and these fields. */
export const SampleRows = memo(function SampleRows({
  columns,
  onMeasure,
  t,
}: {
  readonly columns: readonly Column[];
  readonly onMeasure: (heights: Heights) => void;
  readonly t: InboxText;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    let known = '';
    const measure = () => {
      const [row = 0, tall = 0, head = 0] = [...element.children].map((one) => one.getBoundingClientRect().height);
      const now = `${row} ${tall} ${head}`;
      // Where nothing is drawn, as behind a task on a phone, nothing is learnt.
      if (row === 0 || now === known) return;
      known = now;
      onMeasure({ row, tall: columns.includes('onBehalfOf') ? tall : row, head });
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [columns, onMeasure]);
  const plain = columns.filter((column) => column !== 'onBehalfOf');
  return (
    <div ref={box} className="samples" aria-hidden="true" inert>
      <div className="item">
        <RowContent task={SAMPLE} columns={plain} t={t} />
      </div>
      <div className="item">
        <RowContent task={SAMPLE} columns={columns} t={t} />
      </div>
      <h2>X</h2>
    </div>
  );
});

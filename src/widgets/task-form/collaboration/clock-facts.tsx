import { AlarmClock, CalendarClock, PauseCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { formatDayAndTime } from '../../../shared/locale/index.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { TaskText } from '../task-text.ts';
import type { HeadText } from './texts.ts';

interface Props {
  readonly task: TaskDetail;
  readonly t: TaskText;
  readonly h: HeadText;
}

/** Clock of a task (BEY-10): escalation, stopped clock, and that a private reminder stops nothing. */
export function ClockFacts({ task, t, h }: Props): ReactNode {
  if (task.status !== 'open') return null;
  const { clock, snoozedUntil, escalates } = task;
  const stoppedUntil = clock ? formatDayAndTime(clock.until) : '';
  return (
    <>
      {escalates && (
        <span>
          <Icon of={CalendarClock} />
          {t('task.escalates', { date: formatDayAndTime(escalates) })}
        </span>
      )}
      {clock && (
        <span className="tone-amber">
          <Icon of={PauseCircle} />
          {clock.by
            ? h('clockStopped', { name: clock.by.name, date: stoppedUntil })
            : h('stopped', { date: stoppedUntil })}
        </span>
      )}
      {snoozedUntil && clock?.until !== snoozedUntil && (
        <span title={h('clockRuns')}>
          <Icon of={AlarmClock} />
          {h('snoozed', { date: formatDayAndTime(snoozedUntil) })}
          {(task.due || escalates) && <span className="muted">({h('clockRuns')})</span>}
        </span>
      )}
    </>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../../shared/api/index.ts';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import {
  addDays,
  type Day,
  formatDayAndTime,
  instantOf,
  timeZone,
  today,
  useMessages,
} from '../../../shared/locale/index.ts';
import { DayBox } from '../../../shared/ui/day-box.tsx';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import type { CollaborationStore } from './collaboration.store.ts';
import { panelMessages } from './panels.messages.ts';

interface Props {
  readonly task: TaskDetail;
  readonly collaboration: CollaborationStore;
  readonly onClose: () => void;
  readonly onDone: (until: Date) => void;
}

const TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/;

/** Choice of day and time, and whether the clock stops meanwhile (BEY-10). */
export function SnoozeDialog({ task, collaboration, onClose, onDone }: Props): ReactNode {
  useSignals();
  const t = useMessages(panelMessages);
  const [day, setDay] = useState<Day | null>(() => addDays(today(), 1));
  const [time, setTime] = useState('08:00');
  const [stops, setStops] = useState(false);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  const clock = TIME.exec(time.trim());
  const until =
    day !== null && clock ? instantOf(day, `${clock[1]!.padStart(2, '0')}:${clock[2]}`, timeZone.value) : null;
  const isPast = until !== null && until.getTime() <= Date.now();
  const dayError = tried && day === null ? t('snooze.badDay') : tried && isPast ? t('snooze.past') : undefined;
  const isOverdue = task.due !== null && Date.parse(task.due) <= Date.now();
  const next = [task.due, task.escalates].filter((one) => one !== null).sort()[0];

  const send = async () => {
    setTried(true);
    if (!until || isPast) return;
    const error = await collaboration.snooze(until, stops);
    setRefusal(error);
    if (!error) onDone(until);
  };
  return (
    <FormDialog
      title={t('snooze.title')}
      cancel={t('cancel')}
      go={t('snooze.send')}
      isSaving={collaboration.sending.value === 'snooze'}
      error={refusal}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <div className="form">
        <Field label={t('snooze.day')} required error={dayError} className="c6">
          {(control) => (
            <DayBox control={control} label={t('snooze.day')} value={day} onChange={(typed) => setDay(typed ?? null)} />
          )}
        </Field>
        <Field
          label={t('snooze.time')}
          required
          error={tried && !clock ? t('snooze.badTime') : undefined}
          className="c6"
        >
          {(control) => (
            <ControlBox invalid={tried && !clock}>
              <input
                {...control}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                placeholder="08:00"
                value={time}
                onChange={(event) => setTime(event.target.value)}
              />
            </ControlBox>
          )}
        </Field>
      </div>
      {task.mayStopClock ? (
        <label className="tick">
          <input
            type="checkbox"
            className="check"
            checked={stops}
            onChange={(event) => setStops(event.target.checked)}
          />
          <span className="stack">
            <span>{t('snooze.stop')}</span>
            <span className="xs muted">{t('snooze.stopHint')}</span>
          </span>
        </label>
      ) : (
        next && !isOverdue && <p className="s muted">{t('snooze.runsHint', { date: formatDayAndTime(next) })}</p>
      )}
      {isOverdue && !stops && <p className="s muted">{t('snooze.overdueHint')}</p>}
    </FormDialog>
  );
}

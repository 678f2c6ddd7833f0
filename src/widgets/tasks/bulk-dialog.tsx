import { type ReactNode, useState } from 'react';
import type { MultiAction } from '../../shared/contracts/all-tasks.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import type { Day } from '../../shared/locale/days.ts';
import { DayBox } from '../../shared/ui/day-box.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { PersonField } from '../../shared/ui/person-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { TasksText } from './tasks-text.ts';

/** Actions with a value. */
type DialogAction = 'assign' | 'delegate' | 'priority' | 'due';

const PRIORITIES = { high: 80, normal: 50, low: 20 } as const;

interface Props {
  readonly action: DialogAction;
  readonly count: number;
  readonly t: TasksText;
  readonly onAct: (action: MultiAction) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the assignee, priority or due date; then applies the action to all selected tasks. */
export function BulkDialog({ action, count, t, onAct, onClose }: Props): ReactNode {
  const [person, setPerson] = useState<UserRef | null>(null);
  const [returns, setReturns] = useState(true);
  const [priority, setPriority] = useState<keyof typeof PRIORITIES>('high');
  const [day, setDay] = useState<Day | null>(null);
  const [isWithout, setWithout] = useState(false);
  const saving = useSaving();

  function wanted(): MultiAction | string {
    switch (action) {
      case 'assign':
        return person ? { action, userId: person.key } : t('person.missing');
      case 'delegate':
        return person ? { action, userId: person.key, returns } : t('person.missing');
      case 'priority':
        return { action, priority: PRIORITIES[priority] };
      case 'due':
        if (isWithout) return { action, due: null };
        return day === null ? t('day.missing') : { action, due: day };
    }
  }

  const asked = wanted();
  const fault = saving.isTried && typeof asked === 'string' ? asked : undefined;

  async function act(): Promise<void> {
    if (typeof asked !== 'string') await onAct(asked);
  }

  return (
    <FormDialog
      title={t(`${action}.title`, { count })}
      cancel={t('cancel')}
      go={action === 'assign' ? t('act.assign') : action === 'delegate' ? t('act.delegate') : t('save')}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(act, typeof asked !== 'string')}
      onClose={onClose}
    >
      {(action === 'assign' || action === 'delegate') && (
        <PersonField label={t('person')} value={person} onChange={setPerson} required error={fault} />
      )}
      {action === 'delegate' && (
        <label className="tick">
          <input
            type="checkbox"
            className="check"
            checked={returns}
            onChange={(event) => setReturns(event.target.checked)}
          />
          <span>{t('delegate.returns')}</span>
        </label>
      )}
      {action === 'priority' && (
        <Field label={t('act.priority')}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={priority}
              onChange={(event) => setPriority(event.target.value as typeof priority)}
            >
              {(['high', 'normal', 'low'] as const).map((one) => (
                <option key={one} value={one}>
                  {t(`priority.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {action === 'due' && (
        <>
          {!isWithout && (
            <Field label={t('act.due')} required error={fault} announces>
              {(control) => (
                <DayBox
                  control={control}
                  label={t('act.due')}
                  value={day}
                  onChange={(typed) => setDay(typed ?? null)}
                />
              )}
            </Field>
          )}
          <label className="tick">
            <input
              type="checkbox"
              className="check"
              checked={isWithout}
              onChange={(event) => setWithout(event.target.checked)}
            />
            <span>{t('due.none')}</span>
          </label>
        </>
      )}
    </FormDialog>
  );
}

import { type ReactNode, useState } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualVersion } from '../../../shared/contracts/manual-authoring.contract.ts';
import type { ManualAsks } from '../../../shared/contracts/manuals.contract.ts';
import { useLoaded } from '../../../shared/lists/use-loaded.ts';
import { formatDayAndTime, instantOf, isDay, timeZone } from '../../../shared/locale/index.ts';
import { ChoiceControl } from '../../../shared/ui/choice-control.tsx';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { RetryBanner } from '../../../shared/ui/retry-banner.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { DayInput } from '../../builder/panels/day-input.tsx';
import { useManual } from '../manual-context.ts';
import { AsksChoice } from './asks.tsx';
import { Budget } from './budget.tsx';

interface Props {
  readonly version: ManualVersion;
  readonly onClose: () => void;
}

/** Shows what publishing requires and from whom, then publishes now or at a set time. */
export function PublishDialog({ version, onClose }: Props): ReactNode {
  const { store, manual, t } = useManual();
  const { number } = version;
  const isFirst = manual.number === null;
  const [asks, setAsks] = useState<ManualAsks>(isFirst ? 'full' : 'changes');
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>(version.changeNote);
  const [from, setFrom] = useState(version.effectiveOn ?? '');
  const [isLater, setLater] = useState(false);
  const [day, setDay] = useState('');
  const [time, setTime] = useState('08:00');
  const saving = useSaving();
  const [budget, retry] = useLoaded(asks, (signal) => store.budget(number, asks, signal));
  const languages = version.languages.map(({ languageId }) => languageId);
  const isTimeWhole = !isLater || (isDay(day) && /^\d\d:\d\d$/.test(time));

  async function publish(): Promise<void> {
    const changeNote = Object.fromEntries(
      languages.flatMap((id) => (notes[id]?.trim() ? [[id, notes[id].trim()]] : [])),
    );
    const published = await store.publish(number, {
      asks,
      changeNote,
      effectiveOn: isDay(from) ? from : null,
      publishAt: isLater ? instantOf(day, time, timeZone.peek()).toISOString() : null,
    });
    onClose();
    showSnack(
      published.state === 'scheduled' && published.publishAt
        ? t('publish.scheduled', { number, when: formatDayAndTime(published.publishAt) })
        : t('publish.done', { number }),
    );
  }

  const people = budget.status === 'ready' ? budget.value.full + budget.value.changes : 0;
  return (
    <FormDialog
      title={t('publish.title', { number })}
      cancel={t('cancel')}
      go={isLater ? t('publish.later.go') : asks === 'none' ? t('publish') : t('publish.go', { people })}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(publish, isTimeWhole)}
      onClose={onClose}
    >
      {isFirst ? (
        <p className="s second">{t('publish.first')}</p>
      ) : (
        <AsksChoice value={asks} onChange={setAsks} t={t} />
      )}
      {budget.status === 'loading' && <Skeleton rows={2} label={t('budget')} />}
      {budget.status === 'failed' && <RetryBanner error={budget.error} onRetry={retry} label={t('retry')} />}
      {budget.status === 'ready' && <Budget budget={budget.value} t={t} />}
      {!isFirst &&
        languages.map((id) => (
          <TextField
            key={id}
            label={t('publish.note', { language: languageName(id) })}
            aside={t('optional')}
            rows={2}
            maxLength={1000}
            lang={id}
            value={notes[id] ?? ''}
            onChange={(typed) => setNotes({ ...notes, [id]: typed })}
          />
        ))}
      <div className="mn-when">
        <DayInput label={t('publish.from')} isOptional value={from} onChange={setFrom} />
        <fieldset className="mn-radios">
          <legend className="label">{t('publish.when')}</legend>
          {([false, true] as const).map((later) => (
            <ChoiceControl
              key={String(later)}
              oneOf="manual-when"
              label={t(later ? 'publish.later' : 'publish.now')}
              checked={isLater === later}
              onChange={() => setLater(later)}
            />
          ))}
        </fieldset>
        {isLater && (
          <div className="row wrap mn-later">
            <DayInput label={t('publish.day')} value={day} onChange={setDay} />
            <Field label={t('publish.time')}>
              {(control) => (
                <ControlBox>
                  <input {...control} type="time" value={time} onChange={({ target }) => setTime(target.value)} />
                </ControlBox>
              )}
            </Field>
          </div>
        )}
        {saving.isTried && !isTimeWhole && (
          <p className="error" role="alert">
            {t('publish.time.missing')}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

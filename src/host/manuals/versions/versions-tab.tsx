import { CalendarX2, PenLine, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualVersion } from '../../../shared/contracts/manual-authoring.contract.ts';
import { formatDay, formatDayAndTime, useLanguage } from '../../../shared/locale/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { draftOf } from '../manual.store.ts';
import { useManual } from '../manual-context.ts';
import { Sums } from '../readers/sums.tsx';
import { Difference } from './difference.tsx';
import { VersionState } from './version-state.tsx';

/** All versions, their changes, and the actions of the draft. */
export function VersionsTab(): ReactNode {
  const { versions, mayWrite, store, t } = useManual();
  const [chosen, setChosen] = useState<number | null>(null);
  const [discarding, setDiscarding] = useState<ManualVersion | null>(null);
  const current = versions.find(({ number }) => number === chosen) ?? versions[0];
  const draft = draftOf(versions);
  const begin = () => void store.beginDraft().then((number) => setChosen(number), showProblem);
  if (!current) {
    return (
      <EmptyState title={t('text.noVersion')}>
        {mayWrite && <Button onClick={begin}>{t('draft.begin')}</Button>}
      </EmptyState>
    );
  }
  const before = versions.find(({ number, releasedAt }) => number < current.number && releasedAt !== null);
  return (
    <div className="mn-versions">
      <div className="stack mn-list-side">
        {mayWrite && !draft && (
          <Button icon={PenLine} onClick={begin}>
            {t('draft.begin')}
          </Button>
        )}
        <ol className="mn-list" aria-label={t('tab.versions')}>
          {versions.map((version) => (
            <li key={version.number}>
              <button
                type="button"
                aria-current={version.number === current.number}
                onClick={() => setChosen(version.number)}
              >
                <span className="row">
                  <span className="strong grow">{t('version.number', { number: version.number })}</span>
                  <VersionState state={version.state} t={t} />
                </span>
                <span className="xs muted">{whenOf(version, t)}</span>
              </button>
            </li>
          ))}
        </ol>
      </div>
      <section className="mn-version" aria-label={t('version.number', { number: current.number })}>
        <div className="row wrap">
          <h2 className="t2 grow">{t('version.number', { number: current.number })}</h2>
          {mayWrite && current.state === 'scheduled' && (
            <Button
              icon={CalendarX2}
              onClick={() =>
                void store.unschedule(current.number).then(() => showSnack(t('unschedule.done')), showProblem)
              }
            >
              {t('unschedule')}
            </Button>
          )}
          {mayWrite && current.state === 'draft' && (
            <Button kind="danger-text" icon={Trash2} onClick={() => setDiscarding(current)}>
              {t('draft.discard')}
            </Button>
          )}
        </div>
        <Facts version={current} isFirst={!before} />
        {before && <Difference key={`${current.number} ${before.number}`} version={current} since={before.number} />}
        {!before && <p className="s muted">{t('difference.first')}</p>}
      </section>
      {discarding && <DiscardDialog version={discarding} onClose={() => setDiscarding(null)} />}
    </div>
  );
}

function whenOf({ releasedAt, releasedBy, publishAt }: ManualVersion, t: ReturnType<typeof useManual>['t']): string {
  if (releasedAt) {
    const when = formatDayAndTime(releasedAt);
    return releasedBy ? t('version.by', { who: releasedBy.name, when }) : when;
  }
  return publishAt ? t('version.at', { when: formatDayAndTime(publishAt) }) : t('version.notYet');
}

function Facts({ version, isFirst }: { readonly version: ManualVersion; readonly isFirst: boolean }): ReactNode {
  const { t } = useManual();
  const page = useLanguage();
  const { languages, changeNote, effectiveOn, asks, readings, state } = version;
  const note = changeNote[page] ?? Object.values(changeNote)[0];
  return (
    <div className="stack mn-facts">
      <dl className="mn-facts-list">
        <div className="ro">
          <dt>{t('languages')}</dt>
          <dd>
            {languages.length === 0
              ? t('none')
              : languages
                  .map(({ languageId, words }) => `${languageName(languageId)} (${t('words', { words })})`)
                  .join(', ')}
          </dd>
        </div>
        {!isFirst && state !== 'draft' && (
          <div className="ro">
            <dt>{t('asks')}</dt>
            <dd>{t(`asks.${asks}`)}</dd>
          </div>
        )}
        {effectiveOn && (
          <div className="ro">
            <dt>{t('publish.from')}</dt>
            <dd>{formatDay(effectiveOn)}</dd>
          </div>
        )}
        {note && (
          <div className="ro">
            <dt>{t('note')}</dt>
            <dd>{note}</dd>
          </div>
        )}
      </dl>
      {(state === 'released' || state === 'retired') && (
        <Sums
          sums={{ read: readings.read, notDue: readings.pending, overdue: 0, cancelled: readings.cancelled }}
          pending
        />
      )}
    </div>
  );
}

function DiscardDialog({
  version,
  onClose,
}: {
  readonly version: ManualVersion;
  readonly onClose: () => void;
}): ReactNode {
  const { store, t } = useManual();
  const saving = useSaving();
  const discard = async () => {
    await store.discard(version.number);
    onClose();
  };
  return (
    <FormDialog
      title={t('discard.title', { number: version.number })}
      cancel={t('cancel')}
      go={t('draft.discard')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(discard)}
      onClose={onClose}
    >
      <p>{t('discard.text')}</p>
    </FormDialog>
  );
}

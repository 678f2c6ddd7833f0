import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, List, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { languageName } from '../../shared/contracts/language-name.ts';
import type { ManualText, Reading } from '../../shared/contracts/manuals.contract.ts';
import { formatDay } from '../../shared/locale/dates.ts';
import { dayOf } from '../../shared/locale/days.ts';
import { timeZone } from '../../shared/locale/language.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import { shapeOf } from './manual.rules.ts';
import type { ManualStore } from './manual.store.ts';
import type { ReaderText } from './manual-reader-text.ts';
import type { Place } from './place.ts';

interface Props {
  readonly store: ManualStore;
  readonly text: ManualText;
  readonly reading: Reading | null;
  readonly onBack: (() => void) | undefined;
  readonly onContents: () => void;
  readonly onOpen: (next: Partial<Place>) => void;
  readonly t: ReaderText;
}

const TONES = { overdue: 'red', notDue: 'amber', cancelled: 'grey', read: 'green' } as const;

/** Version, language and due date of the text, notices about it, and a choice of what is shown. */
export function ManualHead({ store, text, reading, onBack, onContents, onOpen, t }: Props): ReactNode {
  useSignals();
  const newer = text.newerLanguages.filter((id) => id !== text.languageId);
  const day = (instant: string) => formatDay(dayOf(instant, timeZone.value));
  const facts = [
    text.owner.name && `${text.code}, ${text.owner.name}.`,
    text.effectiveOn && t('inForce', { date: formatDay(text.effectiveOn) }),
    reading?.baseNumber && reading.state !== 'read' && t('confirmedBefore', { number: reading.baseNumber }),
  ];
  return (
    <div className="manual-head">
      <div className="row row-6 wrap chips">
        {onBack && (
          <button type="button" className="btn ghost icon only-mobile" aria-label={t('back')} onClick={onBack}>
            <Icon of={ArrowLeft} size="l" />
          </button>
        )}
        <button type="button" className="btn ghost icon only-mobile" aria-label={t('contents')} onClick={onContents}>
          <Icon of={List} size="l" />
        </button>
        {reading && (
          <span className={`badge ${TONES[reading.color]}`}>
            <StatusShape status={shapeOf(reading)} />
            {reading.state === 'read' && reading.readAt
              ? t('readOn', { date: day(reading.readAt) })
              : reading.color === 'cancelled' || reading.color === 'read'
                ? t(reading.color)
                : reading.dueOn
                  ? t(reading.color === 'overdue' ? 'overdueSince' : 'readBy', { date: formatDay(reading.dueOn) })
                  : t('noDue')}
          </span>
        )}
        <span className="badge">{t('version', { number: text.number })}</span>
        {text.languages.length > 1 ? (
          <select
            className="badge language"
            aria-label={t('language')}
            value={text.languageId}
            onChange={(event) => void store.speak(event.target.value)}
          >
            {text.languages.map((id) => (
              <option key={id} value={id} lang={id}>
                {languageName(id)}
              </option>
            ))}
          </select>
        ) : (
          <span className="badge">{languageName(text.languageId)}</span>
        )}
        <span className="grow" />
        <Button
          kind="ghost"
          small
          icon={Printer}
          className="print"
          aria-label={t('print')}
          onClick={() => window.print()}
        >
          <span className="only-desktop">{t('print')}</span>
        </Button>
      </div>
      <h1 className="title" lang={text.languageId}>
        {text.title}
      </h1>
      <p className="second s">{facts.filter(Boolean).join(' ')}</p>
      {text.fallback && <Note>{t('fallback', { language: languageName(text.languageId) })}</Note>}
      {newer.map((id) => (
        <Note
          key={id}
          tone="amber"
          action={
            <button type="button" className="btn small" onClick={() => void store.speak(id)}>
              {t('readIn', { language: languageName(id) })}
            </button>
          }
        >
          {t('newer', { language: languageName(id), shown: languageName(text.languageId) })}
        </Note>
      ))}
      {!text.current && (
        <Note
          action={
            <button
              type="button"
              className="btn small"
              onClick={() => onOpen({ manualId: text.manualId, readingId: null, number: null })}
            >
              {t('openCurrent')}
            </button>
          }
        >
          {t('earlier', { number: text.number })}
        </Note>
      )}
      {text.changeNote && (
        <p className="change-note">
          <b>{t('changeNote')}</b> {text.changeNote}
        </p>
      )}
      <Shown store={store} text={text} t={t} />
    </div>
  );
}

function Note({
  tone = 'info',
  action,
  children,
}: {
  readonly tone?: 'info' | 'amber';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={`banner ${tone}`} role="status">
      <span className="grow">{children}</span>
      {action}
    </div>
  );
}

/** Choice between changed parts and the full text, with the reading time of each. */
function Shown({ store, text, t }: Pick<Props, 'store' | 'text' | 't'>): ReactNode {
  useSignals();
  const compared = store.difference.value;
  const shown = store.shown.value;
  if (compared.status === 'none')
    return <p className="s muted minutes">{t('minutes', { count: Math.max(1, text.minutes) })}</p>;
  if (compared.status === 'failed')
    return (
      <Note
        tone="amber"
        action={
          <button type="button" className="btn small" onClick={() => void store.compare()}>
            {t('retry')}
          </button>
        }
      >
        {t('noChanges')}
      </Note>
    );
  const found = compared.status === 'ready' ? compared.difference : null;
  if (found?.changes === 0) return <p className="s muted minutes">{t('sameText')}</p>;
  return (
    <div className="row wrap shown">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form */}
      <div className="btn-group" role="group" aria-label={t('whatToShow')}>
        {(['changes', 'full'] as const).map((one) => (
          <button
            key={one}
            type="button"
            className="btn"
            aria-pressed={shown === one}
            onClick={() => {
              store.shown.value = one;
            }}
          >
            {t(one === 'changes' ? 'onlyChanges' : 'fullText')}
            {one === 'changes' && found && <span className="count quiet">{found.changes}</span>}
          </button>
        ))}
      </div>
      {found && (
        <span className="s muted">
          {t('minutesInstead', { count: Math.max(1, found.minutes), all: Math.max(1, text.minutes) })}
        </span>
      )}
    </div>
  );
}

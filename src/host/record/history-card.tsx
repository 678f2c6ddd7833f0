import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import type { RecordChange, RecordEvent } from '../../shared/contracts/registries.contract.ts';
import { formatDayAndTime } from '../../shared/locale/dates.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { RecordStore } from './record.store.ts';
import type { RecordText } from './record-text.ts';

interface Props {
  readonly store: RecordStore;
  /** A new version loads the history again. */
  readonly version: number;
  readonly t: RecordText;
}

/** Who changed the record and how, newest first. */
export function HistoryCard({ store, version, t }: Props): ReactNode {
  useSignals();
  const id = useId();
  const history = useMemo(() => store.history(), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version has a longer history
  useEffect(() => {
    void history.load();
    return history.stop;
  }, [history, version]);
  const state = history.state.value;
  return (
    <section className="card record-history" aria-labelledby={id}>
      <div className="card-head">
        <h2 className="t3" id={id}>
          {t('history')}
        </h2>
      </div>
      <div className="card-body stack stack-12">
        {state.status === 'loading' && <Skeleton rows={3} label={t('loading')} />}
        {state.status === 'failed' && (
          <Banner
            tone="red"
            action={
              <Button small onClick={() => void history.load()}>
                {t('retry')}
              </Button>
            }
          >
            {t('history.failed')}
          </Banner>
        )}
        {state.status === 'ready' && (
          <>
            <ol className="stack stack-12">
              {state.items.map((event) => (
                <Event key={event.id} event={event} t={t} />
              ))}
            </ol>
            {state.next && (
              <Button small onClick={() => void history.loadMore().catch(showProblem)}>
                {t('history.more')}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function Event({ event, t }: { readonly event: RecordEvent; readonly t: RecordText }): ReactNode {
  const { by, at, kind, changes } = event;
  return (
    <li className="stack record-event">
      <span className="xs muted">{[by?.name ?? t('history.system'), formatDayAndTime(at)].join(', ')}</span>
      {changes.length === 0 && <span className="s">{t(`history.${kind}`)}</span>}
      {changes.map((change) => (
        <Change key={change.field} change={change} t={t} />
      ))}
    </li>
  );
}

function Change({ change, t }: { readonly change: RecordChange; readonly t: RecordText }): ReactNode {
  const { field, label, before, after } = change;
  if (label === null && field === 'hold') {
    return <span className="s">{t(after === 'true' ? 'history.held' : 'history.freed')}</span>;
  }
  const name = label ?? t(field === 'owner' ? 'owner' : 'status');
  return (
    <span className="s record-change">
      <span className="second">{name}: </span>
      {before === null && after === null && t('history.other')}
      {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
    </span>
  );
}

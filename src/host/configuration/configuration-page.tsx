import { useSignals } from '@preact/signals-react/runtime';
import { Download } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import type { ConfigChange } from '../../shared/contracts/config.contract.ts';
import { formatDayAndTime, useMessages } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { saveBlob } from '../../shared/ui/save-blob.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useLoadedStore } from '../../shared/ui/use-loaded-store.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { configurationMessages } from './configuration.messages.ts';
import { type ConfigurationStore, createConfiguration } from './configuration.store.ts';
import type { ConfigurationText } from './configuration-text.ts';
import { countsText } from './counts-text.ts';
import type { PlanViewProps } from './plan-view.tsx';
import { UploadSection } from './upload-section.tsx';
import './configuration.css';

const PlanView = containedPart<'PlanView', PlanViewProps>(() => import('./plan-view.tsx'), 'PlanView');

/** The configuration of the organisation as a file, for the provider (BEY-22). */
export function ConfigurationPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Configuration send={send} />
    </DocumentWidget>
  );
}

function Configuration({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(configurationMessages);
  const store = useLoadedStore(() => createConfiguration({ send }));
  const state = store.state.value;
  const plan = store.plan.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  if (plan) {
    return (
      <Suspense>
        <PlanView key={`${plan.id} ${plan.state}`} plan={plan} store={store} t={t} />
      </Suspense>
    );
  }
  return (
    <div className="page config-page">
      <div className="row wrap config-head">
        <p className="second grow">{t('about')}</p>
        <DownloadButton store={store} t={t} />
      </div>
      <UploadSection store={store} t={t} />
      <section className="stack config-history" aria-label={t('history')}>
        <h2 className="t2">{t('history')}</h2>
        {state.changes.length === 0 ? (
          <EmptyState title={t('history.none')} text={t('history.none.more')} />
        ) : (
          <ul className="card config-rows">
            {state.changes.map((change) => (
              <ChangeRow key={change.id} change={change} store={store} t={t} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

interface PartProps {
  readonly store: ConfigurationStore;
  readonly t: ConfigurationText;
}

function DownloadButton({ store, t }: PartProps): ReactNode {
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    await store
      .download()
      .then((file) => saveBlob(file, 'verva-config.zip'), showProblem)
      .finally(() => setLoading(false));
  };
  return (
    <Button icon={Download} busy={isLoading} onClick={() => void download()}>
      {t('download')}
    </Button>
  );
}

const TONES = { planned: 'grey', applied: 'green', rolledBack: 'amber' } as const;

function ChangeRow({ change, store, t }: PartProps & { readonly change: ConfigChange }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const run = (work: Promise<unknown>) => {
    setBusy(true);
    void work.catch(showProblem).finally(() => setBusy(false));
  };
  const { id, state, rollbackOf, createdAt, createdBy, appliedAt, appliedBy, counts, canRollBack } = change;
  const who = (appliedBy ?? createdBy)?.name;
  const time = formatDayAndTime(appliedAt ?? createdAt);
  const name = t(rollbackOf ? 'change.rollback' : 'change.file', { time });
  return (
    <li className="row wrap config-row">
      <span className="stack grow">
        <span className="row wrap config-title">
          <span className="strong">{name}</span>
          <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
        </span>
        <span className="xs muted">{[who, countsText(t, counts)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="row">
        <Button small aria-label={`${t('open')}: ${name}`} onClick={() => run(store.open(id))}>
          {t('open')}
        </Button>
        {canRollBack && (
          <Button small busy={isBusy} aria-label={`${t('rollBack')}: ${name}`} onClick={() => run(store.rollBack(id))}>
            {t('rollBack')}
          </Button>
        )}
      </span>
    </li>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { Archive, Download } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { onLive } from '../../shared/api/live.ts';
import type { OrganisationExport } from '../../shared/contracts/organisation-export.contract.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { formatDayAndTime, formatFileSize, formatNumber } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import steps from '../../shared/ui/styles/steps.css?inline';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { ExportStore } from './export.store.ts';
import type { OrganisationsText } from './organisations-text.ts';

/** Reads the progress also when a live event was lost. */
const LOOK_MS = 10_000;

interface Props {
  readonly store: ExportStore;
  readonly t: OrganisationsText;
}

/** The export of an organisation: started, followed and downloaded here. */
export function ExportCard({ store, t }: Props): ReactNode {
  useStyles(steps);
  useSignals();
  const saving = useSaving();
  const state = store.state.value;
  const latest = state.status === 'ready' ? state.latest : null;
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  useFollowing(store, latest?.state === 'running');
  if (state.status === 'loading') return <Skeleton rows={2} label={t('loading')} />;
  if (state.status === 'failed') {
    return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  }
  const start = () => store.start().catch(showProblem);
  const download = () =>
    store.address().then(async (url) => {
      location.assign(url);
      await store.load();
    }, showProblem);
  return (
    <>
      <p className="s second">{t('export.more')}</p>
      {latest && <Latest latest={latest} t={t} />}
      <div className="row wrap">
        {latest?.state === 'ready' && (
          <Button kind="primary" icon={Download} busy={saving.isSaving} onClick={() => void saving.save(download)}>
            {t('export.download')}
          </Button>
        )}
        {latest?.state !== 'running' && (
          <Button icon={Archive} busy={saving.isSaving} onClick={() => void saving.save(start)}>
            {t(latest ? 'export.again' : 'export.start')}
          </Button>
        )}
      </div>
    </>
  );
}

function useFollowing({ load }: ExportStore, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const off = onLive(['export.progress', 'resync'], () => void load());
    const timer = setInterval(() => void load(), LOOK_MS);
    return () => {
      off();
      clearInterval(timer);
    };
  }, [load, isRunning]);
}

function Latest({ latest, t }: { readonly latest: OrganisationExport; readonly t: OrganisationsText }): ReactNode {
  const { state, tables, rows, files, bytes, readyAt, expiresAt, fetchedAt } = latest;
  switch (state) {
    case 'running':
      return (
        <div className="stack org-export">
          <p role="status">
            {t('export.running', { done: tables.done, total: tables.total, rows: formatNumber(rows) })}
          </p>
          <progress
            className="run-progress"
            aria-label={t('export.progress')}
            max={Math.max(tables.total, 1)}
            value={tables.done}
          />
        </div>
      );
    case 'ready':
      return (
        <p role="status">
          {t('export.ready', {
            rows: formatNumber(rows),
            files: formatNumber(files),
            size: formatFileSize(bytes),
            time: formatDayAndTime(expiresAt ?? readyAt ?? ''),
          })}
        </p>
      );
    case 'fetched':
      return <p>{t('export.fetched', { time: formatDayAndTime(fetchedAt ?? '') })}</p>;
    case 'expired':
      return <p>{t('export.expired')}</p>;
    case 'failed':
      return <p role="alert">{t('export.failed')}</p>;
  }
}

import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo } from 'react';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { MassAction } from '../../shared/contracts/mass-actions.contract.ts';
import { formatDayAndTime, useLanguage } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { MassText } from './mass-action-text.ts';
import { textIn } from './mass-action-words.ts';
import { createRuns } from './runs.store.ts';

interface Props {
  readonly signedIn: boolean;
  readonly onOpen: (id: string) => void;
  readonly t: MassText;
}

/** Earlier runs, newest first. */
export function RunsView({ signedIn, onOpen, t }: Props): ReactNode {
  useSignals();
  const language = useLanguage();
  const store = useMemo(() => createRuns(call), []);
  useEffect(() => {
    if (!signedIn) return;
    void store.load();
    return onLive(['mass.progress', 'resync'], ({ type, data }) => {
      if (type === 'mass.progress') store.receiveProgress(data);
      else void store.load();
    });
  }, [store, signedIn]);
  const now = store.runs.value;
  if (now.status === 'loading') return <Skeleton rows={6} label={t('loading')} />;
  if (now.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t('failed')} text={problemText(now.error)}>
        <Button onClick={() => void store.load()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  if (now.runs.length === 0) return <EmptyState title={t('noRuns')} text={t('noRunsMore')} />;
  return (
    <div className="page">
      <div className="card mass-card">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section className="mass-scroll" aria-label={t('runs')} tabIndex={0}>
          <table className="tbl mass-runs">
            <thead>
              <tr>
                <th scope="col" className="when">
                  {t('runs.when')}
                </th>
                <th scope="col">{t('runs.kind')}</th>
                <th scope="col" className="who">
                  {t('runs.outcome')}
                </th>
                <th scope="col" className="count-of">
                  {t('runs.count')}
                </th>
                <th scope="col" className="who">
                  {t('runs.by')}
                </th>
                <th scope="col" className="state">
                  {t('runs.state')}
                </th>
              </tr>
            </thead>
            <tbody>
              {now.runs.map((run) => (
                <tr key={run.id}>
                  <td className="when">
                    <button type="button" className="mass-link" onClick={() => onOpen(run.id)}>
                      {formatDayAndTime(run.created)}
                    </button>
                  </td>
                  <td className="name">{[run.processName, run.taskName].filter(Boolean).join(': ')}</td>
                  <td className="who">
                    {run.outcomeLabel ? textIn(run.outcomeLabel, language) : (run.action.outcome ?? '')}
                  </td>
                  <td className="count-of">{t('runs.of', { done: run.done, total: run.total })}</td>
                  <td className="who">{run.by.name}</td>
                  <td className="state">
                    <StateBadge run={run} t={t} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {now.next !== null && (
          <div className="list-foot">
            <Button small onClick={() => void store.load(true)}>
              {t('more')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function StateBadge({ run, t }: { readonly run: MassAction; readonly t: MassText }): ReactNode {
  if (run.state !== 'done') {
    return <Badge tone={run.state === 'stopped' ? 'grey' : 'info'}>{t(`state.${run.state}`)}</Badge>;
  }
  if (run.failed === 0) {
    return (
      <Badge tone="green" status="read">
        {t('state.done')}
      </Badge>
    );
  }
  return (
    <Badge tone="amber" status="notdue">
      {t('state.failures', { count: run.failed })}
    </Badge>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import { problemText } from '../../api/problem-text.ts';
import type { StatusChange } from '../../contracts/status-changes.contract.ts';
import { useStyles } from '../../element/use-styles.ts';
import { useLanguage } from '../../locale/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { showProblem } from '../../ui/show-problem.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import steps from '../../ui/styles/steps.css?inline';
import type { StatusChangeText } from './status-change-text.ts';
import type { StatusRun } from './status-run.ts';

interface Props {
  readonly run: StatusChange;
  readonly t: StatusChangeText;
}

/** Progress of a dry run, or of a run. */
export function RunProgressView({ run, t }: Props): ReactNode {
  useStyles(steps);
  const { done, failed, total, mode } = run;
  const text = t(mode === 'dry' ? 'checking' : 'running', { done: done + failed, total });
  return (
    <>
      <p className="t3" role="status">
        {text}
      </p>
      <progress className="run-progress" aria-label={t('progress')} max={Math.max(total, 1)} value={done + failed} />
      {mode === 'run' && <p className="s second">{t('running.hint')}</p>}
    </>
  );
}

/** Result of a run: numbers, reasons, and the records that were refused. */
export function RunResult({ run, store, t }: Props & { readonly store: StatusRun }): ReactNode {
  useSignals();
  const language = useLanguage();
  // Reasons come in the language of the request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the language changes
  useEffect(() => {
    if (run.failed > 0) void store.loadRefused().catch(showProblem);
  }, [store, run.failed, language]);
  const reasons = store.refusals.value;
  return (
    <>
      <Banner tone={run.failed > 0 || run.state === 'stopped' ? 'amber' : 'green'}>{summaryOf(run, t)}</Banner>
      {run.failed > 0 && (
        <section className="stack stack-12" aria-label={t('refused')}>
          <h3 className="t3">{t('refused')}</h3>
          {reasons.length > 1 && (
            <ul className="s second">
              {reasons.slice(0, REASONS).map(({ title, count }) => (
                <li key={title}>{t('reason', { reason: title, count })}</li>
              ))}
            </ul>
          )}
          <Refused store={store} t={t} />
        </section>
      )}
    </>
  );
}

const REASONS = 5;

function summaryOf(
  { mode, state, done, failed, total, statusTitle: status }: StatusChange,
  t: StatusChangeText,
): string {
  if (mode === 'dry') {
    if (done === 0) return t('checked.none', { status });
    return failed === 0 ? t('checked.all', { count: done, status }) : t('checked.some', { done, total, status });
  }
  if (state === 'stopped') return t('stopped', { done, failed, skipped: total - done - failed });
  return failed === 0 ? t('done', { count: done, status }) : t('done.failed', { done, failed, status });
}

function Refused({ store, t }: { readonly store: StatusRun; readonly t: StatusChangeText }): ReactNode {
  useSignals();
  const now = store.failed.items.value;
  if (now.status === 'loading') return <Skeleton rows={2} label={t('loading')} />;
  if (now.status === 'failed') {
    return (
      <p className="s second" role="alert">
        {problemText(now.error)}{' '}
        <Button small onClick={() => void store.failed.load()}>
          {t('again')}
        </Button>
      </p>
    );
  }
  return (
    <>
      <ul className="status-refused">
        {now.items.map(({ recordId, name, number, title }) => (
          <li key={recordId}>
            <span className="strong">{name || number || t('unseen')}</span>
            {name && number && <span className="second"> · {number}</span>}
            <span className="s second why">{title}</span>
          </li>
        ))}
      </ul>
      {now.next !== null && (
        <Button small onClick={() => void store.failed.loadMore()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useRef } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { MassAction } from '../../shared/contracts/mass-actions.contract.ts';
import { formatTime, useLanguage } from '../../shared/locale/index.ts';
import { useFollowing } from '../../shared/runs/use-following.ts';
import { session } from '../../shared/session/index.ts';
import { Count } from '../../shared/ui/badge.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { formatAmount } from '../../shared/ui/format-amount.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { ItemTable, isGone } from './item-table.tsx';
import type { MassText } from './mass-action-text.ts';
import { textIn } from './mass-action-words.ts';
import { Meter } from './meter.tsx';
import { Progress } from './progress.tsx';
import type { Run } from './run.store.ts';
import type { Wizard } from './wizard.store.ts';

/** Number of reasons above the table; the most frequent ones. */
const REASONS = 5;

interface Props {
  readonly wizard: Wizard;
  readonly onOpenTask: (taskId: string) => void;
  readonly t: MassText;
}

/** Results of the check before anything is executed: tasks that can be completed, and reasons for the others. */
export function CheckStep({ wizard, onOpenTask, t }: Props): ReactNode {
  useSignals();
  const { checking, starting, dry } = wizard;
  const language = useLanguage();
  useFollowing(dry.value, 'mass.progress', session.value.status === 'signed-in');
  if (checking.value.status === 'failed') {
    return (
      <EmptyState mark="failed" title={problemText(checking.value.error)}>
        <Button onClick={() => void wizard.check()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  const state = dry.value?.state.value;
  if (state?.status !== 'ready' || state.run.state !== 'done') {
    const run = state?.status === 'ready' ? state.run : null;
    const total = run?.total ?? wizard.choosing.count.value ?? 0;
    const done = run ? run.done + run.failed : 0;
    return (
      <section className="card card-body stack" aria-busy="true">
        <Progress text={t('checking', { done, total })} done={done} total={total} t={t} />
      </section>
    );
  }
  return (
    <>
      {starting.value.status === 'failed' && <Banner tone="red">{problemText(starting.value.error)}</Banner>}
      <Checked
        run={state.run}
        results={dry.value as Run}
        confirm={textIn(wizard.outcome.value?.confirm ?? {}, language)}
        onOpenTask={onOpenTask}
        t={t}
      />
    </>
  );
}

interface CheckedProps {
  readonly run: MassAction;
  readonly results: Run;
  /** Question of the form before the outcome is executed; empty if there is none. */
  readonly confirm: string;
  readonly onOpenTask: (taskId: string) => void;
  readonly t: MassText;
}

function Checked({ run, results, confirm, onOpenTask, t }: CheckedProps): ReactNode {
  useSignals();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void results.failed.load('failed');
    void results.passed.load('done');
    results.loadSummary().catch(showProblem);
    heading.current?.focus();
  }, [results]);
  const failed = results.failed.items.value;
  const isWhole = failed.status === 'ready' && failed.next === null;
  const gone = isWhole ? failed.items.filter(isGone).length : 0;
  const outcome = run.outcomeLabel ? textIn(run.outcomeLabel, language) : (run.action.outcome ?? '');
  const { done, total } = run;
  const { sums, refusals } = results.summary.value ?? { sums: [], refusals: [] };
  return (
    <>
      <div className="page-head">
        <div className="grow">
          <h2 className="t1" ref={heading} tabIndex={-1}>
            {t('check.title', { outcome, done, total })}
          </h2>
          <p className="second">{t('check.note', { time: formatTime(run.ended ?? run.created) })}</p>
        </div>
      </div>
      <Meter
        label={t('check.bar', { done, failed: run.failed })}
        parts={[
          { tone: 'good', label: t('check.pass'), count: done },
          { tone: 'wait', label: t('check.need'), count: run.failed - gone },
          ...(gone > 0 ? [{ tone: 'off', label: t('check.gone'), count: gone } as const] : []),
        ]}
      >
        {sums.map(({ key, label, amount, currency, scale, count }) => (
          <div key={`${key} ${currency} ${scale}`} className="sum">
            <dt>{t('check.sum', { field: textIn(label, language), count })}</dt>
            <dd>{formatAmount(amount, currency, scale)}</dd>
          </div>
        ))}
      </Meter>
      {done === 0 && <Banner tone="amber">{t('check.none')}</Banner>}
      {done > 0 && confirm !== '' && <Banner tone="amber">{confirm}</Banner>}
      {run.failed > 0 && (
        <section className="card mass-card">
          <div className="card-head">
            <h3 className="t3">{t('check.notPass')}</h3>
            <Count value={run.failed} quiet max={9999} />
          </div>
          {refusals.length > 1 && (
            <ul className="card-body s second">
              {refusals.slice(0, REASONS).map(({ title, count }) => (
                <li key={title}>{t('check.reason', { reason: title, count })}</li>
              ))}
            </ul>
          )}
          <ItemTable list={results.failed} label={t('check.notPass')} dry onOpenTask={onOpenTask} t={t} />
        </section>
      )}
      {done > 0 && (
        <section className="card mass-card">
          <div className="card-head">
            <h3 className="t3">{t('check.pass')}</h3>
            <Count value={done} quiet max={9999} />
          </div>
          <ItemTable list={results.passed} label={t('check.pass')} dry onOpenTask={onOpenTask} t={t} />
        </section>
      )}
    </>
  );
}

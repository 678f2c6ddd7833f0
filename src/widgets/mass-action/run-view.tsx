import { useSignals } from '@preact/signals-react/runtime';
import { Download, Plus, RotateCcw, Square, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import type { MassAction } from '../../shared/contracts/mass-actions.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { formatDayAndTime, useLanguage } from '../../shared/locale/index.ts';
import { useFollowing } from '../../shared/runs/use-following.ts';
import { shownSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { saveBlob } from '../../shared/ui/save-blob.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ItemTable } from './item-table.tsx';
import type { MassText } from './mass-action-text.ts';
import { textIn } from './mass-action-words.ts';
import { Meter } from './meter.tsx';
import { Progress } from './progress.tsx';
import { createRun, type ItemFilter, isOver, type Run } from './run.store.ts';
import { Steps } from './steps.tsx';

interface Props {
  readonly id: string;
  readonly signedIn: boolean;
  /** Opens another run. */
  readonly onOpen: (id: string) => void;
  readonly onNew: () => void;
  readonly onOpenTask: (taskId: string) => void;
  readonly t: MassText;
}

/** One run by its address: progress, results by task, and remaining actions. */
export function RunView({ id, signedIn, onOpen, onNew, onOpenTask, t }: Props): ReactNode {
  useSignals();
  const run = useMemo(() => createRun(call, id), [id]);
  useFollowing(run, 'mass.progress', signedIn);
  const now = run.state.value;
  if (now.status === 'loading') return <Skeleton rows={6} label={t('loading')} />;
  if (now.status === 'failed') {
    return (
      <EmptyState mark="failed" title={problemText(now.error)}>
        <Button onClick={() => void run.load()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="page">
        <Steps current="run" t={t} />
        <Head run={now.run} store={run} onOpen={onOpen} t={t} />
        {(isOver(now.run) || now.run.state === 'running') && (
          <Results run={now.run} store={run} onOpenTask={onOpenTask} t={t} />
        )}
      </div>
      <Foot run={now.run} store={run} onOpen={onOpen} onNew={onNew} t={t} />
    </>
  );
}

interface PartProps {
  readonly run: MassAction;
  readonly store: Run;
  readonly t: MassText;
}

function Head({ run, store, onOpen, t }: PartProps & Pick<Props, 'onOpen'>): ReactNode {
  const language = useLanguage();
  const widget = useWidget();
  const seconds = useSecondsUntil(run.held?.until, () => void store.load());
  const { done, failed, total } = run;
  const skipped = total - done - failed;
  const over = isOver(run);
  const wasOn = useRef(!over);
  useEffect(() => {
    if (!over || !wasOn.current) return;
    wasOn.current = false;
    widget.emit('verva-mass-action-ended', { runId: run.id, done, failed, total });
  }, [over, widget, run.id, done, failed, total]);
  const title = () => {
    switch (run.state) {
      case 'held':
        return t('run.held', { count: total, seconds });
      case 'queued':
        return t('run.queued');
      case 'running':
        return t('run.running', { done: done + failed, total });
      case 'done':
        return failed > 0 ? t('run.doneFailed', { done, failed }) : t('run.done', { done });
      case 'stopped':
        return done + failed === 0 ? t('run.undone') : t('run.stopped', { done, failed, skipped });
    }
  };
  const line = {
    process: run.processName ?? run.processKey ?? '',
    task: run.taskName ?? run.taskKey ?? '',
    outcome: run.outcomeLabel ? textIn(run.outcomeLabel, language) : (run.action.outcome ?? ''),
    name: run.by.name,
    time: formatDayAndTime(run.created),
  };
  return (
    <>
      <div className="page-head">
        <div className="grow">
          <div role="status">
            <h2 className="t1">{title()}</h2>
          </div>
          <p className="second">{t('run.line', line)}</p>
          {run.action.comment && <blockquote className="mass-status s">{run.action.comment}</blockquote>}
          {run.retryOf !== null && (
            <p className="s second">
              {t('run.again')}{' '}
              <Button kind="ghost" small onClick={() => onOpen(run.retryOf as string)}>
                {t('run.first')}
              </Button>
            </p>
          )}
        </div>
      </div>
      {over && total > 0 ? (
        <Meter
          label={title()}
          parts={[
            { tone: 'good', label: t('show.done'), count: done },
            { tone: 'wait', label: t('item.failed'), count: failed },
            ...(skipped > 0 ? [{ tone: 'off', label: t('show.skipped'), count: skipped } as const] : []),
          ]}
        />
      ) : (
        <section className="card card-body stack">
          <Progress
            text={run.state === 'held' ? t('startNote') : t('run.goesOn')}
            done={done + failed}
            total={total}
            t={t}
          />
        </section>
      )}
    </>
  );
}

function Results({ run, store, onOpenTask, t }: PartProps & Pick<Props, 'onOpenTask'>): ReactNode {
  useSignals();
  const over = isOver(run);
  const filter = store.shown.filter.value;
  const language = useLanguage();
  // Reasons come in the language of the request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the run ends or the language changes
  useEffect(() => {
    void store.shown.load();
  }, [store, over, language]);
  const left = run.total - run.done - run.failed;
  const filters: readonly ItemFilter[] = ['all', 'failed', 'done', ...(over && left > 0 ? (['skipped'] as const) : [])];
  return (
    <div className="card mass-card">
      <div className="card-head">
        <h3 className="t3">{t('results')}</h3>
        <span className="grow" />
        {/* biome-ignore lint/a11y/useSemanticElements: chips are not form fields */}
        <div className="row wrap" role="group" aria-label={t('show.label')}>
          {filters.map((one) => (
            <button
              key={one}
              type="button"
              className="chip"
              aria-pressed={filter === one}
              onClick={() => void store.shown.load(one)}
            >
              {t(`show.${one}`)}
            </button>
          ))}
        </div>
      </div>
      <ItemTable list={store.shown} label={t('results')} onOpenTask={onOpenTask} t={t} />
    </div>
  );
}

function Foot({ run, store, onOpen, onNew, t }: PartProps & Pick<Props, 'onOpen' | 'onNew'>): ReactNode {
  useSignals();
  const [busy, setBusy] = useState(false);
  const mine = run.by.key === shownSession.value?.user.key;
  const act = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const undone = run.total - run.done;
  const over = isOver(run);
  return (
    <footer className="outcomes">
      {mine && run.held && (
        <Button kind="primary" icon={Undo2} busy={busy} onClick={() => void act(() => store.undo(run.held!.id))()}>
          {t('undo')}
        </Button>
      )}
      {mine && (run.state === 'queued' || run.state === 'running') && (
        <Button icon={Square} busy={busy} onClick={() => void act(store.stop)()}>
          {busy ? t('stopping') : t('stop')}
        </Button>
      )}
      {mine && over && undone > 0 && (
        <Button
          kind="primary"
          icon={RotateCcw}
          busy={busy}
          onClick={() => void act(async () => onOpen((await store.retry(UNDO_SECONDS)).id))()}
        >
          {t('retryFailed', { count: undone })}
        </Button>
      )}
      {over && (
        <>
          <Button
            icon={Download}
            onClick={() =>
              void act(async () => {
                const table = new Blob([await store.table()], { type: 'text/csv;charset=utf-8' });
                saveBlob(table, `mass-action-${run.created.slice(0, 10)}.csv`);
              })()
            }
          >
            {t('export')}
          </Button>
          <Button icon={Plus} onClick={onNew}>
            {t('again')}
          </Button>
        </>
      )}
      <span className="grow" />
    </footer>
  );
}

/** Counts down the whole seconds until a time, then calls `onOver`. */
function useSecondsUntil(until: string | undefined, onOver: () => void): number {
  const left = () => (until ? Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)) : 0);
  const [seconds, setSeconds] = useState(left);
  const over = useRef(onOver);
  over.current = onOver;
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for another time only
  useEffect(() => {
    if (!until) return;
    setSeconds(left());
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) over.current();
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

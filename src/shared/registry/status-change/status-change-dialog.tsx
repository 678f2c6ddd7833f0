import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { call } from '../../api/index.ts';
import { problemText } from '../../api/problem-text.ts';
import { useMessages } from '../../locale/index.ts';
import { isOver } from '../../runs/run.store.ts';
import { useFollowing } from '../../runs/use-following.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveBlob } from '../../ui/save-blob.ts';
import { showProblem } from '../../ui/show-problem.ts';
import { RunProgressView, RunResult } from './run-result.tsx';
import { statusChangeMessages } from './status-change.messages.ts';
import { createStatusChange, type StatusChangeStore, type Target } from './status-change.store.ts';
import type { StatusChangeText } from './status-change-text.ts';
import { StatusChoice } from './status-choice.tsx';
import { STATUS_PROGRESS, type StatusRun } from './status-run.ts';

interface Props {
  readonly send: typeof call;
  readonly registry: string;
  readonly target: Target;
  /** How many records are selected, in words. */
  readonly about: string;
  /** A run to show instead of a choice. */
  readonly shown: StatusRun | null;
  /** A run has started that is no dry run. */
  readonly onStarted: (run: StatusRun) => void;
  readonly onClose: () => void;
}

/** Changes the status of the selected records: the choice, a dry run, the run and its result. */
export function StatusChangeDialog({ send, registry, target, about, shown, onStarted, onClose }: Props): ReactNode {
  useSignals();
  const t = useMessages(statusChangeMessages);
  // The selection at the time of opening.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is another dialog
  const store = useMemo(() => createStatusChange(send, registry, target, shown), []);
  const run = store.run.value;
  useFollowing(run, STATUS_PROGRESS);
  useEffect(() => {
    if (!shown) void store.load();
  }, [store, shown]);
  const isReal = run?.state.value.status === 'ready' && run.state.value.run.mode === 'run';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run
  useEffect(() => {
    if (run && isReal && run !== shown) onStarted(run);
  }, [run, isReal]);
  const { error } = store.sending.value;
  return (
    <Dialog title={t('title')} onClose={onClose} footer={<Foot store={store} onClose={onClose} t={t} />}>
      <div className="stack spaced">
        {error !== undefined && <Banner tone="red">{problemText(error)}</Banner>}
        {run ? <RunView run={run} t={t} /> : <StatusChoice store={store} about={about} t={t} />}
      </div>
    </Dialog>
  );
}

function RunView({ run, t }: { readonly run: StatusRun; readonly t: StatusChangeText }): ReactNode {
  useSignals();
  const now = run.state.value;
  if (now.status !== 'ready') return null;
  return isOver(now.run) ? (
    <RunResult key={now.run.id} run={now.run} store={run} t={t} />
  ) : (
    <RunProgressView run={now.run} t={t} />
  );
}

interface FootProps {
  readonly store: StatusChangeStore;
  readonly onClose: () => void;
  readonly t: StatusChangeText;
}

function Foot({ store, onClose, t }: FootProps): ReactNode {
  useSignals();
  const { isSending } = store.sending.value;
  const run = store.run.value;
  const load = run?.state.value;
  if (!run || load?.status !== 'ready') {
    return (
      <>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          kind="primary"
          busy={isSending}
          blocked={store.chosen.value === null}
          onClick={() => void store.check()}
        >
          {t('check')}
        </Button>
      </>
    );
  }
  const { mode, done, total } = load.run;
  const over = isOver(load.run);
  if (mode === 'dry') {
    return (
      <>
        <Button onClick={store.back}>{t('back')}</Button>
        {over && done > 0 && (
          <Button kind="primary" busy={isSending} onClick={() => void store.go()}>
            {t('go', { count: done })}
          </Button>
        )}
      </>
    );
  }
  if (!over) {
    return (
      <>
        <Button onClick={() => void run.stop().catch(showProblem)}>{t('stop')}</Button>
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </>
    );
  }
  const download = async () => saveBlob(new Blob([await run.table()], { type: 'text/csv;charset=utf-8' }), t('file'));
  return (
    <>
      <Button onClick={() => void download().catch(showProblem)}>{t('download')}</Button>
      {done < total && (
        <Button busy={isSending} onClick={() => void store.retry()}>
          {t('retry', { count: total - done })}
        </Button>
      )}
      <Button kind="primary" onClick={onClose}>
        {t('close')}
      </Button>
    </>
  );
}

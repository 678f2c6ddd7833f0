import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Undo2, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, call } from '../../../shared/api/index.ts';
import { onLive } from '../../../shared/api/live.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { ImportRun } from '../../../shared/contracts/imports.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { formatDayAndTime, useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FileButton } from '../../../shared/ui/file-button.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { StatusShape } from '../../../shared/ui/status-shape.tsx';
import { Steps } from '../../../shared/ui/steps.tsx';
import styles from '../../../shared/ui/styles/imports.css?inline';
import table from '../../../shared/ui/styles/table.css?inline';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { importMessages } from './import.messages.ts';
import { type Choices, createImportStore, type ImportState, type ImportStore } from './import.store.ts';
import { ImportRows, STATUS_OF, VERBS } from './import-rows.tsx';
import type { ImportText } from './import-text.ts';

/** Polling interval during a run, because live events can be lost or switched off. */
const LOOK_MS = 3000;
const STEP_OF = { choosing: 0, planning: 0, planned: 1, running: 2, ended: 3 } as const;

/** Import of users from a CSV file: the file, what would change, the result and its undo (ADM-08). */
export function ImportView({ onClose }: { readonly onClose: () => void }): ReactNode {
  useSignals();
  useStyles(table);
  useStyles(styles);
  const t = useMessages(importMessages);
  const [store] = useState(() => createImportStore(call));
  const state = store.state.value;
  useFollowing(store, state.status === 'running');
  return (
    <div className="users import">
      <div className="user-head">
        <Button kind="ghost" icon={ArrowLeft} aria-label={t('back')} className="icon" onClick={onClose} />
        <h1 className="t2 grow">{t('title')}</h1>
        <Steps
          steps={[t('step.file'), t('step.check'), t('step.run')]}
          current={STEP_OF[state.status]}
          label={t('steps')}
        />
      </div>
      <div className="import-body">
        <Step store={store} state={state} t={t} />
      </div>
      {state.status === 'planned' && <PlanFoot store={store} state={state} t={t} />}
    </div>
  );
}

interface StepProps {
  readonly store: ImportStore;
  readonly state: ImportState;
  readonly t: ImportText;
}

function Step({ store, state, t }: StepProps): ReactNode {
  switch (state.status) {
    case 'choosing':
      return <FileStep store={store} error={state.error} t={t} />;
    case 'planning':
      return <Skeleton rows={6} label={t('checking')} />;
    case 'planned':
      return (
        <>
          <Figures store={store} run={state.run} t={t} />
          <ImportRows store={store} run={state.run} t={t} />
        </>
      );
    case 'running':
      return <Progress run={state.run} t={t} />;
    case 'ended':
      return <Result store={store} state={state} t={t} />;
  }
}

function useFollowing(store: ImportStore, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const off = onLive(['import.progress', 'resync'], () => void store.refresh());
    const timer = setInterval(() => void store.refresh(), LOOK_MS);
    void store.refresh();
    return () => {
      off();
      clearInterval(timer);
    };
  }, [store, isRunning]);
}

function FileStep({ store, error, t }: { store: ImportStore; error: unknown; t: ImportText }): ReactNode {
  const [choices, setChoices] = useState<Choices>({ invite: false, disablesMissing: false });
  const isUnknown = error instanceof ApiError && error.code === 'import.unknown_column';
  const tick = (name: keyof Choices, text: string) => (
    <label className="tick">
      <input
        type="checkbox"
        className="check"
        checked={choices[name]}
        onChange={({ target }) => setChoices({ ...choices, [name]: target.checked })}
      />
      <span>{text}</span>
    </label>
  );
  return (
    <section className="card import-file" aria-label={t('file')}>
      {error !== undefined && (
        <Banner
          tone="red"
          action={
            isUnknown && (
              <Button small onClick={() => void store.ignoreUnknown()}>
                {t('columns.ignore')}
              </Button>
            )
          }
        >
          {problemText(error)}
        </Banner>
      )}
      <p>{t('file.hint')}</p>
      <p className="second">{t('file.key')}</p>
      {tick('invite', t('invite'))}
      {tick('disablesMissing', t('missing'))}
      <FileButton
        kind="primary"
        icon={Upload}
        accept=".csv,text/csv"
        onChoose={([file]) => void store.choose(file, choices)}
      >
        {t('choose')}
      </FileButton>
    </section>
  );
}

function Figures({ store, run, t }: { store: ImportStore; run: ImportRun; t: ImportText }): ReactNode {
  const { counts } = run;
  const shown = VERBS.filter((verb) => counts[verb] > 0 || (verb !== 'disable' && verb !== 'remove'));
  return (
    <dl className="card import-figures">
      {shown.map((verb) => (
        <div key={verb}>
          <dt>
            <StatusShape status={STATUS_OF[verb]} /> {t(verb)}
          </dt>
          <dd>{counts[verb]}</dd>
        </div>
      ))}
      <div className="import-source">
        <dt>{t('file')}</dt>
        <dd>
          <span className="strong cut">{store.fileName()}</span>
          <span className="s second">{t('rows', { count: run.total, key: run.options.key })}</span>
        </dd>
      </div>
    </dl>
  );
}

function PlanFoot({
  store,
  state,
  t,
}: {
  store: ImportStore;
  state: ImportState & { status: 'planned' };
  t: ImportText;
}) {
  const { run, isStarting, error } = state;
  const [typed, setTyped] = useState('');
  const { add, change, disable } = run.counts;
  const count = add + change + disable;
  const needed = run.confirm;
  const isConfirmed = needed === null || typed.trim() === String(needed);
  const start = () => void store.start(needed ?? undefined);
  return (
    <footer className="commit import-commit">
      {error !== undefined && <Banner tone="red">{problemText(error)}</Banner>}
      {needed !== null && (
        <TextField
          label={t('confirm')}
          hint={t('confirm.hint', { count: needed })}
          value={typed}
          onChange={setTyped}
          maxLength={6}
        />
      )}
      <Button kind="primary" busy={isStarting} blocked={count === 0 || !isConfirmed} onClick={start}>
        {t('go', { count })}
      </Button>
      <Button onClick={store.restart}>{t('cancel')}</Button>
      <span className="s second grow" role="status">
        {count === 0 ? t('go.nothing') : t('go.state')}
      </span>
    </footer>
  );
}

function Progress({ run, t }: { readonly run: ImportRun; readonly t: ImportText }): ReactNode {
  const { add, change, disable, remove, refuse } = run.counts;
  const total = run.mode === 'undo' ? run.total : add + change + disable + remove;
  const done = Math.min(run.done + (run.mode === 'undo' ? refuse : 0), total);
  return (
    <section className="card import-file" aria-label={t('progress')}>
      <p className="t3" role="status">
        {t(run.mode === 'undo' ? 'undoing' : 'running', { done, total })}
      </p>
      <progress className="run-progress" aria-label={t('progress')} max={Math.max(total, 1)} value={done} />
    </section>
  );
}

function Result({ store, state, t }: { store: ImportStore; state: ImportState & { status: 'ended' }; t: ImportText }) {
  const { run, isUndoing, error } = state;
  const text =
    run.state === 'stopped' ? t('done.stopped') : t(run.mode === 'undo' ? 'done.undo' : 'done', { count: run.done });
  return (
    <>
      {error !== undefined && <Banner tone="red">{problemText(error)}</Banner>}
      <Banner
        tone={run.state === 'stopped' || run.counts.refuse > 0 ? 'amber' : 'green'}
        action={
          <span className="import-actions">
            {run.undoUntil !== null && (
              <Button icon={Undo2} busy={isUndoing} onClick={() => void store.undo()}>
                {t('undo')}
              </Button>
            )}
            <Button onClick={store.restart}>{t('again')}</Button>
          </span>
        }
      >
        {text} {run.undoUntil !== null && t('undo.until', { date: formatDayAndTime(run.undoUntil) })}
      </Banner>
      <Figures store={store} run={run} t={t} />
      <ImportRows store={store} run={run} t={t} />
    </>
  );
}

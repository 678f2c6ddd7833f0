import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Undo2, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { isElementToken } from '../administration/token-scopes.ts';
import { ApiError, call } from '../api/index.ts';
import { onLive } from '../api/live.ts';
import { problemText } from '../api/problem-text.ts';
import type { ImportRun } from '../contracts/imports.contract.ts';
import { useStyles } from '../element/use-styles.ts';
import { formatDayAndTime, useMessages } from '../locale/index.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatusShape } from '../ui/status-shape.tsx';
import { Steps } from '../ui/steps.tsx';
import styles from '../ui/styles/imports.css?inline';
import pageStyles from '../ui/styles/settings-table.css?inline';
import table from '../ui/styles/table.css?inline';
import { TextField } from '../ui/text-field.tsx';
import { importMessages } from './import.messages.ts';
import {
  type Choices,
  createImportStore,
  type ImportDone,
  type ImportedResource,
  type ImportState,
  type ImportStore,
  NO_CHOICES,
} from './import.store.ts';
import { ImportRows, STATUS_OF, VERBS } from './import-rows.tsx';
import type { ImportText } from './import-text.ts';

/** Polling interval during a run, because live events can be lost or switched off. */
const LOOK_MS = 3000;
const STEP_OF = { choosing: 0, planning: 0, planned: 1, running: 2, ended: 3 } as const;

interface Props {
  readonly resource: ImportedResource;
  readonly onClose: () => void;
  readonly onDone: (done: ImportDone) => void;
}

/** Import from a CSV file: the file, what would change, the result and its undo (ADM-08). */
export function ImportView({ resource, onClose, onDone }: Props): ReactNode {
  useSignals();
  useStyles(pageStyles);
  useStyles(table);
  useStyles(styles);
  const t = useMessages(importMessages);
  const [store] = useState(() => createImportStore(call, resource));
  const state = store.state.value;
  useFollowing(store, state.status === 'running');
  const ended = state.status === 'ended' ? state.run : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run, and for its undo
  useEffect(() => {
    if (ended) onDone({ runId: ended.id, counts: ended.counts });
  }, [ended?.id, ended?.mode]);
  return (
    <div className="settings-table import">
      <div className="settings-head import-head">
        <Button kind="ghost" icon={ArrowLeft} aria-label={t('back')} className="icon" onClick={onClose} />
        <h1 className="t2 grow">{titleOf(resource, t)}</h1>
        <Steps
          steps={[t('step.file'), t('step.check'), t('step.run')]}
          current={STEP_OF[state.status]}
          label={t('steps')}
        />
      </div>
      <div className="import-body">
        <Step resource={resource} store={store} state={state} t={t} />
      </div>
      {state.status === 'planned' && <PlanFoot resource={resource} store={store} state={state} t={t} />}
    </div>
  );
}

interface StepProps {
  readonly resource: ImportedResource;
  readonly store: ImportStore;
  readonly state: ImportState;
  readonly t: ImportText;
}

function Step({ resource, store, state, t }: StepProps): ReactNode {
  switch (state.status) {
    case 'choosing':
      return <FileStep resource={resource} store={store} error={state.error} t={t} />;
    case 'planning':
      return <Skeleton rows={6} label={t('checking')} />;
    case 'planned':
      return (
        <>
          <Figures store={store} run={state.run} t={t} />
          <Mapping run={state.run} t={t} />
          <ImportRows resource={resource} store={store} run={state.run} t={t} />
        </>
      );
    case 'running':
      return <Progress run={state.run} t={t} />;
    case 'ended':
      return <Result resource={resource} store={store} state={state} t={t} />;
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

interface FileProps {
  readonly resource: ImportedResource;
  readonly store: ImportStore;
  readonly error: unknown;
  readonly t: ImportText;
}

function FileStep({ resource, store, error, t }: FileProps): ReactNode {
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const isUnknown = error instanceof ApiError && error.code === 'import.unknown_column';
  const tick = (name: 'invite' | 'disablesMissing', text: string) => (
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
      {resource === 'people' ? (
        <>
          <p>{t('file.hint')}</p>
          <p className="second">{t('file.key')}</p>
          {tick('invite', t('invite'))}
          {!isElementToken() && (
            <>
              {tick('disablesMissing', t('missing'))}
              <LeaverChoice value={choices.leavers} onChange={(leavers) => setChoices({ ...choices, leavers })} t={t} />
            </>
          )}
        </>
      ) : (
        <Columns resource={resource} t={t} />
      )}
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

type Others = Exclude<ImportedResource, 'people'>;

function titleOf(resource: ImportedResource, t: ImportText): string {
  if (typeof resource !== 'string') return t('title.records', { title: resource.title });
  return resource === 'people' ? t('title') : t(`title.${resource}`);
}

/** The columns of a file, and how entries are found. */
function Columns({ resource, t }: { readonly resource: Others; readonly t: ImportText }): ReactNode {
  const isOwn = typeof resource === 'string';
  return (
    <>
      <p>{isOwn ? t('columns.hint', { columns: t(`columns.${resource}`) }) : t('columns.records')}</p>
      <p className="second">{isOwn ? t(`key.${resource}`) : t('key.records')}</p>
    </>
  );
}

/** The headings of the file with the columns that they were read as. */
function Mapping({ run, t }: { readonly run: ImportRun; readonly t: ImportText }): ReactNode {
  if (run.columns.length === 0) return null;
  return (
    <details className="card import-mapping">
      <summary>{t('mapping', { count: run.columns.filter(({ field }) => field !== null).length })}</summary>
      <ul>
        {run.columns.map(({ heading, title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file can have a heading twice
          <li key={index}>
            {heading} <span className="second">→ {title ?? t('mapping.none')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface LeaverProps {
  readonly value: Choices['leavers'];
  readonly onChange: (value: Choices['leavers']) => void;
  readonly t: ImportText;
}

/** What happens to the open tasks of users whom the file deactivates. */
function LeaverChoice({ value, onChange, t }: LeaverProps): ReactNode {
  const id = useId();
  return (
    <fieldset className="import-leavers">
      <legend className="strong">{t('leavers')}</legend>
      {(['manager', 'keep'] as const).map((choice) => (
        <label key={choice} className="tick">
          <input
            type="radio"
            className="check"
            name={id}
            checked={value === choice}
            onChange={() => onChange(choice)}
          />
          <span>{t(`leavers.${choice}`)}</span>
        </label>
      ))}
    </fieldset>
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
      {run.openTasks > 0 && (
        <div className="import-tasks">
          <dt>{t('tasks')}</dt>
          <dd>
            {run.openTasks} <span className="s second">{t(`tasks.${run.options.leavers}`)}</span>
          </dd>
        </div>
      )}
      <div className="import-source">
        <dt>{t('file')}</dt>
        <dd>
          <span className="strong cut">{store.fileName()}</span>
          <span className="s second">
            {run.options.key === ''
              ? t('rows.new', { count: run.total })
              : t('rows', { count: run.total, key: run.options.key })}
          </span>
        </dd>
      </div>
    </dl>
  );
}

function PlanFoot({ resource, store, state, t }: StepProps & { readonly state: { readonly status: 'planned' } }) {
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
        {t(resource === 'people' ? 'go' : 'go.rows', { count })}
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

function Result({ resource, store, state, t }: StepProps & { readonly state: { readonly status: 'ended' } }) {
  const { run, isUndoing, error } = state;
  // An undo can remove users, which elements do not.
  const undoUntil = isElementToken() ? null : run.undoUntil;
  const movesTasks = run.openTasks > 0 && run.options.leavers === 'manager';
  const done = run.mode === 'undo' ? 'done.undo' : 'done';
  const text =
    run.state === 'stopped'
      ? t(typeof resource === 'string' ? 'done.stopped' : 'done.stopped.records')
      : t(resource === 'people' ? done : `${done}.rows`, { count: run.done });
  return (
    <>
      {error !== undefined && <Banner tone="red">{problemText(error)}</Banner>}
      <Banner
        tone={run.state === 'stopped' || run.counts.refuse > 0 ? 'amber' : 'green'}
        action={
          <span className="import-actions">
            {undoUntil !== null && (
              <Button icon={Undo2} busy={isUndoing} onClick={() => void store.undo()}>
                {t('undo')}
              </Button>
            )}
            <Button onClick={store.restart}>{t('again')}</Button>
          </span>
        }
      >
        {text} {undoUntil !== null && t('undo.until', { date: formatDayAndTime(undoUntil) })}{' '}
        {undoUntil !== null && movesTasks && t('undo.tasks')}
      </Banner>
      <Figures store={store} run={run} t={t} />
      <ImportRows resource={resource} store={store} run={run} t={t} />
    </>
  );
}

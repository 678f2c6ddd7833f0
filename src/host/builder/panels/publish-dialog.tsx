import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { type FormTasks, listFormTasks, moveFormTasks } from '../../../shared/contracts/form-tasks.contract.ts';
import { type Loaded, useLoaded } from '../../../shared/lists/use-loaded.ts';
import { formatDayAndTime, LANGUAGE_NAMES, useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ChoiceControl } from '../../../shared/ui/choice-control.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { RetryBanner } from '../../../shared/ui/retry-banner.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { builderMessages } from '../builder.messages.ts';
import type { BuilderStore } from '../builder.store.ts';
import { labelText } from '../builder-text.ts';
import { nodeLabel } from '../edits/edit.ts';
import { type NodeId, placesOf } from '../edits/tree.ts';
import { useFaultText } from '../fault-text.ts';
import type { PanelProps, PanelsText } from './panel.ts';
import { panelsMessages } from './panels.messages.ts';
import { missingIn, textsOf } from './texts/all-texts.ts';
import { ChangeList } from './versions/change-list.tsx';
import { useVersionBody } from './versions/use-versions.ts';
import './panels.css';

export interface PublishDialogProps extends PanelProps {
  readonly onClose: () => void;
}

type State =
  | { readonly status: 'asking' | 'publishing' | 'moving' }
  | { readonly status: 'refused'; readonly error: unknown }
  /** The version was published, but the tasks could not be moved to it. */
  | { readonly status: 'notMoved'; readonly error: unknown };

/** Which open tasks are moved to the new version. */
type Moving = 'none' | 'all' | 'some';

/** Shows problems, changes and affected tasks, then publishes the draft as a version. */
export function PublishDialog({ store, show, showMissing, onClose }: PublishDialogProps): ReactNode {
  useSignals();
  const t = useMessages(panelsMessages);
  const { formId } = store;
  const [published] = useState(() => store.form.peek()?.published ?? null);
  const [note, setNote] = useState('');
  const [moving, setMoving] = useState<Moving>('none');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [state, setState] = useState<State>({ status: 'asking' });
  const [tasks, retry] = useLoaded<FormTasks>(formId, (signal) =>
    call(listFormTasks, { params: { id: formId }, query: { next: true }, signal }),
  );
  const problems = store.problems.value;
  const refused = state.status === 'refused' && state.error instanceof ApiError ? state.error.errors : [];
  const faults =
    problems.length > 0 ? problems : refused.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/body/, '') }));
  const isBusy = state.status === 'publishing' || state.status === 'moving';
  const isDone = state.status === 'notMoved';

  useEffect(() => {
    void store.save();
  }, [store]);

  async function go(): Promise<void> {
    if (!isDone) {
      setState({ status: 'publishing' });
      try {
        const { number } = await store.publish(note);
        showSnack({ text: t('publish.done', { number }), icon: Check });
      } catch (error) {
        setState({ status: 'refused', error });
        return;
      }
    }
    if (moving === 'none' || (moving === 'some' && picked.size === 0)) {
      onClose();
      return;
    }
    setState({ status: 'moving' });
    try {
      const moved = await moveTasks(formId, moving === 'all' ? null : [...picked]);
      showSnack({ text: t('publish.moved', { count: moved }), icon: Check });
      onClose();
    } catch (error) {
      setState({ status: 'notMoved', error });
    }
  }

  return (
    <Dialog
      title={t('publish.title')}
      onClose={() => {
        if (!isBusy) onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t(isDone ? 'close' : 'cancel')}</Button>
          <Button kind="primary" busy={isBusy} blocked={faults.length > 0} onClick={() => void go()}>
            {t(isDone ? 'publish.moveAgain' : 'publish')}
          </Button>
        </>
      }
    >
      <div className="pn-publish">
        {(state.status === 'refused' || isDone) && faults.length === 0 && (
          <Banner tone="red">{problemText(state.error)}</Banner>
        )}
        {faults.length > 0 && (
          <Faults
            store={store}
            faults={faults}
            t={t}
            onShow={(node) => {
              onClose();
              show(node);
            }}
          />
        )}
        {faults.length === 0 && !isDone && (
          <Untranslated
            store={store}
            t={t}
            onShow={(languageId) => {
              onClose();
              showMissing?.(languageId);
            }}
          />
        )}
        {faults.length === 0 && !isDone && (
          <TextField
            label={t('publish.note')}
            aside={t('optional')}
            hint={t('publish.note.hint')}
            rows={2}
            maxLength={1000}
            value={note}
            onChange={setNote}
          />
        )}
        {faults.length === 0 && (
          <Running
            tasks={tasks}
            retry={retry}
            published={published}
            moving={moving}
            setMoving={setMoving}
            picked={picked}
            setPicked={setPicked}
            t={t}
          />
        )}
        {!isDone && <Difference store={store} published={published} t={t} />}
      </div>
    </Dialog>
  );
}

/** Moves tasks in batches of the size the server accepts. */
async function moveTasks(formId: string, taskIds: string[] | null): Promise<number> {
  let count = 0;
  for (;;) {
    const body = taskIds === null ? {} : { taskIds };
    const { moved, more } = await call(moveFormTasks, { params: { id: formId }, body });
    count += moved;
    if (!more || moved === 0) return count;
  }
}

interface FaultsProps {
  readonly store: BuilderStore;
  readonly faults: readonly FieldError[];
  readonly onShow: (node: NodeId | null) => void;
  readonly t: PanelsText;
}

/** Problems that prevent publishing, each with a link to its node. */
function Faults({ store, faults, onShow, t }: FaultsProps): ReactNode {
  const names = useMessages(builderMessages);
  const textOfFault = useFaultText();
  const language = useLanguage();
  const places = [...placesOf(store.body.peek()).values()];
  const nodeOf = (pointer: string) =>
    places.filter((place) => pointer.startsWith(`${place.pointer}/`) || pointer === place.pointer).at(-1);
  return (
    <>
      <Banner tone="red">{t('publish.faulty', { count: faults.length })}</Banner>
      <ul className="pn-issues">
        {faults.slice(0, 30).map((fault, index) => {
          const place = nodeOf(fault.pointer);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: several problems can have the same position
            <li key={index} className="s">
              <button type="button" className="link" onClick={() => onShow(place?.id ?? null)}>
                {labelText(nodeLabel(place && place.depth > 0 ? place.node : undefined), language, names)}
              </button>{' '}
              {textOfFault(fault)}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface UntranslatedProps {
  readonly store: BuilderStore;
  readonly onShow: (languageId: string) => void;
  readonly t: PanelsText;
}

/** Languages that lack texts, each with a link to them. Users of these languages see those texts in English. */
function Untranslated({ store, onShow, t }: UntranslatedProps): ReactNode {
  useSignals();
  const all = textsOf(store.body.value);
  const lacking = LANGUAGES.map((id) => ({ id, count: missingIn(all, id) })).filter(({ count }) => count > 0);
  if (lacking.length === 0) return null;
  return (
    <Banner tone="amber">
      {t('publish.untranslated')}
      <ul className="pn-lacking">
        {lacking.map(({ id, count }) => (
          <li key={id}>
            <button type="button" className="link" onClick={() => onShow(id)}>
              {t('publish.lacking', { language: LANGUAGE_NAMES[id], count })}
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

interface RunningProps {
  readonly tasks: Loaded<FormTasks>;
  readonly retry: () => void;
  readonly published: number | null;
  readonly moving: Moving;
  readonly setMoving: (moving: Moving) => void;
  readonly picked: ReadonlySet<string>;
  readonly setPicked: (picked: ReadonlySet<string>) => void;
  readonly t: PanelsText;
}

/** Open tasks keep the version they started with unless the author moves them. */
function Running({ tasks, retry, moving, setMoving, picked, setPicked, t }: RunningProps): ReactNode {
  if (tasks.status === 'loading') return <Skeleton rows={2} />;
  if (tasks.status === 'failed') {
    return <RetryBanner error={tasks.error} onRetry={retry} label={t('retry')} />;
  }
  const { versions } = tasks.value;
  const open = versions.reduce((sum, version) => sum + version.open, 0);
  if (open === 0) return <p className="s muted">{t('publish.noTasks')}</p>;
  const counts = versions.map(({ number, open: count }) => t('publish.ofVersion', { number, count })).join(', ');
  return (
    <fieldset className="pn-running">
      <legend className="strong">{t('publish.tasks', { count: open })}</legend>
      <p className="s muted">{counts}</p>
      {moving !== 'some' && (
        <details className="s">
          <summary>{t('publish.which')}</summary>
          <TaskList tasks={tasks.value} t={t} />
        </details>
      )}
      {(['none', 'all', 'some'] as const).map((one) => (
        <ChoiceControl
          key={one}
          oneOf="moving"
          label={t(`publish.move.${one}`)}
          checked={moving === one}
          onChange={() => setMoving(one)}
        />
      ))}
      {moving === 'some' && <TaskChoice tasks={tasks.value} picked={picked} setPicked={setPicked} t={t} />}
    </fieldset>
  );
}

interface TaskListProps {
  readonly tasks: FormTasks;
  /** Renders an item with a checkbox; without it, items are listed only. */
  readonly tick?: (id: string, name: ReactNode, about: ReactNode) => ReactNode;
  readonly t: PanelsText;
}

function TaskList({ tasks, tick, t }: TaskListProps): ReactNode {
  return (
    <ul className="pn-tasks">
      {tasks.tasks.map(({ id, name, businessKey, number, assignee, created, isStarted }) => {
        const title = (
          <>
            {name} {businessKey && <span className="mono xs muted">{businessKey}</span>}
          </>
        );
        const about = (
          <>
            {t('publish.task', {
              number,
              who: assignee?.name ?? t('publish.nobody'),
              when: formatDayAndTime(created),
            })}
            {isStarted && ` · ${t('publish.started')}`}
          </>
        );
        return (
          <li key={id}>
            {tick?.(id, title, about) ?? (
              <span className="stack">
                <span>{title}</span>
                <span className="xs muted">{about}</span>
              </span>
            )}
          </li>
        );
      })}
      {tasks.more && <li className="s muted">{t('publish.more')}</li>}
    </ul>
  );
}

function TaskChoice({
  tasks,
  picked,
  setPicked,
  t,
}: Pick<RunningProps, 'picked' | 'setPicked' | 't'> & { readonly tasks: FormTasks }): ReactNode {
  const put = (id: string, isChecked: boolean) => {
    const next = new Set(picked);
    if (isChecked) next.add(id);
    else next.delete(id);
    setPicked(next);
  };
  return (
    <TaskList
      tasks={tasks}
      tick={(id, name, about) => (
        <ChoiceControl
          label={name}
          hint={about}
          checked={picked.has(id)}
          onChange={(isChecked) => put(id, isChecked)}
        />
      )}
      t={t}
    />
  );
}

function Difference({
  store,
  published,
  t,
}: {
  readonly store: BuilderStore;
  readonly published: number | null;
  readonly t: PanelsText;
}): ReactNode {
  useSignals();
  const [before] = useVersionBody(store.formId, published);
  if (published === null) return <p className="s muted">{t('publish.first')}</p>;
  return (
    <section aria-label={t('publish.difference', { number: published })}>
      <h3 className="t3">{t('publish.difference', { number: published })}</h3>
      {before.status === 'loading' && <Skeleton rows={3} />}
      {before.status === 'failed' && <p className="s tone-red">{problemText(before.error)}</p>}
      {before.status === 'ready' && before.value && <ChangeList before={before.value} after={store.body.value} />}
    </section>
  );
}

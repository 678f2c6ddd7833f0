import { useSignals } from '@preact/signals-react/runtime';
import { Check, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import type { MultiAction } from '../../shared/contracts/all-tasks.contract.ts';
import { type PropertiesOf, useWidget, type VervaEvent, watchForElements } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { isForeignPage, session, shownSession, uiStorage } from '../../shared/session/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { downloadFile } from '../../shared/ui/download-file.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import table from '../../shared/ui/styles/table.css?inline';
import styles from '../../shared/ui/styles/tasks.css?inline';
import { filterColumns } from './columns.ts';
import type { BulkAction } from './offers.ts';
import { addressOf, readQuestion } from './query.ts';
import { type Outcome, SELECTED_MOST } from './selection.store.ts';
import { Pager, Table } from './table.tsx';
import { tasksMessages } from './tasks.messages.ts';
import { createTasksStore } from './tasks.store.ts';
import { Tools } from './tools.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

const BulkBar = containedPart(() => import('./bulk-bar.tsx'), 'BulkBar');
const CompleteDialog = containedPart(() => import('./complete-dialog.tsx'), 'CompleteDialog');
const BulkDialog = containedPart(() => import('./bulk-dialog.tsx'), 'BulkDialog');
const ResultDialog = containedPart(() => import('./result-dialog.tsx'), 'ResultDialog');
const LoadPanel = containedPart(() => import('./load-panel.tsx'), 'LoadPanel');

type TasksProps = PropertiesOf<'verva-tasks'>;

/** Interval that merges a burst of events into one reload. */
const REFRESH_AFTER_MS = 400;

/** Tasks of all users, for administrators and members of `alltasks`. Starts without the state of a previous user. */
export function Tasks(props: TasksProps): ReactNode {
  useSignals();
  const shown = shownSession.value;
  return <TasksOf key={shown ? `${shown.user.key} ${shown.tenant.tenantId}` : ''} {...props} />;
}

function TasksOf({ taskId, query = '' }: TasksProps): ReactNode {
  useSignals();
  useStyles(table);
  useStyles(styles);
  const t = useMessages(tasksMessages);
  const widget = useWidget();
  // The initial query; later ones come from the user, or from Back.
  const [store] = useState(() =>
    createTasksStore({
      send: call,
      storage: isForeignPage() ? undefined : uiStorage,
      asked: readQuestion(query),
      changed: (asked) => void widget.emit('verva-tasks-changed', { query: addressOf(asked) }),
    }),
  );
  const [open, setOpen] = useState<string | null>(taskId ?? null);
  const [asking, setAsking] = useState<Exclude<BulkAction, 'export' | 'read' | 'unread'> | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const isLoadOpen = store.asked.value.panel === 'workload';
  const setLoadOpen = (on: boolean) => void store.ask({ panel: on ? 'workload' : null });
  const pane = useRef<HTMLDivElement>(null);
  const isSignedIn = session.value.status === 'signed-in';
  const groups = shownSession.value?.user.groups ?? [];
  const isAdmin = groups.includes('admin') || groups.includes('verva.admin');
  const columns = filterColumns(t, store.processes.value);

  useEffect(() => setOpen(taskId ?? null), [taskId]);
  useEffect(() => store.askFrom(readQuestion(query)), [store, query]);
  useEffect(() => {
    if (!isSignedIn) return;
    void store.load();
    void store.loadChoices();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void store.reload(), REFRESH_AFTER_MS);
    };
    const off = onLive(['task.created', 'task.changed', 'task.ended', 'resync'], ({ type }) => {
      if (type === 'resync') void store.loadChoices();
      refresh();
    });
    const seen = () => document.visibilityState === 'visible' && refresh();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      off();
      store.stop();
    };
  }, [store, isSignedIn]);
  useEffect(() => watchForElements(widget.root), [widget]);
  useEffect(() => {
    const { root } = widget;
    const completed = () => void store.reload();
    // The form inside opens another task: the page gets one event, as for any task opened here.
    const opened = (event: VervaEvent<'verva-task-opened'>) => {
      event.preventDefault();
      event.stopPropagation();
      if (widget.ask('verva-task-opened', event.detail)) setOpen(event.detail.taskId);
    };
    root.addEventListener('verva-task-opened', opened);
    root.addEventListener('verva-task-completed', completed);
    root.addEventListener('verva-task-reopened', completed);
    return () => {
      root.removeEventListener('verva-task-opened', opened);
      root.removeEventListener('verva-task-completed', completed);
      root.removeEventListener('verva-task-reopened', completed);
    };
  }, [widget, store]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  function choose(id: string | null) {
    // A page that prevents the event opens the task itself, by attribute or elsewhere.
    const ours = widget.ask('verva-task-opened', { taskId: id });
    if (ours) setOpen(id);
    if (id === null) {
      const before = open;
      requestAnimationFrame(() =>
        pane.current?.querySelector<HTMLElement>(`[data-task="${before}"] .name-link`)?.focus(),
      );
    }
  }

  /** Closes the open panel, unless the key belongs to a dialog, menu or list of options inside. */
  function closeByEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || (!open && !isLoadOpen)) return;
    const isInside = (target: EventTarget) =>
      target instanceof Element && target.matches('dialog, [popover], [aria-expanded="true"]');
    if (event.nativeEvent.composedPath().some(isInside)) return;
    event.preventDefault();
    if (open) choose(null);
    else setLoadOpen(false);
  }

  const showTooMany = () => void showSnack(t('selected.most', { max: SELECTED_MOST }));

  async function act(action: MultiAction) {
    const result = await store.act(action);
    setAsking(null);
    if (result.failures.length > 0) setOutcome(result);
    else showSnack({ text: t('done', { count: result.done }), icon: Check });
  }

  function runBulk(action: BulkAction) {
    if (action === 'export')
      void downloadFile(() => store.fileAddress([...store.selected.peek().keys()]), t('export.started'));
    else if (action === 'read' || action === 'unread') void act({ action }).catch(showProblem);
    else setAsking(action);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape only closes what a button inside closes too
    <div className={`tasks-split ${open ? 'opened' : ''} ${isLoadOpen ? 'with-load' : ''}`} onKeyDown={closeByEscape}>
      <div className="tasks-pane" ref={pane} part="list">
        <Tools
          store={store}
          columns={columns}
          t={t}
          isAdmin={isAdmin}
          isLoadOpen={isLoadOpen && !open}
          onLoad={() => {
            if (open) choose(null);
            setLoadOpen(!isLoadOpen || open !== null);
          }}
        />
        <Table store={store} columns={columns} t={t} open={open} onOpen={choose} onTooMany={showTooMany} />
        <Pager store={store} t={t} />
        <Suspense>
          {store.selected.value.size > 0 && <BulkBar store={store} t={t} isAdmin={isAdmin} onAct={runBulk} />}
        </Suspense>
      </div>
      {isLoadOpen && !open && (
        <Suspense>
          <LoadPanel store={store} t={t} onClose={() => setLoadOpen(false)} />
        </Suspense>
      )}
      {open && (
        <section className="detail-pane task-drawer" part="detail" aria-label={t('detail')}>
          <div className="back">
            <IconButton icon={X} label={t('detail.close')} onClick={() => choose(null)} />
          </div>
          <verva-task-form task-id={open} exportparts="head, body, outcomes" />
        </section>
      )}
      <Suspense>
        {asking === 'complete' && <CompleteDialog store={store} t={t} onClose={() => setAsking(null)} />}
        {asking && asking !== 'complete' && (
          <BulkDialog
            action={asking}
            count={store.selected.value.size}
            t={t}
            onAct={act}
            onClose={() => setAsking(null)}
          />
        )}
        {outcome && <ResultDialog outcome={outcome} t={t} onClose={() => setOutcome(null)} />}
      </Suspense>
    </div>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { ErrorBoundary } from '../../shared/element/error-boundary.tsx';
import { type PropertiesOf, useWidget, type VervaEvent, watchForElements } from '../../shared/element/index.ts';
import { timeZone, useMessages } from '../../shared/locale/index.ts';
import { isForeignPage, session, shownSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.ts';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { DelegationNotice } from './delegation-notice.tsx';
import { inboxMessages } from './inbox.messages.ts';
import { createInboxStore } from './inbox.store.ts';
import type { ViewParameters } from './setup.rules.ts';
import { TaskList } from './task-list.tsx';
import { Tools } from './tools.tsx';
import { useArrival } from './use-arrival.ts';
import type { ListHandle } from './virtual-list.tsx';

const Keys = lazyPart(() => import('./keys.tsx'), 'Keys');
const HelpDialog = containedPart(() => import('./views/help-dialog.tsx'), 'HelpDialog');

type InboxProps = PropertiesOf<'verva-inbox'>;

/** Interval that merges a burst of events into one reload. */
const REFRESH_AFTER_MS = 150;

/** The tasks that the user can act on, with the open task beside them. */
export function Inbox({ taskId, detail, starts, ...parameters }: InboxProps): ReactNode {
  useSignals();
  const t = useMessages(inboxMessages);
  const widget = useWidget();
  const { status } = session.value;
  const store = useMemo(
    () =>
      createInboxStore(call, {
        zone: () => timeZone.peek(),
        standsFor: () => shownSession.peek()?.standsFor.map(({ user }) => user) ?? [],
      }),
    [],
  );
  const [open, setOpen] = useState<string | null>(taskId ?? null);
  /** Id of the manual that is open instead of a task. */
  const [manualId, setManual] = useState<string | undefined>();
  const [helps, setHelps] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const split = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const early = useRef<KeyboardEvent>(undefined);
  const alone = detail === 'none';

  const arrive = useArrival(store, list, open, !isForeignPage());
  const shownBefore = useRef(taskId);
  useEffect(() => {
    setOpen(taskId ?? null);
    setManual(undefined);
    const before = shownBefore.current;
    shownBefore.current = taskId;
    // The page went Back from a task.
    if (!taskId && before) requestAnimationFrame(() => arrive(before));
  }, [taskId, arrive]);

  const emitted = useList(store, parameters, status === 'signed-in');
  const emitView = useCallback(() => {
    const now = store.parameters();
    emitted.current = keyOf(now);
    widget.emit('verva-view-changed', now);
  }, [store, widget, emitted]);

  useEffect(() => {
    if (status !== 'signed-in') return;
    void store.loadProcesses();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = onLive(['task.created', 'task.changed', 'task.ended', 'inbox.count', 'resync'], ({ type }) => {
      if (type === 'resync') void store.loadProcesses();
      clearTimeout(timer);
      timer = setTimeout(() => void store.refresh(), REFRESH_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      off();
      store.stop();
    };
  }, [store, status]);

  useEffect(() => watchForElements(widget.root), [widget]);

  useEffect(() => {
    // Shortcuts work while the focus is inside; before that they are not loaded. A key pressed meanwhile runs afterwards.
    const { root } = widget;
    const used = () => setUsed(true);
    const press = (event: Event) => {
      if (!event.defaultPrevented) early.current = event as KeyboardEvent;
    };
    root.addEventListener('focusin', used, { once: true });
    root.addEventListener('keydown', press, { once: true });
    return () => {
      root.removeEventListener('focusin', used);
      root.removeEventListener('keydown', press);
    };
  }, [widget]);

  const choose = (id: string | null, from: 'person' | 'next' = 'person') => {
    if (id !== null) store.markRead(id);
    // A page that prevents the event opens the task itself, by attribute or elsewhere.
    const manual = store.loaded().find((task) => task.id === id)?.manualId;
    const ours = widget.ask('verva-task-opened', { taskId: id, ...(manual ? { manualId: manual } : {}) });
    if (ours && !alone) {
      setOpen(id);
      setManual(manual);
    }
    // Back returns the focus to the row.
    if (id === null && open) requestAnimationFrame(() => list.current?.focus(open));
    if (from === 'next' && id !== null) {
      widget.root.querySelector(`[data-task="${id}"]`)?.scrollIntoView({ block: 'nearest' });
    }
  };
  const latest = useRef(choose);
  latest.current = choose;
  // The same function for all rows, so that they render once.
  const openRow = useCallback((id: string) => latest.current(id), []);

  useEffect(() => {
    const completed = ({ detail: { taskId: done, next } }: VervaEvent<'verva-task-completed'>) => {
      const neighbour = store.remove(done);
      latest.current(next ?? neighbour, 'next');
      void store.refresh();
    };
    const reopened = ({ detail }: VervaEvent<'verva-task-reopened'>) => {
      latest.current(detail.taskId);
      void store.refresh();
    };
    // The form inside opens another task: the page gets one event, as for any task opened here.
    const opened = (event: VervaEvent<'verva-task-opened'>) => {
      event.preventDefault();
      event.stopPropagation();
      latest.current(event.detail.taskId);
    };
    const { root } = widget;
    root.addEventListener('verva-task-opened', opened);
    root.addEventListener('verva-task-completed', completed);
    root.addEventListener('verva-task-reopened', reopened);
    return () => {
      root.removeEventListener('verva-task-opened', opened);
      root.removeEventListener('verva-task-completed', completed);
      root.removeEventListener('verva-task-reopened', reopened);
    };
  }, [store, widget]);

  const onStart = starts ? (item: string | null) => void widget.ask('verva-start-chosen', { item }) : null;
  if (asksToSignIn()) return <SignIn text={t('inbox.signedOut')} />;

  const classes = ['split', alone ? 'alone' : '', open ? 'opened' : ''].filter(Boolean).join(' ');
  return (
    <div className={classes} ref={split}>
      {isUsed && (
        // The list works without shortcuts.
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <Keys
              box={split}
              list={list}
              early={early}
              store={store}
              open={open}
              onOpen={openRow}
              onHelp={() => setHelps(true)}
              t={t}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <section className="list-pane" part="list" aria-label={t('inbox.title')}>
        <DelegationNotice t={t} />
        <Tools store={store} t={t} onChange={emitView} onHelp={() => setHelps(true)} onStart={onStart} />
        <TaskList store={store} t={t} open={open} onOpen={openRow} onStart={onStart} handle={list} />
      </section>
      {!alone && (
        <div className="detail-pane" part="detail">
          {open ? (
            <>
              <div className="back only-mobile">
                <Button kind="ghost" icon={ArrowLeft} onClick={() => choose(null)}>
                  {t('inbox.back')}
                </Button>
              </div>
              {manualId ? (
                <verva-manual-reader manual-id={manualId} reading-id={open} view="manual" />
              ) : (
                <verva-task-form task-id={open} exportparts="head, body, outcomes" />
              )}
            </>
          ) : (
            <div className="detail centred">
              <EmptyState title={t('inbox.choose')} />
            </div>
          )}
        </div>
      )}
      {helps && (
        <Suspense>
          <HelpDialog onClose={() => setHelps(false)} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Applies the element's attributes to the list. A user's changes come back as attributes and are not applied again.
 * Returns the attributes announced last.
 */
function useList(store: ReturnType<typeof createInboxStore>, parameters: ViewParameters, isSignedIn: boolean) {
  const key = keyOf(parameters);
  const emitted = useRef<string | null>(null);
  const isEmpty = useRef(true);
  useEffect(() => {
    if (!isSignedIn) return;
    const { status } = store.list.peek();
    // After signing in again the rows are still loaded.
    if (!isEmpty.current && emitted.current === key) return void (status === 'ready' ? store.refresh() : store.load());
    isEmpty.current = false;
    emitted.current = key;
    void store.adopt(JSON.parse(key) as ViewParameters);
  }, [store, key, isSignedIn]);
  return emitted;
}

function keyOf({ view, filters, sort, group, columns, rows, q }: ViewParameters): string {
  return JSON.stringify({ view, filters, sort, group, columns, rows, q });
}

import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { asksToSignIn, SignIn, useWidget, watchForElements } from '../../shared/element/index.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { inboxMessages } from './inbox.messages.ts';
import { createInboxStore } from './inbox.store.ts';
import { StandingBanner } from './standing.tsx';
import { TaskList } from './task-list.tsx';
import { Tools } from './tools.tsx';

/** Attributes and properties of `<verva-inbox>`. */
export interface InboxProps {
  /** The task that is open; the page may set it, the person's choice is told by `verva-task-opened`. */
  readonly taskId?: string;
  /** `none`: the element only lists, and the page opens tasks on `verva-task-opened`. */
  readonly detail?: 'none';
}

interface Completed {
  readonly taskId: string;
  readonly next: string | null;
}

/** How long a burst of events is collected before the list is read again. */
const REFRESH_AFTER_MS = 150;

/** The tasks a person may act on, and the one that is open beside them. Somebody else begins with nothing of theirs. */
export function Inbox(props: InboxProps): ReactNode {
  useSignals();
  const shown = shownSession.value;
  return <InboxOf key={shown ? `${shown.user.key} ${shown.tenant.tenantId}` : ''} {...props} />;
}

function InboxOf({ taskId, detail }: InboxProps): ReactNode {
  useSignals();
  const t = useMessages(inboxMessages);
  const widget = useWidget();
  const { status } = session.value;
  const store = useMemo(() => createInboxStore(call), []);
  const [open, setOpen] = useState<string | null>(taskId ?? null);
  const listRef = useRef<HTMLElement>(null);
  const alone = detail === 'none';

  useEffect(() => setOpen(taskId ?? null), [taskId]);

  useEffect(() => {
    if (status !== 'signed-in') return;
    // After signing in again the rows are there already.
    void store.load({ fresh: store.list.peek().status !== 'ready' });
    void store.loadProcesses();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = onLive(['task.created', 'task.changed', 'task.ended', 'inbox.count', 'resync'], () => {
      clearTimeout(timer);
      timer = setTimeout(() => void store.load({ fresh: false }), REFRESH_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      off();
      store.stop();
    };
  }, [store, status]);

  useEffect(() => watchForElements(widget.root), [widget]);

  function choose(id: string | null, from: 'person' | 'next' = 'person') {
    if (id !== null) store.markRead(id);
    // A page that prevents the event opens the task itself, by the attribute or in a place of its own.
    const ours = widget.emit('verva-task-opened', { taskId: id });
    if (ours && !alone) setOpen(id);
    if (id === null) {
      const before = open;
      // Back returns to the row that was left.
      requestAnimationFrame(() => listRef.current?.querySelector<HTMLElement>(`[data-task="${before}"]`)?.focus());
    }
    if (from === 'next' && id !== null) {
      listRef.current?.querySelector(`[data-task="${id}"]`)?.scrollIntoView({ block: 'nearest' });
    }
  }

  useEffect(() => {
    const completed = (event: Event) => {
      const { taskId: done, next } = (event as CustomEvent<Completed>).detail;
      const neighbour = store.remove(done);
      choose(next ?? neighbour, 'next');
      void store.load({ fresh: false });
    };
    const reopened = (event: Event) => {
      choose((event as CustomEvent<{ taskId: string }>).detail.taskId);
      void store.load({ fresh: false });
    };
    const { root } = widget;
    root.addEventListener('verva-task-completed', completed);
    root.addEventListener('verva-task-reopened', reopened);
    return () => {
      root.removeEventListener('verva-task-completed', completed);
      root.removeEventListener('verva-task-reopened', reopened);
    };
  });

  if (asksToSignIn()) return <SignIn text={t('inbox.signedOut')} />;

  const classes = ['split', alone ? 'alone' : '', open ? 'opened' : ''].filter(Boolean).join(' ');
  return (
    <div className={classes}>
      <section className="list-pane" part="list" aria-label={t('inbox.title')} ref={listRef}>
        <StandingBanner t={t} />
        <Tools store={store} t={t} />
        <TaskList store={store} t={t} open={open} onOpen={(id) => choose(id)} />
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
              <verva-task-form task-id={open} exportparts="head, body, outcomes" />
            </>
          ) : (
            <div className="detail centred">
              <EmptyState title={t('inbox.choose')} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

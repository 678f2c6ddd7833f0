import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { type PropertiesOf, useWidget, watchForElements } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/requests.css?inline';
import { RequestList } from './request-list.tsx';
import { requestsMessages } from './requests.messages.ts';
import { createRequests, STATES } from './requests.store.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const RequestView = containedPart(() => import('./request-view.tsx'), 'RequestView');

type MyRequestsProps = PropertiesOf<'verva-my-requests'>;

/** Interval that merges a burst of events into one reload. */
const REFRESH_AFTER_MS = 150;

/** The cases that the user started or requested, in words (CAT-02). */
export function MyRequests(props: MyRequestsProps): ReactNode {
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  return <RequestsOf key={`${shown?.user.key} ${shown?.tenant.tenantId}`} {...props} />;
}

function RequestsOf({ requestId, state, detail }: MyRequestsProps): ReactNode {
  useSignals();
  const t = useMessages(requestsMessages);
  const widget = useWidget();
  const wanted = STATES.find((one) => one === state);
  const [store] = useState(() => createRequests({ send: call, ...(wanted ? { state: wanted } : {}) }));
  /** A task of the user that is shown instead of the request. */
  const [taskId, setTask] = useState<string | null>(null);
  const signedIn = session.value.status === 'signed-in';
  const alone = detail === 'none';

  useEffect(() => {
    if (!signedIn) return;
    void store.load();
    void store.loadTeam();
  }, [store, signedIn]);
  useEffect(() => {
    if (signedIn) void store.open(requestId ?? null);
    setTask(null);
  }, [store, signedIn, requestId]);
  useEffect(() => {
    // Without the attribute the tab is the user's own choice.
    if (wanted && store.filter.peek().state !== wanted) store.narrow({ state: wanted });
  }, [store, wanted]);
  useEffect(() => {
    if (!signedIn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();
    const off = onLive(['request.changed', 'request.refused', 'resync'], ({ type, data }) => {
      if (type === 'resync') changed.add('');
      else changed.add(String(data.instanceId));
      clearTimeout(timer);
      timer = setTimeout(() => {
        const id = changed.size === 1 ? [...changed][0] : '';
        changed.clear();
        void store.refresh(id || undefined);
      }, REFRESH_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      off();
    };
  }, [store, signedIn]);
  useEffect(() => store.stop, [store]);
  useEffect(() => watchForElements(widget.root), [widget]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  // A page that keeps the open request in its address prevents the default and sets the attribute.
  const open = (id: string | null) => {
    const before = store.opened.peek();
    if (widget.ask('verva-request-opened', { instanceId: id }) && !alone) {
      setTask(null);
      void store.open(id);
    }
    // Back returns the focus to the row.
    if (id === null && before.status !== 'none') {
      requestAnimationFrame(() => widget.root.querySelector<HTMLElement>(`[data-request="${before.id}"]`)?.focus());
    }
  };
  const openTask = (id: string) => {
    if (widget.ask('verva-task-opened', { taskId: id })) setTask(id);
  };
  const { value: opened } = store.opened;
  const openId = opened.status === 'none' ? null : opened.id;
  const classes = ['split', 'requests', alone ? 'alone' : '', openId ? 'opened' : ''].filter(Boolean).join(' ');
  return (
    <div className={classes}>
      <RequestList store={store} openId={openId} onOpen={open} t={t} />
      {!alone && (
        <section className="detail-pane" part="detail" aria-label={t('detail')}>
          {openId !== null && (
            <div className="back only-mobile">
              <Button kind="ghost" icon={ArrowLeft} onClick={() => open(null)}>
                {t('back')}
              </Button>
            </div>
          )}
          {opened.status === 'none' && (
            <div className="detail centred">
              <EmptyState title={t('choose')} />
            </div>
          )}
          {opened.status === 'loading' && <Skeleton rows={8} label={t('loading')} />}
          {opened.status === 'failed' && (
            <EmptyState mark="failed" title={t(opened.code === 'request.unknown' ? 'gone' : 'failed')}>
              <div className="row">
                <Button onClick={() => open(null)}>{t('back')}</Button>
                <Button onClick={() => void store.open(opened.id)}>{t('retry')}</Button>
              </div>
            </EmptyState>
          )}
          {opened.status === 'ready' &&
            (taskId ? (
              <verva-task-form task-id={taskId} exportparts="head, body, outcomes" />
            ) : (
              <Suspense fallback={<Skeleton rows={8} label={t('loading')} />}>
                <RequestView key={opened.id} request={opened.request} store={store} onTask={openTask} t={t} />
              </Suspense>
            ))}
        </section>
      )}
    </div>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { today, useMessages } from '../../shared/locale/index.ts';
import { isAdmin, session, shownSession } from '../../shared/session/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/delegations.css?inline';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { delegationEditorMessages } from './delegation-editor.messages.ts';
import { createDelegationEditor, type DelegationEditorStore } from './delegation-editor.store.ts';
import { OwnView } from './own-view.tsx';
import '../../shared/ui/styles/parts-sheet.ts';
import { useLiveStore } from './use-live-store.ts';
import type { Gap } from './views/gap-list.tsx';

const IncomingView = containedPart(() => import('./views/incoming-view.tsx'), 'IncomingView');
const CalendarView = containedPart(() => import('./views/calendar-view.tsx'), 'CalendarView');

type DelegationEditorProps = PropertiesOf<'verva-delegation-editor'>;
type View = 'own' | 'incoming' | 'calendar';

const viewOf = (view: string | undefined): View => (view === 'incoming' || view === 'calendar' ? view : 'own');

/** A user's delegation periods. Starts without drafts for another user. */
export function DelegationEditor({ userId, view }: DelegationEditorProps): ReactNode {
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  const me = shown?.user.key ?? null;
  return (
    <EditorOf
      key={`${me} ${shown?.tenant.tenantId} ${userId}`}
      userId={userId}
      view={viewOf(view)}
      me={me}
      name={shown?.user.name}
    />
  );
}

interface EditorProps {
  readonly userId: string | undefined;
  /** The view that the page asks for. */
  readonly view: View;
  /** Key and name of the signed-in user; kept when the session expires, together with the drafts. */
  readonly me: string | null;
  readonly name: string | undefined;
  /** Days without cover, for which the editor opens. */
  readonly gap?: Gap;
}

function EditorOf({ userId, view, me, name, gap }: EditorProps): ReactNode {
  useSignals();
  const t = useMessages(delegationEditorMessages);
  const widget = useWidget();
  const person = userId ?? me;
  const isOwn = userId === undefined || userId === 'me';
  const store = useMemo(
    () =>
      createDelegationEditor({
        send: call,
        userId: userId ?? 'me',
        personKey: person,
        changed: (delegations) => void widget.emit('verva-delegations-changed', { delegations }),
      }),
    [userId, person, widget],
  );
  const [shown, setShown] = useState(view);
  /** A gap in the cover of another user, while an administrator fills it. */
  const [other, setOther] = useState<Gap | null>(null);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (other) back.current?.focus();
  }, [other]);
  const signedIn = session.value.status === 'signed-in';

  useEffect(() => setShown(view), [view]);
  useLiveStore(store, signedIn);
  const isLoaded = store.cards.value.status === 'ready';
  useEffect(() => {
    if (isLoaded && gap) fill(store, gap);
  }, [isLoaded, store, gap]);

  /** A page that prevents the event sets the attribute itself. */
  function go(next: View) {
    if (widget.ask('verva-delegations-opened', { view: next })) setShown(next);
  }
  const openTask = (taskId: string) => void widget.ask('verva-task-opened', { taskId });

  function cover(found: Gap) {
    if (found.user) return setOther(found);
    go('own');
    fill(store, found);
  }
  function close() {
    setOther(null);
    requestAnimationFrame(() => widget.root.querySelector<HTMLElement>('#deleg-tab-calendar')?.focus());
  }

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;
  if (other?.user)
    return (
      <div className="deleg-page">
        <div className="row deleg-other">
          <IconButton icon={ArrowLeft} label={t('other.back')} onClick={close} ref={back} />
          <h2 className="t2 cut">{t('other.title', { name: other.user.name })}</h2>
        </div>
        <EditorOf userId={other.user.key} view="own" me={me} name={undefined} gap={other} />
      </div>
    );
  // The absences of a team are those of the signed-in user.
  const current = shown === 'calendar' && !isOwn ? 'own' : shown;
  return (
    <div className="deleg-page">
      <div className="deleg-tabs">
        <Tabs
          label={t('title')}
          idPrefix="deleg"
          tabs={[
            { id: 'own', label: t(isOwn ? 'view.own' : 'view.own.other') },
            { id: 'incoming', label: t(isOwn ? 'view.incoming' : 'view.incoming.other') },
            ...(isOwn ? [{ id: 'calendar' as const, label: t('view.calendar') }] : []),
          ]}
          current={current}
          onChange={go}
        />
      </div>
      <div
        className="deleg-body"
        role="tabpanel"
        id={`deleg-panel-${current}`}
        aria-labelledby={`deleg-tab-${current}`}
      >
        <Suspense fallback={<Skeleton rows={4} label={t('loading')} />}>
          {current === 'own' && (
            <OwnView
              store={store}
              person={person}
              owner={isOwn ? name : undefined}
              onOpenTask={openTask}
              onShowIncoming={() => go('incoming')}
              t={t}
            />
          )}
          {current === 'incoming' && <IncomingView userId={userId ?? 'me'} signedIn={signedIn} />}
          {current === 'calendar' && (
            <CalendarView
              signedIn={signedIn}
              name={name ?? ''}
              isAdmin={isAdmin(shownSession.value?.user)}
              onCover={cover}
            />
          )}
        </Suspense>
      </div>
    </div>
  );
}

/** Opens the delegation with days without cover; those to come are given to who can cover, or a card asks who does. */
function fill(store: DelegationEditorStore, { absence, days }: Gap): void {
  store.showDelegation(absence.id);
  if (!absence.replaceVerva) return;
  const startDate = [days.startDate, today()].toSorted()[1]!;
  store.cover({ ...days, startDate }, absence.alternative);
}

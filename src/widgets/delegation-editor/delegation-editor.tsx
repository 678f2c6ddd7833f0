import { useSignals } from '@preact/signals-react/runtime';
import { Check, Plus, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { dismissSnack, showSnack } from '../../shared/ui/snackbar.ts';
import styles from '../../shared/ui/styles/delegations.css?inline';
import { CardForm } from './card-form.tsx';
import { CardList } from './card-list.tsx';
import { delegationEditorMessages } from './delegation-editor.messages.ts';
import { createDelegationEditor } from './delegation-editor.store.ts';
import '../../shared/ui/styles/parts-sheet.ts';

type DelegationEditorProps = PropertiesOf<'verva-delegation-editor'>;

/** A user's delegation periods. Starts without drafts for another user. */
export function DelegationEditor({ userId }: DelegationEditorProps): ReactNode {
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  const me = shown?.user.key ?? null;
  return <EditorOf key={`${me} ${shown?.tenant.tenantId} ${userId}`} userId={userId} me={me} />;
}

interface EditorProps {
  readonly userId: string | undefined;
  /** Key of the signed-in user; kept when the session expires, together with the drafts. */
  readonly me: string | null;
}

function EditorOf({ userId, me }: EditorProps): ReactNode {
  useSignals();
  const t = useMessages(delegationEditorMessages);
  const widget = useWidget();
  const person = userId ?? me;
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
  const heading = useRef<HTMLDivElement>(null);
  const signedIn = session.value.status === 'signed-in';

  useEffect(() => {
    if (!signedIn) return;
    void store.load();
    return onLive(['delegation.changed', 'resync'], () => void store.load());
  }, [store, signedIn]);
  useEffect(() => store.stop, [store]);

  // Moves the focus to an opened or added card; to the first field of a blank one.
  const open = store.selected.value;
  useEffect(() => {
    if (open === null) return;
    const editor = widget.root.querySelector<HTMLElement>('.editor');
    editor?.scrollIntoView({ block: 'nearest' });
    if (store.current.peek()?.saved === null) editor?.querySelector<HTMLElement>('[role=combobox]')?.focus();
  }, [open, widget, store]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  async function save(key: string) {
    if (await store.save(key)) showSnack({ text: t('saved'), icon: Check });
    else widget.root.querySelector<HTMLElement>('.editor [aria-invalid=true]')?.focus();
  }

  async function remove(key: string) {
    let held: Awaited<ReturnType<typeof store.remove>>;
    try {
      held = await store.remove(key);
    } catch (error) {
      showProblem(error);
      void store.load();
      return;
    }
    heading.current?.querySelector('button')?.focus();
    if (held === null) return;
    const { id, until } = held;
    const snack = showSnack({
      text: t('removed'),
      icon: Check,
      timeout: Date.parse(until) - Date.now(),
      action: {
        label: t('undo'),
        onSelect: () => {
          dismissSnack(snack);
          store.undo(id).then(() => showSnack({ text: t('undone'), icon: Undo2 }), showProblem);
        },
      },
    });
  }

  const { value: cards } = store.cards;
  const current = store.current.value;
  return (
    <div className={`deleg ${current ? 'opened' : ''}`}>
      <section className="stack cards" aria-label={t('title')}>
        <div ref={heading} className="stack">
          <Button wide icon={Plus} onClick={store.add} blocked={cards.status !== 'ready'}>
            {t('add')}
          </Button>
        </div>
        {cards.status === 'loading' && (
          <div aria-busy="true">
            <span className="sr" role="status">
              {t('loading')}
            </span>
            <Skeleton rows={3} />
          </div>
        )}
        {cards.status === 'failed' && (
          <EmptyState mark="failed" title={t('failed')}>
            <Button onClick={() => void store.load()}>{t('retry')}</Button>
          </EmptyState>
        )}
        {cards.status === 'ready' && (
          <>
            <CardList cards={cards.cards} selected={open} onSelect={store.select} t={t} />
            <label className="tick ended">
              <input
                type="checkbox"
                className="check"
                checked={store.showsEnded.value}
                onChange={(event) => void store.setShowsEnded(event.target.checked)}
              />
              <span>{t('showEnded')}</span>
            </label>
          </>
        )}
      </section>
      {current ? (
        <CardForm
          key={current.key}
          card={current}
          store={store}
          person={person}
          onSave={() => void save(current.key)}
          onRemove={() => void remove(current.key)}
          t={t}
        />
      ) : (
        cards.status === 'ready' &&
        (cards.cards.length > 0 ? (
          <div className="card centred only-wide">
            <EmptyState title={t('choose')} />
          </div>
        ) : (
          <div className="card centred">
            <EmptyState title={t('empty')} text={t('emptyMore')} />
          </div>
        ))
      )}
    </div>
  );
}

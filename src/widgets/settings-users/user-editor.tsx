import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Check, Ellipsis } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useAccountActions } from './account-actions.tsx';
import { ApplicationSection } from './application-section.tsx';
import { createErasure } from './erasure/erasure.store.ts';
import { createHandOver } from './leaving/hand-over.store.ts';
import { linkTitle, SignInSection } from './sign-in-section.tsx';
import type { UserStore } from './user.store.ts';
import { UserSections } from './user-sections.tsx';
import { UserStatus } from './user-status.tsx';
import type { UsersStore } from './users.store.ts';
import { pageOfUser, type UsersAccess } from './users-access.ts';
import type { UsersText } from './users-text.ts';

const ErasureDialog = containedPart(() => import('./erasure/erasure-dialog.tsx'), 'ErasureDialog');
const ErasureSection = containedPart(() => import('./erasure/erasure-section.tsx'), 'ErasureSection');
const HandOverDialog = containedPart(() => import('./leaving/hand-over-dialog.tsx'), 'HandOverDialog');
const HandOverSection = containedPart(() => import('./leaving/hand-over-section.tsx'), 'HandOverSection');
const Sessions = containedPart(() => import('../../shared/ui/sessions/sessions.tsx'), 'Sessions');
const SuccessorDialog = containedPart(() => import('./leaving/successor-dialog.tsx'), 'SuccessorDialog');
const RemoveFactorDialog = containedPart(() => import('./remove-factor-dialog.tsx'), 'RemoveFactorDialog');
const RemoveLinkDialog = containedPart(() => import('./remove-link-dialog.tsx'), 'RemoveLinkDialog');

interface Props {
  readonly user: UserStore;
  readonly store: UsersStore;
  readonly access: UsersAccess;
  /** Opens a user, or with null the list. */
  readonly onOpen: (username: string | null) => void;
  /** Opens the audit log with a query; null where the page has none. */
  readonly onAudit: ((query: string) => void) | null;
  readonly t: UsersText;
}

/** One user: person, place in the organisation, groups and sign-in. */
export function UserEditor({ user: editor, store, access, onOpen, onAudit, t }: Props): ReactNode {
  useSignals();
  const form = useRef<HTMLFormElement>(null);
  const [removedFactor, setRemovedFactor] = useState<string | null>(null);
  const [removedLink, setRemovedLink] = useState<string | null>(null);
  const [handOver] = useState(() => createHandOver({ send: store.send, userId: editor.userId }));
  const [erasure] = useState(() => createErasure({ send: store.send, userId: editor.userId }));
  const [asked, setAsked] = useState<'handOver' | 'successor' | 'erasure' | null>(null);
  const state = editor.state.value;
  const onChanged = () => editor.refresh().catch(showProblem);
  const actions = useAccountActions({ store, access, onAudit, onChanged, t });
  const { leave, mayEdit } = access;
  const mayAdminister = mayEdit && !leave;
  useEffect(() => {
    // What was typed before the list was shown continues.
    if (!editor.isChanged.peek()) void editor.load();
  }, [editor]);
  if (state.status === 'loading') return <Skeleton rows={8} label={t('loading')} />;
  if (state.status === 'failed') {
    if (state.code !== 'user.not_found') {
      return <LoadFailed code={state.code} onRetry={() => void editor.load()} t={t} />;
    }
    return (
      <EmptyState mark="failed" title={t('gone')}>
        <Button onClick={() => onOpen(null)}>{t('back')}</Button>
      </EmptyState>
    );
  }
  const { user } = state;
  const items = actions.menuOf(user);
  const isChanged = editor.isChanged.value;
  const saving = editor.save.value;

  const close = () => {
    if (isChanged) {
      const action = { label: t('open'), onSelect: () => onOpen(user.id) };
      showSnack({ text: t('kept', { name: user.name }), color: 'inverse', action });
    }
    onOpen(null);
  };
  const save = async () => {
    if (await editor.submit()) showSnack({ text: t('saved', { name: user.name }), icon: Check });
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };

  return (
    <article className="users settings-table" aria-label={user.name}>
      <header className="settings-head">
        <IconButton icon={ArrowLeft} label={t('back')} onClick={close} />
        <Avatar name={user.name} picture={user.avatar} size={40} />
        <div className="stack grow">
          <h2 className="t1 cut">{user.name}</h2>
          <p className="s muted row wrap">
            <span className="mono">{user.id}</span>
            <UserStatus status={user.status} t={t} />
          </p>
        </div>
        {items.length > 0 && (
          <Menu
            label={t('actionsOf', { name: user.name })}
            align="end"
            items={items}
            trigger={(button) => <IconButton icon={Ellipsis} label={t('actionsOf', { name: user.name })} {...button} />}
          />
        )}
      </header>
      <form
        ref={form}
        className="settings-page"
        noValidate
        aria-label={user.name}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="settings-scroll">
          <UserSections editor={editor} access={access} lookUps={store.lookUps} t={t} />
          {user.status === 'disabled' && mayAdminister && (
            <Suspense fallback={<Skeleton rows={1} />}>
              <HandOverSection
                handOver={handOver}
                onAsk={() => setAsked('handOver')}
                onAskSuccessor={() => setAsked('successor')}
              />
            </Suspense>
          )}
          {user.status === 'disabled' && mayAdminister && (
            <Suspense fallback={<Skeleton rows={1} />}>
              <ErasureSection
                erasure={erasure}
                onAsk={() => setAsked('erasure')}
                onErased={() => {
                  showSnack({ text: t('erased', { name: user.name }), icon: Check });
                  onOpen(null);
                }}
              />
            </Suspense>
          )}
          {leave && <ApplicationSection onOpen={() => leave(pageOfUser(user.id))} t={t} />}
          {mayAdminister && (
            <>
              <SignInSection
                editor={editor}
                onRemove={setRemovedLink}
                onRemoveFactor={setRemovedFactor}
                onReset={() => actions.askPassword(user)}
                onSendCode={() => actions.sendCode(user)}
                t={t}
              />
              <Suspense fallback={<Skeleton rows={2} />}>
                <Sessions key={user.id} send={store.send} userId={editor.isOwn.value ? 'me' : user.id} />
              </Suspense>
            </>
          )}
        </div>
        {mayEdit && (
          <CommitBar
            save={t('save')}
            isChanged={isChanged}
            isSaving={saving.status === 'saving'}
            cancel={isChanged ? { label: t('cancel'), onCancel: editor.reset } : undefined}
          >
            {saving.status === 'failed' && <Banner tone="red">{problemText(saving.error)}</Banner>}
            {saving.status === 'conflict' && (
              <Banner tone="red">
                {problemText(saving.error)} {t('keep')}
              </Banner>
            )}
          </CommitBar>
        )}
      </form>
      {actions.dialog}
      <Suspense>
        {asked === 'handOver' && (
          <HandOverDialog user={user} store={store} handOver={handOver} onClose={() => setAsked(null)} />
        )}
        {asked === 'erasure' && erasure.state.value.status === 'ready' && (
          <ErasureDialog
            name={user.name}
            request={erasure.state.value.erasure}
            store={erasure}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === 'successor' && <SuccessorDialog user={user} handOver={handOver} onClose={() => setAsked(null)} />}
      </Suspense>
      {removedFactor !== null && (
        <Suspense>
          <RemoveFactorDialog
            factorId={removedFactor}
            name={user.name}
            store={editor}
            onClose={() => setRemovedFactor(null)}
            t={t}
          />
        </Suspense>
      )}
      {removedLink !== null && (
        <Suspense>
          <RemoveLinkDialog
            providerName={removedLink}
            title={linkTitle(removedLink, t)}
            store={editor}
            onClose={() => setRemovedLink(null)}
            t={t}
          />
        </Suspense>
      )}
    </article>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { isAdmin, session, shownSession } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { DigestHour, PreferenceRows } from '../../shared/ui/notification-preferences/preference-rows.tsx';
import { preferencesMessages } from '../../shared/ui/notification-preferences/preferences.messages.ts';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import styles from '../../shared/ui/styles/profile.css?inline';
import { notificationsMessages } from './notifications.messages.ts';
import { createNotificationsStore } from './notifications.store.ts';
import '../../shared/ui/styles/parts-sheet.ts';

type NotificationsProps = PropertiesOf<'verva-notifications'>;

/** Notification preferences: which e-mails, and when. Starts without the choices of a previous user. */
export function Notifications({ closable = false }: NotificationsProps): ReactNode {
  useSignals();
  useStyles(styles);
  const shown = shownSession.value;
  return <Choice key={`${shown?.user.key} ${shown?.tenant.tenantId}`} closable={closable} />;
}

function Choice({ closable }: { readonly closable: boolean }): ReactNode {
  useSignals();
  const t = useMessages(notificationsMessages);
  const kindText = useMessages(preferencesMessages);
  const widget = useWidget();
  const form = useRef<HTMLFormElement>(null);
  const [store] = useState(() => createNotificationsStore(call));
  const signedIn = session.value.status === 'signed-in';
  useEffect(() => {
    if (signedIn && store.state.peek().status !== 'ready') void store.load();
  }, [store, signedIn]);
  const state = store.state.value;
  const values = store.values.value;
  const unsaved = store.isChanged.value;
  const wantsFocus = closable && state.status === 'ready';
  useEffect(() => {
    if (wantsFocus) form.current?.querySelector('select')?.focus();
  }, [wantsFocus]);
  // Before the next key press, which could close the dialog.
  useLayoutEffect(() => {
    if (!unsaved) return;
    widget.emit('verva-notifications-edited', { unsaved: true });
    return () => void widget.emit('verva-notifications-edited', { unsaved: false });
  }, [widget, unsaved]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;
  if (state.status === 'unreachable') {
    return (
      <EmptyState mark="failed" title={t('unreachable')} text={problemText(state.error)}>
        <Button onClick={() => void store.load()}>{t('again')}</Button>
      </EmptyState>
    );
  }
  if (state.status === 'loading' || !values) return <Skeleton rows={6} label={t('loading')} />;

  async function submit() {
    if (!(await store.save())) return;
    showSnack({ text: t('saved'), icon: Check });
    widget.emit('verva-notifications-saved');
  }

  return (
    <div className={closable ? 'profile-parts closable' : 'profile-parts'}>
      <form
        ref={form}
        aria-label={kindText('title')}
        className="profile-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {state.email === null ? (
          <Banner tone="amber">{t('noEmail')}</Banner>
        ) : (
          <p className="second">{t('intro', { email: state.email })}</p>
        )}
        <PreferenceRows
          title={t('what')}
          text={kindText}
          choices={values.choices}
          isForAdministrator={isAdmin(shownSession.value?.user)}
          onChoose={store.choose}
        />
        {store.hasDigest.value && (
          <DigestHour hour={values.hour} timeZone={state.timeZone} onChoose={store.chooseHour} />
        )}
        <CommitBar
          save={t('save')}
          isChanged={unsaved}
          isSaving={state.isSaving}
          cancel={
            closable || unsaved
              ? {
                  label: t('cancel'),
                  onCancel: () => {
                    store.reset();
                    widget.emit('verva-notifications-cancelled');
                  },
                }
              : undefined
          }
        >
          {state.error !== undefined && (
            <Banner tone="red">
              {t('failed')} {problemText(state.error)}
            </Banner>
          )}
        </CommitBar>
      </form>
    </div>
  );
}

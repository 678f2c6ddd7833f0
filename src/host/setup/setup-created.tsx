import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { signIn } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { secondFactorOffer } from '../routes.ts';
import { setupMessages } from './setup.messages.ts';
import type { SetupStore } from './setup.store.ts';

/** The installation is set up; the button signs the administrator in. */
export function SetupCreated({
  store,
  username,
}: {
  readonly store: SetupStore;
  readonly username: string;
}): ReactNode {
  useSignals();
  const t = useMessages(setupMessages);
  const [isBusy, setBusy] = useState(false);
  const { password, email } = store.values.value.administrator;
  async function open(): Promise<void> {
    setBusy(true);
    // If the sign-in fails, the sign-in page explains why.
    const isSignedIn = await signIn(username, password).then(
      ({ kind }) => kind === 'tokens',
      () => false,
    );
    location.assign(isSignedIn ? secondFactorOffer('/') : '/login');
  }
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <EmptyState
        title={t('created.title')}
        text={store.server.value?.sendsMail ? t('created.mail', { email }) : t('created.text', { username })}
      >
        <Button kind="primary" busy={isBusy} onClick={() => void open()}>
          {t('created.open')}
        </Button>
      </EmptyState>
    </>
  );
}

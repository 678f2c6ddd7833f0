import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { getSetup, postSetup } from '../../shared/contracts/setup.contract.ts';
import { language, shippedLanguage, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { mailSecret, takeMailLink } from '../email-actions/mail-link.ts';
import { loginMessages } from '../login/login.messages.ts';
import { PublicLayout } from '../login/public-layout.tsx';
import { Waiting } from '../pages/waiting.tsx';
import { setupMessages } from './setup.messages.ts';
import { createSetupStore, type SetupStore } from './setup.store.ts';
import { SetupCreated } from './setup-created.tsx';
import { SetupForm } from './setup-form.tsx';

// As soon as this module loads, before anything is rendered or fetched.
takeMailLink();
// Pasting another link into this tab changes only the fragment.
addEventListener('hashchange', () => location.reload());

/** `/setup`: creates the first organisation and its administrator, once, with the link from the server's log. */
export function SetupPage(): ReactNode {
  useSignals();
  const t = useMessages(setupMessages);
  const loginText = useMessages(loginMessages);
  const store = useMemo(createStore, []);
  const title = t('title');
  useEffect(() => {
    document.title = `${title} · Verva`;
  }, [title]);
  useEffect(() => void store.load(), [store]);
  const { kind } = store.status.value;
  if (kind === 'loading') return <Waiting />;
  return (
    <PublicLayout t={loginText} help="setup" isWide={kind === 'ready' || kind === 'saving'}>
      <SetupContent store={store} title={title} />
    </PublicLayout>
  );
}

function SetupContent({ store, title }: { readonly store: SetupStore; readonly title: string }): ReactNode {
  useSignals();
  const t = useMessages(setupMessages);
  const status = store.status.value;
  const heading = <h1 className="sr">{title}</h1>;
  switch (status.kind) {
    case 'ready':
    case 'saving':
      return <SetupForm store={store} />;
    case 'created':
      return <SetupCreated store={store} username={status.username} />;
    case 'done':
      return (
        <>
          {heading}
          <EmptyState title={t('done.title')} text={t('done.text')}>
            <Button kind="primary" onClick={() => location.assign('/login')}>
              {t('signIn')}
            </Button>
          </EmptyState>
        </>
      );
    case 'unreachable':
      return (
        <>
          {heading}
          <EmptyState mark="failed" title={t('unreachable')} text={problemText(status.error)}>
            <Button kind="primary" onClick={() => void store.load()}>
              {t('retry')}
            </Button>
          </EmptyState>
        </>
      );
    case 'external':
      return (
        <>
          {heading}
          <EmptyState title={t('external.title')} text={t('external.text')} />
        </>
      );
    default:
      return (
        <>
          {heading}
          <EmptyState
            mark="failed"
            title={t(`${status.kind === 'refused' ? 'refused' : 'lost'}.title`)}
            text={t('lost.text')}
          />
        </>
      );
  }
}

function createStore(): SetupStore {
  const token = mailSecret();
  return createSetupStore(
    {
      load: () => call(getSetup, { auth: false }),
      create: (values) => call(postSetup, { body: { token: token ?? '', ...values }, auth: false }),
    },
    {
      organisation: {
        name: '',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        languageId: shippedLanguage(language.peek()),
      },
      administrator: { name: '', username: '', email: '', password: '' },
    },
    token !== undefined,
  );
}

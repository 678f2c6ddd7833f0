import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../shared/contracts/notification-kinds.ts';
import { getUnsubscribe, unsubscribe } from '../../shared/contracts/notifications.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { preferencesMessages } from '../../shared/ui/notification-preferences/preferences.messages.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { emailActionMessages } from '../email-actions/email-actions.messages.ts';
import { mailSecret } from '../email-actions/mail-link.ts';
import { applyRecipientLanguage } from '../email-actions/reader.ts';
import { PublicLayout } from '../login/public-layout.tsx';

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'lost' }
  | {
      readonly status: 'ready';
      readonly kinds: readonly string[];
      readonly isSending: boolean;
      readonly error?: unknown;
    }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'done' };

/** `/unsubscribe`: switches off one kind of e-mail without sign-in, by one button. */
export function UnsubscribePage(): ReactNode {
  const t = useMessages(emailActionMessages);
  const kindText = useMessages(preferencesMessages);
  const [state, setState] = useState<State>({ status: 'loading' });
  const token = mailSecret();

  const load = useCallback(async () => {
    if (token === undefined) return setState({ status: 'lost' });
    setState({ status: 'loading' });
    try {
      const answer = await call(getUnsubscribe, { params: { token }, auth: false });
      await applyRecipientLanguage(answer);
      setState({ status: 'ready', kinds: answer.kinds, isSending: false });
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }, [token]);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    document.title = `${t('stop.title')} · Verva`;
  }, [t]);

  async function stop(kinds: readonly string[]) {
    setState({ status: 'ready', kinds, isSending: true });
    try {
      await call(unsubscribe, { params: { token: token! }, auth: false });
      setState({ status: 'done' });
    } catch (error) {
      setState({ status: 'ready', kinds, isSending: false, error });
    }
  }

  switch (state.status) {
    case 'loading':
      return (
        <PublicLayout help="email-links">
          <Skeleton rows={3} label={t('stop.loading')} />
        </PublicLayout>
      );
    case 'lost':
    case 'failed':
    case 'done': {
      const title = t(state.status === 'lost' ? 'lost.title' : state.status === 'done' ? 'stop.done' : 'unreachable');
      const text =
        state.status === 'failed' ? problemText(state.error) : t(state.status === 'lost' ? 'lost.text' : 'stop.change');
      return (
        <PublicLayout help="email-links">
          <h1 className="sr">{t('stop.title')}</h1>
          <EmptyState mark={state.status === 'done' ? 'done' : 'failed'} title={title} text={text}>
            {state.status === 'failed' && (
              <Button kind="primary" onClick={() => void load()}>
                {t('again')}
              </Button>
            )}
          </EmptyState>
        </PublicLayout>
      );
    }
    case 'ready':
      return (
        <PublicLayout help="email-links">
          <h1>{t('stop.title')}</h1>
          <p>{t('stop.text')}</p>
          <ul className="stopped">
            {state.kinds.filter(isKind).map((kind) => (
              <li key={kind}>{kindText(kind)}</li>
            ))}
          </ul>
          {state.error !== undefined && <Banner tone="red">{problemText(state.error)}</Banner>}
          <Button kind="primary" wide busy={state.isSending} onClick={() => void stop(state.kinds)}>
            {t('stop.button')}
          </Button>
        </PublicLayout>
      );
  }
}

function isKind(kind: string): kind is NotificationKind {
  return NOTIFICATION_KINDS.includes(kind as NotificationKind);
}

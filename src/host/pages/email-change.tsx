import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { confirmEmail, undoEmail } from '../../shared/contracts/email-change.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { emailChangeMessages } from '../email-actions/email-change.messages.ts';
import { mailSecret } from '../email-actions/mail-link.ts';
import { PublicLayout } from '../login/public-layout.tsx';

type State =
  | { readonly status: 'asking' | 'sending' | 'done' }
  | { readonly status: 'failed' | 'refused'; readonly error: unknown };

/**
 * `/email-change` and `/email-undo`: confirms or undoes a change of the e-mail address without sign-in. Only the button
 * acts, so that programs that follow e-mail links change nothing.
 */
export function EmailChangePage({ kind }: { readonly kind: 'confirm' | 'undo' }): ReactNode {
  const t = useMessages(emailChangeMessages);
  const [state, setState] = useState<State>({ status: 'asking' });
  const token = mailSecret();
  const title = t(`${kind}.title`);
  useEffect(() => {
    document.title = `${title} · Verva`;
  }, [title]);

  async function send(body: { token: string }) {
    setState({ status: 'sending' });
    try {
      await call(kind === 'confirm' ? confirmEmail : undoEmail, { body, auth: false });
      setState({ status: 'done' });
    } catch (error) {
      // Any other failure can be retried.
      const isOver = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
      setState({ status: isOver ? 'refused' : 'failed', error });
    }
  }

  if (token === undefined || state.status === 'refused') {
    const text = state.status === 'refused' ? problemText(state.error) : t('lost.text');
    return (
      <PublicLayout help="email-links">
        <h1 className="sr">{title}</h1>
        <EmptyState mark="failed" title={t(token === undefined ? 'lost.title' : 'refused')} text={text} />
      </PublicLayout>
    );
  }
  if (state.status === 'done') {
    return (
      <PublicLayout help="email-links">
        <h1 className="sr">{title}</h1>
        <EmptyState title={t(`${kind}.done`)} text={t(`${kind}.next`)}>
          <Button kind="primary" onClick={() => location.assign('/login')}>
            {t(`${kind}.go`)}
          </Button>
        </EmptyState>
      </PublicLayout>
    );
  }
  return (
    <PublicLayout help="email-links">
      <h1>{title}</h1>
      <p>{t(`${kind}.text`)}</p>
      {state.status === 'failed' && <Banner tone="red">{problemText(state.error)}</Banner>}
      <Button kind="primary" wide busy={state.status === 'sending'} onClick={() => void send({ token })}>
        {t(`${kind}.button`)}
      </Button>
    </PublicLayout>
  );
}

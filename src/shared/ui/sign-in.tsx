import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import { apiBase } from '../api/base.ts';
import { elementMessages } from '../element/element.messages.ts';
import { useMessages } from '../locale/use-messages.ts';
import { isForeignPage, session, signInWithApplicationPopup } from '../session/index.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type Attempt = 'none' | 'running' | 'blocked' | 'closed';

/** Whether an element has nothing to show without a session. After an expired session it keeps its content. */
export function asksToSignIn(): boolean {
  const state = session.value;
  if (state.status === 'signed-out') return state.reason !== 'expired';
  // On third-party pages the token provider may have failed.
  return state.status === 'unreachable' && isForeignPage();
}

/**
 * Content of an element while signed out; `text` says what signing in is for. On third-party pages the user can sign in
 * here.
 */
export function SignIn({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="empty">
      <p className="t3 text-text">{text}</p>
      {isForeignPage() && <SignInButton />}
    </div>
  );
}

/** Banner above an element on a third-party page whose session has ended. */
export function SessionEnded(): ReactNode {
  useSignals();
  const t = useMessages(elementMessages);
  const state = session.value;
  if (state.status !== 'signed-out' || state.reason !== 'expired' || !isForeignPage()) return null;
  return (
    <Banner tone="amber" action={<SignInButton />}>
      {t('ended')}
    </Banner>
  );
}

function SignInButton(): ReactNode {
  const t = useMessages(elementMessages);
  const [attempt, setAttempt] = useState<Attempt>('none');
  const signIn = async () => {
    setAttempt('running');
    const outcome = await signInWithApplicationPopup();
    setAttempt(outcome === 'signed-in' ? 'none' : outcome);
  };
  return (
    <>
      <Button kind="primary" busy={attempt === 'running'} onClick={() => void signIn()}>
        {t('signIn')}
      </Button>
      {(attempt === 'blocked' || attempt === 'closed') && (
        <p className="s" role="status">
          {t(attempt)}{' '}
          <a href={apiBase.value} target="_blank" rel="noopener">
            {t('open')}
          </a>
        </p>
      )}
    </>
  );
}

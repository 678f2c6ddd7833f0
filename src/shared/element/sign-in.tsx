import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import { apiBase } from '../api/base.ts';
import { useMessages } from '../locale/use-messages.ts';
import { isForeignPage, session, signInWithApplicationPopup } from '../session/index.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { elementMessages } from './element.messages.ts';

type Attempt = 'none' | 'running' | 'blocked' | 'closed';

/** Whether an element has nothing to show because nobody is signed in. After a session that ended by itself it goes on showing what it has. */
export function asksToSignIn(): boolean {
  const state = session.value;
  if (state.status === 'signed-out') return state.reason !== 'expired';
  // On a page of others this may be the page's own function for tokens that fails.
  return state.status === 'unreachable' && isForeignPage();
}

/** What stands in an element while nobody is signed in; `text` says what for. On pages of others the person can do it here. */
export function SignIn({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="empty">
      <p className="t3 text-text">{text}</p>
      {isForeignPage() && <SignInButton />}
    </div>
  );
}

/** Above an element on a page of others whose session has ended. */
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

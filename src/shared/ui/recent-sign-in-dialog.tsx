import { type ReactNode, useState } from 'react';
import { useMessages } from '../locale/use-messages.ts';
import { signInWithApplicationPopup } from '../session/index.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { recentSignInMessages } from './recent-sign-in.messages.ts';

export interface RecentSignInProps {
  /** Called once: whether the user has signed in again. */
  readonly onDone: (isSignedIn: boolean) => void;
}

/** On a third-party page the user signs in again in a window of the application. */
export function RecentSignInDialog({ onDone }: RecentSignInProps): ReactNode {
  const t = useMessages(recentSignInMessages);
  const [attempt, setAttempt] = useState<'none' | 'running' | 'blocked' | 'closed'>('none');
  const signIn = async () => {
    setAttempt('running');
    const outcome = await signInWithApplicationPopup({ isAgain: true });
    if (outcome === 'signed-in') onDone(true);
    else setAttempt(outcome);
  };
  return (
    <Dialog
      title={t('title')}
      onClose={() => onDone(false)}
      footer={
        <>
          <Button onClick={() => onDone(false)}>{t('cancel')}</Button>
          <Button kind="primary" busy={attempt === 'running'} onClick={() => void signIn()}>
            {t('signIn')}
          </Button>
        </>
      }
    >
      {(attempt === 'blocked' || attempt === 'closed') && <Banner tone="red">{t(attempt)}</Banner>}
      <p>{t('text')}</p>
      <p className="second">{t('window')}</p>
    </Dialog>
  );
}

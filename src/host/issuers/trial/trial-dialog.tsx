import { type ReactNode, useEffect, useRef, useState } from 'react';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { Issuer, TriedSignIn } from '../../../shared/contracts/issuers.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { IssuersStore } from '../issuers.store.ts';
import { trialMessages } from './trial.messages.ts';
import { TrialResult } from './trial-result.tsx';
import { openTrial, type TrialEnd } from './try-provider.ts';

export interface TrialDialogProps {
  readonly store: IssuersStore;
  readonly issuer: Issuer;
  readonly onClose: () => void;
  /** Opens the window; replaced in tests. */
  readonly open?: typeof openTrial;
}

type State =
  | { readonly status: 'idle' | 'waiting' | 'blocked' }
  | { readonly status: 'failed'; readonly failure: Extract<TrialEnd, { kind: 'failed' }>['failure'] }
  | { readonly status: 'refused'; readonly error: unknown }
  | { readonly status: 'done'; readonly result: TriedSignIn };

const FAILURES = ['denied', 'stale', 'foreign', 'unreachable'] as const;

/** Signs in at a provider in a window, and shows what that sign-in would do. */
export function TrialDialog({ store, issuer, onClose, open = openTrial }: TrialDialogProps): ReactNode {
  const t = useMessages(trialMessages);
  const [state, setState] = useState<State>({ status: 'idle' });
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  function start(): void {
    stop.current();
    setState({ status: 'waiting' });
    const { name, issuer: authority, clientId, scope, extraQuery: extraQueryParams } = issuer;
    stop.current = open({ name, authority, clientId, scope, extraQueryParams }, (end) => {
      if (end.kind === 'blocked') setState({ status: 'blocked' });
      else if (end.kind === 'failed') setState({ status: 'failed', failure: end.failure });
      else {
        store.tryToken(issuer, end.idToken).then(
          (result) => setState({ status: 'done', result }),
          (error: unknown) => setState({ status: 'refused', error }),
        );
      }
    });
  }

  const failure = state.status === 'failed' ? (FAILURES.find((one) => one === state.failure) ?? 'other') : undefined;
  return (
    <Dialog
      title={t('title', { name: issuer.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button kind="primary" onClick={start}>
            {t(state.status === 'idle' ? 'open' : 'again')}
          </Button>
        </>
      }
    >
      <div className="stack spaced" aria-live="polite">
        {state.status !== 'done' && <p>{t('about')}</p>}
        {state.status === 'waiting' && <Banner>{t('waiting')}</Banner>}
        {state.status === 'blocked' && <Banner tone="red">{t('blocked')}</Banner>}
        {failure && <Banner tone="red">{t(`failed.${failure}`)}</Banner>}
        {state.status === 'refused' && <Banner tone="red">{problemText(state.error)}</Banner>}
        {state.status === 'done' && <TrialResult result={state.result} t={t} />}
      </div>
    </Dialog>
  );
}

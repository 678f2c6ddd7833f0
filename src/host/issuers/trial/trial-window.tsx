import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../../../shared/locale/index.ts';
import { attemptOf, createSsoClient, SsoError } from '../../../shared/session/sso-client.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Waiting } from '../../pages/waiting.tsx';
import { trialMessages } from './trial.messages.ts';
import { type TrialMessage, type TriedProvider, trialChannel } from './trial-channel.ts';

/** The settings page answers at once, or it is closed. */
const ANSWER_MS = 5_000;

type End = 'left' | 'done' | 'lost';

export interface TrialWindowProps {
  readonly id: string;
}

/** A response can be redeemed once; a second render waits for the same result. */
let running: Promise<End> | undefined;

/** The window of a trial: goes to the provider, and hands its id token to the settings page. It has no session and stores none. */
export function TrialWindow({ id }: TrialWindowProps): ReactNode {
  const t = useMessages(trialMessages);
  const [end, setEnd] = useState<End>('left');
  useEffect(() => {
    running ??= run(id);
    void running.then((result) => {
      setEnd(result);
      if (result === 'done') window.close();
    });
  }, [id]);
  if (end === 'left') return <Waiting />;
  return (
    <main className="alone">
      <h1 className="sr">{t(`window.${end}`)}</h1>
      <EmptyState mark={end === 'done' ? 'done' : 'failed'} title={t(`window.${end}`)}>
        <Button onClick={() => window.close()}>{t('window.close')}</Button>
      </EmptyState>
    </main>
  );
}

async function run(id: string): Promise<End> {
  const channel = trialChannel(id);
  const send = (message: TrialMessage) => channel.postMessage(message);
  try {
    const provider = await askProvider(channel);
    if (!provider) return 'lost';
    const { href } = location;
    const client = createSsoClient(provider, { origin: location.origin, storage: localStorage });
    if (!new URL(href).searchParams.has('state')) {
      const back = location.pathname + location.search;
      location.assign(await client.signInUrl({ username: '', redirect: back, idpName: provider.name }));
      return 'left';
    }
    history.replaceState(history.state, '', location.pathname);
    // The settings page names the provider; an attempt at another one is not redeemed.
    if (attemptOf(href, localStorage).authority !== provider.authority) throw new SsoError('foreign');
    const { idToken, refreshToken } = await client.finish(href);
    send({ type: 'token', idToken });
    if (refreshToken) await client.revoke(refreshToken).catch(() => undefined);
    return 'done';
  } catch (error) {
    send({ type: 'failed', failure: error instanceof SsoError ? error.failure : 'unreachable' });
    return 'done';
  } finally {
    channel.close();
  }
}

function askProvider(channel: BroadcastChannel): Promise<TriedProvider | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ANSWER_MS);
    channel.onmessage = ({ data }: MessageEvent<TrialMessage>) => {
      if (data.type !== 'provider') return;
      clearTimeout(timer);
      resolve(data.provider);
    };
    channel.postMessage({ type: 'ready' } satisfies TrialMessage);
  });
}

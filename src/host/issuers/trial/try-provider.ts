import { randomId } from '../../../shared/page/random.ts';
import type { SsoFailure } from '../../../shared/session/index.ts';
import { TRIAL_PARAMETER, type TrialMessage, type TriedProvider, trialChannel } from './trial-channel.ts';

const FEATURES = 'popup,width=520,height=720';

export type TrialEnd =
  | { readonly kind: 'token'; readonly idToken: string }
  | { readonly kind: 'failed'; readonly failure: SsoFailure }
  | { readonly kind: 'blocked' };

/**
 * Opens a window that signs in at the provider and sends its id token here; no session begins. Call it from a click.
 * Returns a function that stops waiting.
 */
export function openTrial(provider: TriedProvider, onEnd: (end: TrialEnd) => void): () => void {
  const id = randomId();
  const channel = trialChannel(id);
  const end = (result: TrialEnd) => {
    channel.close();
    onEnd(result);
  };
  channel.onmessage = ({ data }: MessageEvent<TrialMessage>) => {
    if (data.type === 'ready') channel.postMessage({ type: 'provider', provider } satisfies TrialMessage);
    else if (data.type === 'token') end({ kind: 'token', idToken: data.idToken });
    else if (data.type === 'failed') end({ kind: 'failed', failure: data.failure });
  };
  const popup = open(`/popup-login?${TRIAL_PARAMETER}=${id}`, `verva-try-${id}`, FEATURES);
  if (!popup) end({ kind: 'blocked' });
  return () => channel.close();
}

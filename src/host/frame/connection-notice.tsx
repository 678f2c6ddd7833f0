import { effect } from '@preact/signals-core';
import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { liveState } from '../../shared/api/live.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { HostText } from '../host-text.ts';

/** Grace period: a restarting server is back by then. */
const GRACE_MS = 5_000;

/** Warns of stale data while the network or server is unavailable, and reports when it is back. */
export function ConnectionNotice({ t }: { readonly t: HostText }): ReactNode {
  const isOff = useIsOff();
  const wasOff = useRef(false);
  useEffect(() => {
    if (wasOff.current && !isOff) showSnack(t('host.online'));
    wasOff.current = isOff;
  }, [isOff, t]);
  if (!isOff) return null;
  return (
    <div className="notice">
      <Banner tone="amber" icon={WifiOff}>
        {t('host.offline')}
      </Banner>
    </div>
  );
}

/** Shown at once without a network; without the event stream, after the grace period. */
function useIsOff(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = effect(() => {
      if (liveState.value === 'waiting') timer ??= setTimeout(() => setBroken(true), GRACE_MS);
      // The stream reconnects repeatedly; an attempt is not yet a success.
      if (liveState.value === 'waiting' || liveState.value === 'connecting') return;
      clearTimeout(timer);
      timer = undefined;
      setBroken(false);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return !isOnline || isBroken;
}

import { effect } from '@preact/signals-core';
import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { liveState } from '../../shared/api/live.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { HostText } from '../host-text.ts';

/** A server that is restarted is back by then; nobody has to hear of it. */
const PATIENCE_MS = 5_000;

/** Says that what is shown may be old while there is no network or no server, and that there is one again. */
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

/** Without a network at once; without the stream of events when it does not come back by itself. */
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
      if (liveState.value === 'waiting') timer ??= setTimeout(() => setBroken(true), PATIENCE_MS);
      // It is tried again and again, and connecting is no success yet.
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

import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { countAlerts } from '../../shared/contracts/alerts.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { alertsMessages } from './alerts.messages.ts';

const PAGE = '/settings/alerts';

interface Props {
  readonly path: string;
  readonly send?: typeof call;
  readonly listen?: typeof onLive;
}

/** Informs an administrator of alerts that they have not seen, on every page but that of the alerts. */
export function AlertNotice({ path, send = call, listen = onLive }: Props): ReactNode {
  const t = useMessages(alertsMessages);
  const [count, setCount] = useState(0);
  const isOnPage = path === PAGE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has marked alerts as seen when it is left
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      send(countAlerts, { signal: stop.signal })
        .then((unseen) => setCount(unseen.count))
        .catch(() => {
          // The previous number stays until the next event.
        });
    void read();
    const off = listen(['alerts.changed', 'resync'], () => void read());
    return () => {
      stop.abort();
      off();
    };
  }, [send, listen, isOnPage]);
  if (count === 0 || isOnPage) return null;
  return (
    <div className="notice">
      <Banner
        tone="amber"
        action={
          <Link href={PAGE} className="link nowrap">
            {t('open')}
          </Link>
        }
      >
        {t('unseen', { count })}
      </Banner>
    </div>
  );
}

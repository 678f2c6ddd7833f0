import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { call, codeOf } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { type Alert, listAlerts, seeAlerts } from '../../shared/contracts/alerts.contract.ts';
import { useLoaded } from '../../shared/lists/use-loaded.ts';
import { formatDayAndTime, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { alertsMessages } from './alerts.messages.ts';
import './alerts.css';

interface Props {
  readonly send?: typeof call;
}

/** The administrator's security alerts; those shown count as seen (ADM-08). */
export function AlertsPage({ send = call }: Props): ReactNode {
  return (
    <DocumentWidget>
      <Alerts send={send} />
    </DocumentWidget>
  );
}

function Alerts({ send }: Required<Props>): ReactNode {
  const t = useMessages(alertsMessages);
  const [first, reload] = useLoaded('alerts', (signal) => send(listAlerts, { query: {}, signal }));
  const [earlier, setEarlier] = useState<{ readonly alerts: readonly Alert[]; readonly next: string | null }>();
  const newest = first.status === 'ready' ? first.value.alerts.find(({ isSeen }) => !isSeen)?.id : undefined;
  useEffect(() => {
    if (newest) send(seeAlerts, { body: { until: newest } }).catch(showProblem);
  }, [send, newest]);
  useEffect(() => onLive(['alerts.changed', 'resync'], reload), [reload]);
  // Marks stay until the page is opened again.
  const fresh = useRef(new Set<string>());
  if (first.status === 'ready') for (const { id, isSeen } of first.value.alerts) if (!isSeen) fresh.current.add(id);
  if (first.status === 'failed') return <LoadFailed code={codeOf(first.error)} onRetry={reload} t={t} />;
  if (first.status === 'loading') return <Skeleton rows={6} label={t('loading')} />;
  const alerts = [...first.value.alerts, ...(earlier?.alerts ?? [])];
  const next = earlier ? earlier.next : first.value.next;
  if (alerts.length === 0) return <EmptyState title={t('empty')} text={t('empty.more')} />;
  const showEarlier = async (before: string) => {
    try {
      const page = await send(listAlerts, { query: { before } });
      setEarlier({ alerts: [...(earlier?.alerts ?? []), ...page.alerts], next: page.next });
    } catch (error) {
      showProblem(error);
    }
  };
  return (
    <div className="page alerts-page">
      <p className="second">{t('about')}</p>
      <ul className="card alerts-list" aria-label={t('list')}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <div className="row alerts-head">
              <Link href={alert.path} className="link strong">
                {alert.title}
              </Link>
              {fresh.current.has(alert.id) && <span className="badge amber">{t('fresh')}</span>}
              <time className="muted s" dateTime={alert.at}>
                {formatDayAndTime(alert.at)}
              </time>
            </div>
            <p>{alert.text}</p>
          </li>
        ))}
      </ul>
      {next !== null && <Button onClick={() => void showEarlier(next)}>{t('more')}</Button>}
    </div>
  );
}

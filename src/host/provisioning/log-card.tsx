import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { ScimLogEntry } from '../../shared/contracts/scim.contract.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { ProvisioningStore } from './provisioning.store.ts';
import type { ProvisioningText } from './provisioning-text.ts';

interface Props {
  readonly store: ProvisioningStore;
  readonly t: ProvisioningText;
}

const REFUSED = 400;

/** What directories changed, and what was refused or not used. */
export function LogCard({ store, t }: Props): ReactNode {
  useSignals();
  const log = store.log.value;
  return (
    <section className="card emb-card" aria-labelledby="prov-log">
      <header className="row wrap">
        <div className="stack grow">
          <h2 className="t2" id="prov-log">
            {t('log')}
          </h2>
          <p className="s second">{t('log.more')}</p>
        </div>
        <ChoiceControl label={t('log.problems')} checked={store.problems.value} onChange={store.narrow} />
      </header>
      {log.status === 'loading' && <Skeleton rows={4} />}
      {log.status === 'failed' && <LoadFailed code={log.code} onRetry={() => void store.load()} t={t} />}
      {log.status === 'ready' && log.items.length === 0 && (
        <p className="s muted">{t(store.problems.value ? 'log.fine' : 'log.none')}</p>
      )}
      {log.status === 'ready' && log.items.length > 0 && (
        <>
          <table className="tbl folds emb-table prov-log">
            <thead>
              <tr>
                <th scope="col" className="prov-subject">
                  {t('log.subject')}
                </th>
                <th scope="col">{t('log.what')}</th>
                <th scope="col" className="emb-used">
                  {t('log.when')}
                </th>
              </tr>
            </thead>
            <tbody>
              {log.items.map((entry) => (
                <Row key={entry.id} entry={entry} t={t} />
              ))}
            </tbody>
          </table>
          {log.hasMore && (
            <div className="row">
              <Button onClick={() => void store.more().catch(showProblem)}>{t('log.older')}</Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Row({ entry, t }: { readonly entry: ScimLogEntry; readonly t: ProvisioningText }): ReactNode {
  const isRefused = entry.status >= REFUSED;
  return (
    <tr>
      <td className="strong fold-name">{entry.subject ?? t('log.unnamed')}</td>
      <td>
        <div className="stack">
          <span className="row wrap">
            {entry.kind && <span className="muted">{t(`kind.${entry.kind}`)}</span>}
            <Badge tone={isRefused ? 'red' : entry.notes.length > 0 ? 'amber' : 'grey'}>
              {t(isRefused ? 'log.refused' : `outcome.${entry.outcome}`)}
            </Badge>
          </span>
          {isRefused && <span className="s">{t(`outcome.${entry.outcome}`)}</span>}
          {entry.notes.map(({ code, value }) => (
            <span key={code} className="s">
              {t(`note.${code}`, { value })}
            </span>
          ))}
        </div>
      </td>
      <td data-label={t('log.when')}>
        <span className="stack">
          <span>{formatDayAndTime(entry.at)}</span>
          <span className="xs muted">{entry.client.name}</span>
        </span>
      </td>
    </tr>
  );
}

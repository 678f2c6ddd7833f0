import type { ReactNode } from 'react';
import type { DelegationReport } from '../../shared/contracts/delegations.contract.ts';
import { formatDayAndTime, useLanguage } from '../../shared/locale/index.ts';
import { AvatarPair } from '../../shared/ui/avatar.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { ReportState } from './card-effects.store.ts';
import type { EditorText } from './delegation-editor-text.ts';

/** BEY-02: decisions made on behalf of the delegator, and tasks that were returned. */
export function ReportPanel({ state, t }: { readonly state: ReportState; readonly t: EditorText }): ReactNode {
  if (state.status === 'none') return null;
  const runs = state.status === 'ready' && state.report.delegation.state === 'running';
  const title = runs ? t('report.far') : t('report.title');
  return (
    <section className="effects-panel stack" aria-label={title}>
      <h3 className="t3">{title}</h3>
      {state.status === 'loading' && <Skeleton rows={2} />}
      {state.status === 'failed' && <p className="s second">{t('report.failed')}</p>}
      {state.status === 'ready' && <Decisions report={state.report} runs={runs} t={t} />}
    </section>
  );
}

function Decisions({
  report: { decisions, returned, delegation },
  runs,
  t,
}: {
  readonly report: DelegationReport;
  readonly runs: boolean;
  readonly t: EditorText;
}): ReactNode {
  const language = useLanguage();
  const names = { owner: delegation.user.name, delegate: delegation.delegate.name };
  return (
    <>
      {decisions.length === 0 && <p className="s second">{t('report.none')}</p>}
      <ul className="effects">
        {decisions.map((one) => (
          <li key={one.id}>
            <AvatarPair owner={delegation.user} actor={delegation.delegate} />
            <span className="stack grow">
              <span>
                {t('report.line', {
                  task: one.task?.name ?? '',
                  outcome: one.outcomeLabel?.[language] ?? one.outcomeLabel?.en ?? one.outcome ?? '',
                })}
              </span>
              <span className="xs muted">{t('behalf', names)}</span>
            </span>
            <time className="xs muted" dateTime={one.at}>
              {formatDayAndTime(one.at)}
            </time>
          </li>
        ))}
      </ul>
      <p className="s second">{t(runs ? 'report.open' : 'report.returned', { count: returned.length })}</p>
    </>
  );
}

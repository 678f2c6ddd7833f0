import type { ReactNode } from 'react';
import type { DelegationReport } from '../../shared/contracts/delegations.contract.ts';
import { formatDayAndTime, useLanguage } from '../../shared/locale/index.ts';
import { AvatarPair } from '../../shared/ui/avatar.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { EditorText } from './delegation-editor-text.ts';
import type { ReportState } from './report.store.ts';

/** Texts of a report as its reader needs them. */
interface ReportTexts {
  readonly title: string;
  readonly none: string;
  /** About the open tasks of the period; null for nothing. */
  readonly open: ((count: number) => string) | null;
}

interface Props {
  readonly state: ReportState;
  readonly texts: (state: 'running' | 'over') => ReportTexts;
  readonly t: EditorText;
}

/** The delegator's texts. */
export const ownTexts =
  (t: EditorText): Props['texts'] =>
  (state) => ({
    title: t(state === 'running' ? 'report.far' : 'report.title'),
    none: t('report.none'),
    open: (count) => t(state === 'running' ? 'report.open' : 'report.returned', { count }),
  });

/** BEY-02: decisions made on behalf of the delegator, and tasks that were returned. */
export function ReportPanel({ state, texts, t }: Props): ReactNode {
  if (state.status === 'none') return null;
  const runs = state.status === 'ready' && state.report.delegation.state === 'running';
  const { title, none, open } = texts(runs ? 'running' : 'over');
  return (
    <section className="effects-panel stack" aria-label={title}>
      <h3 className="t3">{title}</h3>
      {state.status === 'loading' && <Skeleton rows={2} />}
      {state.status === 'failed' && <p className="s second">{t('report.failed')}</p>}
      {state.status === 'ready' && <Decisions report={state.report} none={none} open={open} t={t} />}
    </section>
  );
}

function Decisions({
  report: { decisions, returned, delegation },
  none,
  open,
  t,
}: Pick<ReportTexts, 'none' | 'open'> & {
  readonly report: DelegationReport;
  readonly t: EditorText;
}): ReactNode {
  const language = useLanguage();
  const names = { owner: delegation.user.name, delegate: delegation.delegate.name };
  return (
    <>
      {decisions.length === 0 && <p className="s second">{none}</p>}
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
      {open && <p className="s second">{open(returned.length)}</p>}
    </>
  );
}

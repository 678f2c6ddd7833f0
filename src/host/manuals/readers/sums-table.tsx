import { useSignals } from '@preact/signals-react/runtime';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ManualReportRow } from '../../../shared/contracts/manual-authoring.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import recordStyles from '../../../shared/records/record-table.css?inline';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { LoadFailed } from '../../../shared/ui/load-failed.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import folding from '../../../shared/ui/styles/folding.css?inline';
import table from '../../../shared/ui/styles/table.css?inline';
import { reportMessages } from './report.messages.ts';
import type { ReportStore } from './report.store.ts';
import { Sums } from './sums.tsx';

interface Props {
  readonly store: ReportStore;
  readonly title: string;
  readonly onOpen: (row: ManualReportRow) => void;
}

const percentOf = ({ read, notDue, overdue }: ManualReportRow): number | null => {
  const owed = read + notDue + overdue;
  return owed === 0 ? null : Math.floor((read / owed) * 100);
};

/** Totals of the report, each with a drill-down link. */
export function SumsTable({ store, title, onOpen }: Props): ReactNode {
  useStyles(table);
  useStyles(folding);
  useStyles(recordStyles);
  useSignals();
  const t = useMessages(reportMessages);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={6} label={t('loading')} />;
  if (state.status === 'failed') {
    return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  }
  const { rows, total, count } = state;
  if (rows.length === 0) return <EmptyState title={t('empty')} />;
  return (
    <div className="card records mn-report">
      <div className="mn-total-sums">
        <span className="strong grow">{t('total')}</span>
        <Percent row={total} />
        <Sums sums={total} />
      </div>
      <table className="tbl folds" aria-busy={state.stale}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" className="mn-col-percent num">
              {t('read')}
            </th>
            <th scope="col" className="mn-col-wide">
              {t('state')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="mn-col-title fold-name">
                {/* Users without a department have no drill-down. */}
                {row.id === '' ? (
                  <span className="mn-open">{t('noDepartment')}</span>
                ) : (
                  <button type="button" className="mn-open" onClick={() => onOpen(row)}>
                    <span className="stack grow">
                      <span className="strong cut" title={row.name}>
                        {row.name || row.detail}
                      </span>
                      {row.detail && <span className="xs muted cut">{row.detail}</span>}
                    </span>
                    <Icon of={ChevronRight} size="s" />
                  </button>
                )}
              </td>
              <td className="mn-col-percent num" data-label={t('read')}>
                <Percent row={row} />
              </td>
              <td className="mn-col-wide">
                <Sums sums={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < count && (
        <div className="card-body">
          <Button onClick={() => void store.more().catch(showProblem)}>{t('more')}</Button>
        </div>
      )}
    </div>
  );
}

function Percent({ row }: { readonly row: ManualReportRow }): ReactNode {
  const percent = percentOf(row);
  return percent === null ? <span className="muted none">–</span> : <span className="nowrap">{`${percent} %`}</span>;
}

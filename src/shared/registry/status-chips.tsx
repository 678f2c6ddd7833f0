import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { RecordCounts, RecordListRow } from '../contracts/registries.contract.ts';
import { formatNumber } from '../locale/index.ts';
import type { RecordsStore } from '../records/index.ts';
import { RecordMark } from '../ui/record-mark.tsx';
import type { RegistryText } from './registry-text.ts';

interface Props {
  readonly counts: RecordCounts;
  readonly store: RecordsStore<RecordListRow>;
  readonly t: RegistryText;
}

type Counted = RecordCounts['total'];

/** All records, and those of each status, with their numbers. */
export function StatusChips({ counts, store, t }: Props): ReactNode {
  useSignals();
  const { filters } = store.asked.value;
  const own = filters.filter(({ column }) => column === 'status');
  const chosen = own.length === 1 && own[0]!.operation === 'eq' ? own[0]!.value : null;
  const choose = (id: string | null) =>
    void store.setFilters([
      ...filters.filter(({ column }) => column !== 'status'),
      ...(id === null ? [] : [{ column: 'status', operation: 'eq' as const, value: id }]),
    ]);
  const numberOf = ({ count, atLeast }: Counted) => {
    const number = formatNumber(count);
    return <span className="muted">{atLeast ? t('count', { count: number }) : number}</span>;
  };
  if (counts.statuses.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is shown
    <div className="row row-6 registry-statuses" role="group" aria-label={t('statuses')}>
      <button type="button" className="chip" aria-pressed={own.length === 0} onClick={() => choose(null)}>
        {t('all')} {numberOf(counts.total)}
      </button>
      {counts.statuses.map((status) => (
        <button
          key={status.id}
          type="button"
          className="chip"
          aria-pressed={chosen === status.id}
          onClick={() => choose(chosen === status.id ? null : status.id)}
        >
          <RecordMark status={status} />
          {status.title} {numberOf(status)}
        </button>
      ))}
    </div>
  );
}

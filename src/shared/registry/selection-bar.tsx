import { useSignals } from '@preact/signals-react/runtime';
import { ArrowRightLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RecordListRow } from '../contracts/registries.contract.ts';
import { formatNumber } from '../locale/index.ts';
import type { RecordsStore } from '../records/index.ts';
import { Button } from '../ui/button.tsx';
import type { RegistryText } from './registry-text.ts';
import { isEmpty, type Selected, type SelectionStore } from './selection.store.ts';

interface Props {
  readonly store: RecordsStore<RecordListRow>;
  readonly selection: SelectionStore;
  readonly onChangeStatus: () => void;
  readonly t: RegistryText;
}

/** Number of selected records, an offer to select all that match, and what can be done with them. */
export function SelectionBar({ store, selection, onChangeStatus, t }: Props): ReactNode {
  useSignals();
  const selected = selection.selected.value;
  const total = store.total.value;
  if (isEmpty(selected) || !total) return null;
  const count = formatNumber(total.count);
  const hasMore = !selected.all && (total.atLeast || total.count > selected.ids.size);
  return (
    <div className="registry-selection">
      <span className="strong" role="status">
        {selectionText(selected, total, t)}
      </span>
      {hasMore && (
        <button type="button" className="link" onClick={selection.selectAll}>
          {total.atLeast ? t('select.all.more', { count }) : t('select.all', { count: total.count })}
        </button>
      )}
      <span className="grow" />
      <Button onClick={selection.clear}>{t('select.none')}</Button>
      <Button icon={ArrowRightLeft} kind="primary" onClick={onChangeStatus}>
        {t('changeStatus')}
      </Button>
    </div>
  );
}

/** How many records are selected. */
export function selectionText(
  selected: Selected,
  { count, atLeast }: { readonly count: number; readonly atLeast: boolean },
  t: RegistryText,
): string {
  if (!selected.all) return t('selected', { count: selected.ids.size });
  return atLeast ? t('selected.all.more', { count: formatNumber(count) }) : t('selected.all', { count });
}

import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { RecordListRow } from '../contracts/registries.contract.ts';
import type { RecordsStore } from '../records/index.ts';
import type { RowPicks } from '../records/record-table.tsx';
import type { RegistryText } from './registry-text.ts';
import type { SelectionStore } from './selection.store.ts';

/** Checkboxes that select records. With Shift, the rows since the last one are selected. */
export function useRecordPicks(
  selection: SelectionStore,
  store: RecordsStore<RecordListRow>,
  t: RegistryText,
): RowPicks<RecordListRow> {
  const last = useRef<string | null>(null);
  return useMemo(
    () => ({
      head: (
        <th scope="col" className="pick">
          <PickPage selection={selection} store={store} t={t} />
        </th>
      ),
      of: (row, rows) => <Pick row={row} page={rows.map(({ id }) => id)} selection={selection} last={last} t={t} />,
    }),
    [selection, store, t],
  );
}

interface PickProps {
  readonly row: RecordListRow;
  readonly page: readonly string[];
  readonly selection: SelectionStore;
  /** The row that was selected last. */
  readonly last: { current: string | null };
  readonly t: RegistryText;
}

function Pick({ row, page, selection, last, t }: PickProps): ReactNode {
  useSignals();
  const { id, number, title } = row;
  const pick = (on: boolean, isRange: boolean) => {
    const [from, to] = [page.indexOf(last.current ?? ''), page.indexOf(id)].sort((a, b) => a - b) as [number, number];
    selection.select(isRange && from >= 0 ? page.slice(from, to + 1) : [id], on, page);
    last.current = id;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click beside the checkbox from opening the row
    <td className="fold-pick" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        className="check"
        aria-label={t('select.record', { record: [number, title].filter(Boolean).join(' ') || t('record') })}
        checked={selection.has(id)}
        onChange={({ target, nativeEvent }) => pick(target.checked, (nativeEvent as MouseEvent).shiftKey === true)}
      />
    </td>
  );
}

interface PageProps {
  readonly selection: SelectionStore;
  readonly store: RecordsStore<RecordListRow>;
  readonly t: RegistryText;
}

function PickPage({ selection, store, t }: PageProps): ReactNode {
  useSignals();
  const list = store.list.value;
  const page = list.status === 'ready' ? list.rows.map(({ id }) => id) : [];
  const picked = page.filter(selection.has).length;
  const box = useRef<HTMLInputElement>(null);
  const isMixed = picked > 0 && picked < page.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="check"
      aria-label={t('select.page')}
      checked={page.length > 0 && picked === page.length}
      onChange={({ target }) => selection.select(page, target.checked, page)}
    />
  );
}

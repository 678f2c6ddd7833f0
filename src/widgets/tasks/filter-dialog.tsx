import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { FilterColumn } from '../../shared/ui/filters/columns.ts';
import { FilterRows } from '../../shared/ui/filters/filter-rows.tsx';
import { SORTS } from './columns.ts';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly store: TasksStore;
  readonly columns: readonly FilterColumn[];
  readonly t: TasksText;
  readonly onClose: () => void;
}

/** All filters and the sort order, for layouts without column headings. */
export function FilterDialog({ store, columns, t, onClose }: Props): ReactNode {
  useSignals();
  const { filters, sort } = store.asked.value;
  const sorts = SORTS.flatMap((field) =>
    (['asc', 'desc'] as const).map((direction) => ({
      id: `${field}:${direction}`,
      text: `${t(`column.${field}`)} ${direction === 'asc' ? '↑' : '↓'}`,
    })),
  );
  return (
    <Dialog
      title={t('filters')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void store.ask({ filters: [] })}>{t('clear')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className="stack spaced">
        <FilterRows columns={columns} filters={filters} onChange={(next) => void store.ask({ filters: next })} />
        <Field label={t('sort')}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={sort}
              onChange={(event) => void store.ask({ sort: event.target.value })}
            >
              {sorts.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </Dialog>
  );
}

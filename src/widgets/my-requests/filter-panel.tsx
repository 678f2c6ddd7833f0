import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import type { FieldType } from '../../shared/contracts/endpoint.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { FilterColumn } from '../../shared/ui/filters/columns.ts';
import { FilterRows } from '../../shared/ui/filters/filter-rows.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { RequestsStore } from './requests.store.ts';
import type { RequestsText } from './requests-text.ts';

/** Fields of the list that its tabs do not choose. */
const FIELDS: readonly string[] = ['process', 'number', 'title', 'started', 'ended'];

/** Conditions on the kind, the number and the dates of requests; on the requester in the list of the team. */
export function FilterPanel({ store, t }: { readonly store: RequestsStore; readonly t: RequestsText }): ReactNode {
  useSignals();
  const { value: columns } = store.columns;
  const { relation, filters } = store.filter.value;
  useEffect(() => void store.loadColumns(), [store]);
  if (columns.status === 'loading') return <Skeleton rows={2} label={t('loading')} />;
  if (columns.status === 'failed')
    return <LoadFailed code={columns.code} onRetry={() => void store.loadColumns()} t={t} />;
  const shown = [...FIELDS, ...(relation === 'team' ? ['requester'] : [])];
  const fields = columns.items
    .filter(({ field }) => shown.includes(field))
    .map(
      ({ field, title, type, options }): FilterColumn => ({
        ...{ field, title, type: type as FieldType },
        ...(options && { options }),
      }),
    );
  return (
    <div className="stack filter-panel">
      <FilterRows columns={fields} filters={filters} onChange={(now) => store.narrow({ filters: now })} />
      {filters.length > 0 && (
        <div className="row">
          <Button kind="ghost" onClick={() => store.narrow({ filters: [] })}>
            {t('filter.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}

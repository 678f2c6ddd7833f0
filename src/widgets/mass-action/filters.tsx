import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { FieldType } from '../../shared/contracts/endpoint.ts';
import type { InboxFilter } from '../../shared/contracts/task-fields.ts';
import type { FilterColumn } from '../../shared/ui/filters/columns.ts';
import { FilterRows } from '../../shared/ui/filters/filter-rows.tsx';
import type { Choosing } from './choosing.store.ts';
import type { MassText } from './mass-action-text.ts';

const FIELDS = [
  'name',
  'businessKey',
  'due',
  'created',
  'assignee',
  'onBehalfOf',
  'priority',
  'unread',
] as const satisfies readonly InboxFilter[];

/** Filters by column, for the columns of the kind's list. */
export function Filters({ choosing, t }: { readonly choosing: Choosing; readonly t: MassText }): ReactNode {
  useSignals();
  const known = choosing.kind.value?.columns ?? [];
  const columns = FIELDS.flatMap((field): FilterColumn[] => {
    const column = known.find((one) => one.field === field);
    return column ? [{ field, title: t(`column.${field}`), type: column.type as FieldType }] : [];
  });
  return (
    <FilterRows
      columns={columns}
      filters={choosing.filters.value}
      onChange={(filters) => void choosing.ask({ filters })}
    />
  );
}

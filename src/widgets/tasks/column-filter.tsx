import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { Filter } from '../../shared/contracts/filters.rules.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { askedBy, askedOf, type FilterColumn, operationText } from '../../shared/ui/filters/columns.ts';
import { describeFilter } from '../../shared/ui/filters/describe.ts';
import { FilterRows } from '../../shared/ui/filters/filter-rows.tsx';
import { filterMessages } from '../../shared/ui/filters/filters.messages.ts';
import { usePersonNames } from '../../shared/ui/filters/person-names.ts';
import { Popover } from './popover.tsx';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly column: FilterColumn;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
  readonly t: TasksText;
}

/** The filter under the heading of a column: what it is now, and a box in which to change it. */
export function ColumnFilter({ column, filters, onChange, t }: Props): ReactNode {
  useSignals();
  const words = useMessages(filterMessages);
  const nameOf = usePersonNames(column.type === 'person' ? filters.map(({ value }) => value).filter(Boolean) : []);
  const [first] = filters;
  const usual = askedOf(column.type)[0]!;
  const operation = operationText(first ? askedBy(first) : usual, column, words);
  const described = filters.map((one) => describeFilter(one, column, words, nameOf)).join(', ');
  // The heading stands above it, so the column's name and the operator are left out.
  const start = `${column.title} ${operation}`;
  const value = filters.length === 1 && described.startsWith(start) ? described.slice(start.length).trim() : described;
  return (
    <Popover
      label={t('filter.of', { column: column.title })}
      trigger={(opener) => (
        <button {...opener} type="button" className={`filter ${first ? 'on' : ''}`} title={described || undefined}>
          <span className="sr">{t('filter.of', { column: column.title })} </span>
          <span className="op">{operation}</span>
          <span className="val">{first ? value : t('filter.any')}</span>
        </button>
      )}
    >
      {() => <FilterRows columns={[column]} filters={filters} onChange={onChange} />}
    </Popover>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { Filter } from '../../contracts/filters.rules.ts';
import { useMessages } from '../../locale/index.ts';
import { Popover } from '../popover.tsx';
import { askedBy, type FilterColumn, operationText, operatorsOf } from './columns.ts';
import { describeFilter } from './describe.ts';
import { FilterRows } from './filter-rows.tsx';
import { filterMessages } from './filters.messages.ts';
import { usePersonNames } from './person-names.ts';

interface Props {
  readonly column: FilterColumn;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** Filter under a column heading: its current value, and a popover for changing it. */
export function ColumnFilter({ column, filters, onChange }: Props): ReactNode {
  useSignals();
  const words = useMessages(filterMessages);
  const nameOf = usePersonNames(column.type === 'person' ? filters.map(({ value }) => value).filter(Boolean) : []);
  const [first] = filters;
  const usual = operatorsOf(column.type)[0]!;
  const operation = operationText(first ? askedBy(first) : usual, column, words);
  const described = filters.map((one) => describeFilter(one, column, words, nameOf)).join(', ');
  // The heading is above it, so column name and operator are left out.
  const start = `${column.title} ${operation}`;
  const value = filters.length === 1 && described.startsWith(start) ? described.slice(start.length).trim() : described;
  return (
    <Popover
      label={words('of', { column: column.title })}
      trigger={(opener) => (
        <button {...opener} type="button" className={`filter ${first ? 'on' : ''}`} title={described || undefined}>
          <span className="sr">{words('of', { column: column.title })} </span>
          {/* Without headings, the filter itself says what it filters. */}
          <span className="of" aria-hidden="true">
            {column.title}
          </span>
          <span className="op">{operation}</span>
          <span className="val">{first ? value : words('any')}</span>
        </button>
      )}
    >
      {() => <FilterRows columns={[column]} filters={filters} onChange={onChange} />}
    </Popover>
  );
}

import { OPERATORS } from '../../../shared/contracts/filters.rules.ts';
import type { RecordColumn, RecordColumns } from '../../../shared/contracts/records.contract.ts';
import type { Tx } from '../../platform/database.ts';
import type { AnyResource, Column, RecordViewer } from './resource.ts';

/** Describes the columns and filters of a resource's table. */
export async function describeResource(tx: Tx, resource: AnyResource, viewer: RecordViewer): Promise<RecordColumns> {
  const columns: RecordColumn[] = [];
  for (const column of resource.columns) columns.push(await describe(tx, column, viewer));
  const { name, title, defaultSort } = resource;
  return { resource: name, title: title(viewer.language), columns, defaultSort };
}

async function describe(tx: Tx, column: Column<never>, viewer: RecordViewer): Promise<RecordColumn> {
  const { field, type, title, sortable, isPlain, hasNoPicker, isListed, width, value, options, cell } = column;
  const known = isPlain ? undefined : await options?.(tx, viewer);
  return {
    field,
    title: title(viewer.language),
    type,
    sortable: sortable !== undefined,
    filter: isPlain || hasNoPicker ? null : filterOf(type, known !== undefined),
    operators: isPlain ? [] : [...OPERATORS[type]],
    ...(known ? { options: known } : {}),
    csv: cell !== undefined,
    ...(isListed === undefined ? {} : { listed: isListed }),
    ...(width === undefined ? {} : { width }),
    ...(value ? { value: value(viewer.language) } : {}),
  };
}

/** Chooses one of the four filter components of FIL-03. */
function filterOf(type: RecordColumn['type'], hasOptions: boolean): NonNullable<RecordColumn['filter']> {
  if (type === 'day' || type === 'instant') return 'datepicker';
  if (type === 'person') return 'userDropdown';
  return type === 'boolean' || hasOptions ? 'dropdown' : 'text';
}

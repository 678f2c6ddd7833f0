import { applyFilters, type Filter, filterChanges } from '../../shared/contracts/filters.rules.ts';
import type { ViewDefinition } from '../../shared/contracts/views.contract.ts';

export const GROUPINGS = ['none', 'due', 'process', 'priority', 'onBehalfOf'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const SORTS = ['due:asc', 'due:desc', 'created:desc', 'created:asc', 'priority:desc', 'process:asc'] as const;
export type SortName = (typeof SORTS)[number];

/** Columns that a row can show in addition to its name. */
export const COLUMNS = ['process', 'businessKey', 'due', 'assignee', 'priority', 'created', 'onBehalfOf'] as const;
export type Column = (typeof COLUMNS)[number];

type Density = 'dense' | 'comfortable';

/** Arrangement of the inbox, stored in a saved view apart from the search. */
export interface Setup {
  readonly filters: readonly Filter[];
  readonly sort: SortName;
  readonly group: Grouping;
  readonly columns: readonly Column[];
  readonly density: Density;
}

export const STANDARD: Setup = {
  filters: [],
  sort: 'due:asc',
  group: 'due',
  columns: ['process', 'businessKey', 'due', 'onBehalfOf'],
  density: 'dense',
};

/** List parameters in an element's attributes or an address; undefined means unset. `filters` is a query. */
export interface ViewParameters {
  readonly view?: string | undefined;
  readonly filters?: string | undefined;
  readonly sort?: SortName | undefined;
  readonly group?: Grouping | undefined;
  readonly columns?: string | undefined;
  readonly rows?: Density | undefined;
  readonly q?: string | undefined;
}

/** Sort order that keeps each grouping together; other sort orders have no groups. */
const ORDER: Readonly<Partial<Record<Grouping, SortName>>> = { process: 'process:asc', priority: 'priority:desc' };

/** Changes the sort order and drops a grouping that it would break up. */
export function sortedBy(setup: Setup, sort: SortName): Setup {
  const own = ORDER[setup.group];
  const isBrokenUp = own ? own !== sort : setup.group === 'due' && !sort.startsWith('due');
  // The default order restores its grouping.
  const group = isBrokenUp ? (sort === 'due:asc' ? 'due' : 'none') : setup.group;
  return { ...setup, sort, group };
}

/** Changes the grouping and the sort order that it needs. */
export function groupedBy(setup: Setup, group: Grouping): Setup {
  const sort = ORDER[group] ?? (group === 'due' && !setup.sort.startsWith('due') ? 'due:asc' : setup.sort);
  // A sort order that only served the grouping is dropped with it.
  const left = group !== 'process' && sort === 'process:asc' ? 'due:asc' : sort;
  return { ...setup, group, sort: left };
}

/** The arrangement of a saved view. Ignores values of newer versions of the product. */
export function setupOf(definition: ViewDefinition | null): Setup {
  if (!definition) return STANDARD;
  return {
    filters: definition.filters as readonly Filter[],
    ...ordered(definition.sort, definition.group, STANDARD),
    columns: definition.columns ? COLUMNS.filter((one) => definition.columns?.includes(one)) : STANDARD.columns,
    density: definition.density ?? STANDARD.density,
  };
}

export function definitionOf({ filters, sort, group, columns, density }: Setup): ViewDefinition {
  return { filters: [...filters], sort, group, columns: ['name', ...columns], density };
}

/** A view with overrides. */
export function overridden(base: Setup, parameters: ViewParameters): Setup {
  const columns = parameters.columns?.split(',');
  return {
    filters: parameters.filters === undefined ? base.filters : applyFilters(base.filters, parameters.filters),
    ...ordered(parameters.sort, parameters.group, base),
    columns: columns ? COLUMNS.filter((one) => columns.includes(one)) : base.columns,
    density: parameters.rows === 'dense' || parameters.rows === 'comfortable' ? parameters.rows : base.density,
  };
}

/** The smallest overrides with which `overridden` turns `base` into `now`. */
export function changesOf(base: Setup, now: Setup): ViewParameters {
  const filters = filterChanges(base.filters, now.filters);
  return {
    ...(filters === '' ? {} : { filters }),
    ...(now.sort === base.sort ? {} : { sort: now.sort }),
    ...(now.group === base.group ? {} : { group: now.group }),
    ...(String(now.columns) === String(base.columns) ? {} : { columns: now.columns.join(',') || 'name' }),
    ...(now.density === base.density ? {} : { rows: now.density }),
  };
}

export function isSame(base: Setup, now: Setup): boolean {
  return Object.keys(changesOf(base, now)).length === 0;
}

function ordered(sort: string | undefined, group: string | undefined, base: Setup): Pick<Setup, 'sort' | 'group'> {
  let setup = base;
  const [wanted] = (sort ?? '').split(',');
  const full = wanted && !wanted.includes(':') ? `${wanted}:asc` : wanted;
  const known = SORTS.find((one) => one === full);
  if (known) setup = sortedBy(setup, known);
  const grouping = GROUPINGS.find((one) => one === group);
  if (grouping) setup = groupedBy(setup, grouping);
  return { sort: setup.sort, group: setup.group };
}

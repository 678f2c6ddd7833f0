import type { FieldError } from '../../../shared/contracts/errors.ts';
import { type Filter, printFilters } from '../../../shared/contracts/filters.rules.ts';
import type { ViewDefinition } from '../../../shared/contracts/views.contract.ts';
import { AppError } from '../../platform/errors.ts';
import { type FilterContext, parseList } from '../../platform/filters.ts';
import type { ViewableList } from './views.resources.ts';

const UNUSED_MONTHS = 12;

/** Returns the list query of a view. */
export function queryOf({ filters, sort }: ViewDefinition): string {
  return [printFilters(filters as Filter[]), ...(sort ? [`sort=${encodeURIComponent(sort)}`] : [])]
    .filter(Boolean)
    .join('&');
}

/** Refuses what the list would refuse, and unknown columns and groups, by name and pointer. */
export function assertDefinition(definition: ViewDefinition, resource: ViewableList, context: FilterContext): void {
  for (const [index, filter] of definition.filters.entries()) {
    readable(`/definition/filters/${index}`, printFilters([filter as Filter]), resource, context);
  }
  if (definition.sort) readable('/definition/sort', `sort=${encodeURIComponent(definition.sort)}`, resource, context);
  for (const [index, column] of (definition.columns ?? []).entries()) {
    assertOneOf(resource.columns, column, `/definition/columns/${index}`);
  }
  for (const column of Object.keys(definition.widths ?? {})) {
    assertOneOf(resource.columns, column, `/definition/widths/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
  if (definition.group !== undefined) assertOneOf(resource.groups, definition.group, '/definition/group');
}

/** Whether the view was neither used nor created within the last twelve months. */
export function isUnused(lastUsed: Date | null, created: Date, now: Date): boolean {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - UNUSED_MONTHS);
  return (lastUsed ?? created) < since;
}

function readable(pointer: string, query: string, { list }: ViewableList, context: FilterContext): void {
  try {
    parseList(query, list, context);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.params, { errors: [{ pointer, code: error.code, params: error.params }] });
  }
}

function assertOneOf(known: readonly string[], column: string, pointer: string): void {
  if (known.includes(column)) return;
  const params = { column, allowed: known.join(', ') };
  const fault: FieldError = { pointer, code: 'view.unknown_column', params };
  throw new AppError('view.unknown_column', params, { errors: [fault] });
}

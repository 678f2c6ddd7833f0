import { splitParts } from '../../shared/contracts/filters.rules.ts';
import type { Page } from '../../shared/contracts/shapes.contract.ts';
import { AppError } from './errors.ts';
import { isUuid } from './uuid.ts';

/** The lookup request of a form field. */
export interface LookupQuery {
  /** In lower case; empty: everything. */
  readonly q: string;
  /** Exactly these ids, active or not. */
  readonly ids: readonly string[] | undefined;
  readonly limit: number;
}

const IDS_MAX = 200;
const LIMIT = 200;

/** Reads the parameters of a look-up. Throws filter.bad_value above 200 ids. */
export function lookupQueryOf(query: {
  readonly q?: string;
  readonly ids?: string;
  readonly limit?: number;
}): LookupQuery {
  return { q: query.q?.trim().toLowerCase() ?? '', ids: idsOf(query.ids), limit: query.limit ?? LIMIT };
}

/** A lookup has one page: users narrow it down by typing more of the name. */
export const singlePage = <T>(items: T[]): Page<T> => ({ items, next: null, previous: null });

/** Returns the ids in `ids=a,b`; undefined without the parameter. Throws filter.bad_value above 200. */
export function idsOf(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const ids = [...new Set(splitParts(text))];
  if (ids.length <= IDS_MAX) return ids;
  const params = { value: String(ids.length), type: `1-${IDS_MAX}` };
  throw new AppError('filter.bad_value', params, { errors: [{ pointer: '?ids', code: 'filter.bad_value', params }] });
}

/** Filters valid UUIDs; no row has any other id. */
export const uuidsOf = (ids: readonly string[]): string[] =>
  ids.filter((id) => isUuid(id)).map((id) => id.toLowerCase());

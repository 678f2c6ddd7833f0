import { type Filter, parseFilters, printFilters } from '../../shared/contracts/filters.rules.ts';
import { STANDARD_FILTERS, STANDARD_SORT } from './columns.ts';

/** What is asked of the list. */
export interface Asked {
  readonly filters: readonly Filter[];
  readonly sort: string;
  readonly q: string;
}

export const STANDARD_QUESTION: Asked = { filters: STANDARD_FILTERS, sort: STANDARD_SORT, q: '' };

/** As the address and the API have it; conditions, order and search. */
export function printQuestion({ filters, sort, q }: Asked): string {
  const words = q.trim();
  return [printFilters(filters), `sort=${sort}`, ...(words ? [`q=${encodeURIComponent(words)}`] : [])]
    .filter(Boolean)
    .join('&');
}

/** Reads an address back; one that says nothing of the list asks for the open tasks. */
export function readQuestion(query: string): Asked {
  const parameters = new URLSearchParams(query);
  const filters = parseFilters(query);
  const sort = parameters.get('sort');
  const q = parameters.get('q') ?? '';
  if (filters.length === 0 && sort === null && q === '') return STANDARD_QUESTION;
  return { filters, sort: sort ?? STANDARD_SORT, q };
}

/** What a page's address says: nothing while the list is asked as usual. */
export function addressOf(asked: Asked): string {
  const printed = printQuestion(asked);
  return printed === printQuestion(STANDARD_QUESTION) ? '' : printed;
}

import { type Filter, parseFilters, printFilters } from '../../shared/contracts/filters.rules.ts';
import { STANDARD_FILTERS, STANDARD_SORT } from './columns.ts';

/** Query of the list. */
export interface Asked {
  readonly filters: readonly Filter[];
  readonly sort: string;
  readonly q: string;
  /** Id or slug of the chosen saved view. */
  readonly view: string | null;
  /** The open panel. */
  readonly panel: 'workload' | null;
}

export const STANDARD_QUESTION: Asked = {
  filters: STANDARD_FILTERS,
  sort: STANDARD_SORT,
  q: '',
  view: null,
  panel: null,
};

/** The query as in the address and the API: filters, sort order and search. */
export function printQuestion({ filters, sort, q }: Pick<Asked, 'filters' | 'sort' | 'q'>): string {
  const words = q.trim();
  return [printFilters(filters), `sort=${sort}`, ...(words ? [`q=${encodeURIComponent(words)}`] : [])]
    .filter(Boolean)
    .join('&');
}

/** Parses an address; without a query the list shows open tasks. */
export function readQuestion(query: string): Asked {
  const parameters = new URLSearchParams(query);
  const filters = parseFilters(query);
  const sort = parameters.get('sort');
  const q = parameters.get('q') ?? '';
  const view = parameters.get('view');
  const panel = parameters.get('panel') === 'workload' ? 'workload' : null;
  if (filters.length === 0 && sort === null && q === '') return { ...STANDARD_QUESTION, view, panel };
  return { filters, sort: sort ?? STANDARD_SORT, q, view, panel };
}

/** State in the page's address, for a reload and Back: empty for the default list. */
export function addressOf(asked: Asked): string {
  const printed = printQuestion(asked);
  return [
    printed === printQuestion(STANDARD_QUESTION) ? '' : printed,
    asked.view ? `view=${encodeURIComponent(asked.view)}` : '',
    asked.panel ? `panel=${asked.panel}` : '',
  ]
    .filter(Boolean)
    .join('&');
}

import { batch, signal } from '@preact/signals-core';
import { type ApiErrorCode, type call, codeOf } from '../api/index.ts';
import { makeDownload } from '../contracts/downloads.contract.ts';
import { type Filter, parseFilters, printFilters } from '../contracts/filters.rules.ts';
import { getRecordColumns, listRecords, type RecordColumn, type RecordColumns } from '../contracts/records.contract.ts';
import type { FilterColumn } from '../ui/filters/columns.ts';

const PAGE = 50;

/** A page of a list: the rows after or before another row, which the server's cursor names. */
interface PagePlace {
  readonly side: 'after' | 'before';
  readonly cursor: string;
  /** Index of the first row, from 0. */
  readonly from: number;
}

/** Query of a list of records. An empty `sort` uses the default of the resource. */
export interface Question {
  readonly filters: readonly Filter[];
  readonly sort: string;
  readonly q: string;
  /** Undefined: the first page. */
  readonly place?: PagePlace;
}

export type RecordsState<Row> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | {
      readonly status: 'ready';
      readonly rows: readonly Row[];
      readonly next: string | null;
      readonly previous: string | null;
      /** Index of the first row, from 0. */
      readonly from: number;
      /** Another page or a reload is in progress; these rows stay meanwhile. */
      readonly stale: boolean;
    };

/** The query for an address: `status=eq:1_active&sort=title:desc&q=crane&after=WyJ…&from=50`. */
export function printQuestion({ filters, sort, q, place }: Question): string {
  const rest = new URLSearchParams({
    ...(sort === '' ? {} : { sort }),
    ...(q === '' ? {} : { q }),
    ...(place && { [place.side]: place.cursor, from: String(place.from) }),
  });
  return [printFilters(filters), String(rest)].filter(Boolean).join('&');
}

const withoutPlace = <Part extends Partial<Question>>({ place: _, ...question }: Part) => question;

/** The query for all rows of a question, on whichever page. */
export const printConditions = (question: Question): string => printQuestion(withoutPlace(question));

/** Parses the query of an address; ignores what is invalid. */
export function readQuestion(query: string): Question {
  const parameters = new URLSearchParams(query);
  const place = readPlace(parameters);
  return {
    filters: parseFilters(query),
    sort: parameters.get('sort') ?? '',
    q: parameters.get('q') ?? '',
    ...(place && { place }),
  };
}

function readPlace(parameters: URLSearchParams): PagePlace | undefined {
  const side = parameters.has('after') ? 'after' : 'before';
  const cursor = parameters.get(side);
  const from = Number(parameters.get('from'));
  return cursor && Number.isSafeInteger(from) && from > 0 ? { side, cursor, from } : undefined;
}

/** The filterable columns, for `FilterRows`. */
export function filterColumns(columns: readonly RecordColumn[]): FilterColumn[] {
  return columns
    .filter(({ filter }) => filter !== null)
    .map(({ field, title, type, options }) => ({ field, title, type, ...(options ? { options } : {}) }));
}

/** The sort order after a click on a column heading: ascending, descending, default. */
function nextSort(sort: string, field: string): string {
  if (sort === field || sort === `${field}:asc`) return `${field}:desc`;
  return sort === `${field}:desc` ? '' : field;
}

/**
 * One resource behind /api/records: its columns, and its rows page by page. `send` is `call` of shared/api. Start with
 * `load()`.
 */
export function createRecordsStore<Row extends { readonly id: string }>({
  send,
  resource,
  asked: first = { filters: [], sort: '', q: '' },
  within = () => [],
}: {
  readonly send: typeof call;
  readonly resource: string;
  readonly asked?: Question;
  /** Conditions in addition to the user's, which the address does not have. */
  readonly within?: () => readonly Filter[];
}) {
  const asked = signal<Question>(first);
  const list = signal<RecordsState<Row>>({ status: 'loading' });
  /** Null until known; counted up to 1,000. */
  const total = signal<{ readonly count: number; readonly atLeast: boolean } | null>(null);
  const columns = signal<RecordColumns | null>(null);
  let describing: Promise<void> | undefined;
  let running = new AbortController();
  const questionText = () => printConditions({ ...asked.peek(), filters: [...within(), ...asked.peek().filters] });

  /** Loads the page of the question. Counts all rows, unless only the page is another one. */
  async function fetchPage(counts: boolean): Promise<void> {
    running.abort();
    const mine = new AbortController();
    running = mine;
    const before = list.peek();
    list.value = before.status === 'ready' ? { ...before, stale: true } : { status: 'loading' };
    const query = new URLSearchParams(questionText());
    query.set('limit', String(PAGE));
    const { place } = asked.peek();
    if (place) query.set(place.side, place.cursor);
    if (counts) query.set('count', 'true');
    try {
      // Rows wait for their columns: a filter row that appears later would move them.
      const [page] = await Promise.all([
        send(listRecords, { params: { resource }, query, signal: mine.signal }),
        describing,
      ]);
      if (mine !== running) return;
      // All rows of the page were removed, or belong to earlier pages now.
      if (place && page.items.length === 0) return toFirst();
      batch(() => {
        const { next, previous } = page;
        const rows = page.items as unknown as readonly Row[];
        list.value = { status: 'ready', rows, next, previous, from: place?.from ?? 0, stale: false };
        if (counts) total.value = { count: page.total ?? rows.length, atLeast: page.totalIsAtLeast ?? false };
      });
    } catch (error) {
      if (mine !== running || mine.signal.aborted) return;
      const code = codeOf(error);
      // An address can have a page of another question.
      if (place && code === 'page.cursor_mismatch') return toFirst();
      list.value = { status: 'failed', code };
    }
  }

  function toFirst(): Promise<void> {
    asked.value = withoutPlace(asked.peek());
    return fetchPage(true);
  }

  async function loadColumns(): Promise<void> {
    try {
      columns.value = await send(getRecordColumns, { params: { resource } });
    } catch {
      // The rows show the error; without columns there is no filter row.
    }
  }

  /** Loads the page of the question, and the columns if unknown. */
  async function load(): Promise<void> {
    if (!columns.peek()) describing = loadColumns();
    await fetchPage(true);
  }

  function turn(to: 'next' | 'previous'): Promise<void> {
    const now = list.peek();
    const cursor = now.status === 'ready' ? now[to] : null;
    if (now.status !== 'ready' || cursor === null) return Promise.resolve();
    // Reloads the first page, to include new rows at its top.
    if (to === 'previous' && now.from <= PAGE) return toFirst();
    const place: PagePlace =
      to === 'next'
        ? { side: 'after', cursor, from: now.from + now.rows.length }
        : { side: 'before', cursor, from: now.from - PAGE };
    asked.value = { ...asked.peek(), place };
    return fetchPage(false);
  }

  /** Changes the query and starts with its first page; an unchanged one causes no request. */
  function ask(change: Partial<Omit<Question, 'place'>>): Promise<void> {
    const next = { ...withoutPlace(asked.peek()), ...change };
    if (printConditions(next) === printConditions(asked.peek())) return Promise.resolve();
    asked.value = next;
    return load();
  }

  /** Applies a changed address: Back, or a link. */
  function askFrom(next: Question): void {
    if (printQuestion(next) === printQuestion(asked.peek())) return;
    asked.value = next;
    void load();
  }

  /** A one-time address for downloading all matches as a file. `names`: columns in order; all by default. */
  async function fileAddress(names?: readonly string[], format?: 'ndjson'): Promise<string> {
    const { url } = await send(makeDownload, {
      body: {
        list: `/api/records/${resource}`,
        query: questionText(),
        ...(names ? { columns: [...names] } : {}),
        ...(format ? { format } : {}),
      },
    });
    return url;
  }

  return {
    asked,
    list,
    total,
    columns,
    load,
    turn,
    ask,
    askFrom,
    fileAddress,
    setFilters: (filters: readonly Filter[]) => ask({ filters }),
    sortBy: (field: string) => ask({ sort: nextSort(asked.peek().sort, field) }),
    close: () => running.abort(),
  };
}

export type RecordsStore<Row extends { readonly id: string }> = ReturnType<typeof createRecordsStore<Row>>;

import { useEffect, useMemo, useRef, useState } from 'react';
import type { call } from '../api/index.ts';
import { onLive } from '../api/live.ts';
import type { Filter } from '../contracts/filters.rules.ts';
import type { RecordListRow } from '../contracts/registries.contract.ts';
import type { SavedView } from '../contracts/views.contract.ts';
import { atMostEvery } from '../lists/at-most-every.ts';
import { useShownQuery } from '../lists/use-shown-query.ts';
import { createRecordsStore, printQuestion } from '../records/index.ts';
import { createSavedViews } from '../saved-views/index.ts';
import { registryAddress } from './registry-address.ts';

/** Interval in which the list follows changes of others. */
const REFRESH_MS = 1000;

interface Options {
  readonly send: typeof call;
  readonly registry: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** A saved view that is shown first, by its id or slug. A query has precedence. */
  readonly view: string | undefined;
  readonly recount: () => void;
}

/** The rows, columns and saved views of a registry, which follow the query of the page and the changes of others. */
export function useRecordList({ send, registry, query, onQuery, view, recount }: Options) {
  const [first] = useState(() => registryAddress.read(query));
  const [columns, setColumns] = useState(first.columns);
  const [missesView, setMissesView] = useState(false);
  const [hasViews, setHasViews] = useState(false);
  const store = useMemo(
    () => createRecordsStore<RecordListRow>({ send, resource: registry, asked: first.question }),
    [send, registry, first],
  );
  const saved = useMemo(() => createSavedViews(send, `registry.${registry}`), [send, registry]);
  const firstView = useRef(query === '' ? view : undefined);
  useShownQuery({
    address: registryAddress,
    shown: { question: store.asked.value, columns },
    show: (shown) => {
      setColumns(shown.columns);
      store.askFrom(shown.question);
    },
    query,
    onQuery,
  });

  const showView = (chosen: SavedView | undefined): Promise<void> => {
    const { filters = [], sort = '', columns: named = null } = chosen?.definition ?? {};
    setColumns(named);
    return store.ask({ filters: filters as Filter[], sort, q: '' });
  };

  /** Loads the list; with a view, not before the view is known. */
  async function start(): Promise<void> {
    const name = firstView.current;
    firstView.current = undefined;
    if (name === undefined) {
      void saved.load().then(() => setHasViews(true));
      return store.load();
    }
    await saved.load();
    setHasViews(true);
    const found = saved.find(name);
    setMissesView(found === undefined);
    const before = printQuestion(store.asked.peek());
    await showView(found);
    if (printQuestion(store.asked.peek()) === before) await store.load();
  }

  const starting = useRef(start);
  starting.current = start;
  useEffect(() => {
    void starting.current();
    // A run changes many records in a second.
    const refresh = atMostEvery(REFRESH_MS, () => {
      // Later pages stay as they are: their rows would move.
      const now = store.list.peek();
      if (now.status !== 'ready' || now.from === 0) void store.load();
      recount();
    });
    const stop = onLive(['record.changed', 'resync'], ({ type, data }) => {
      if (type !== 'resync' && data.resource !== registry) return;
      refresh.call();
    });
    return () => {
      stop();
      refresh.stop();
      store.close();
    };
  }, [store, registry, recount]);

  return { store, saved, hasViews, columns, setColumns, showView, missesView };
}

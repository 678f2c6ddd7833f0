import { useEffect } from 'react';

/** Converts what a list shows to a query and back. A value that the query lacks or that is unknown is the default. */
export interface ListAddress<Shown> {
  read(query: string): Shown;
  print(shown: Shown): string;
}

interface ShownQuery<Shown> {
  readonly address: ListAddress<Shown>;
  readonly shown: Shown;
  readonly show: (shown: Shown) => void;
  readonly query: string;
  /** Receives the query after the list has changed. */
  readonly onQuery: (query: string) => void;
}

/** Keeps what a list shows and the query of the page the same. */
export function useShownQuery<Shown>({ address, shown, show, query, onQuery }: ShownQuery<Shown>): void {
  const { read, print } = address;
  const printed = print(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes, not when the query does
  useEffect(() => {
    if (print(read(query)) !== printed) onQuery(printed);
  }, [printed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query changes, not when the list does
  useEffect(() => {
    const asked = read(query);
    if (print(asked) !== printed) show(asked);
  }, [query]);
}

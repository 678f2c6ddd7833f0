import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Converts what a list shows to a query and back. A value that the query lacks or that is unknown is the default. */
export interface ListAddress<Shown> {
  read(query: string): Shown;
  print(shown: Shown): string;
}

/** Keeps what a list shows in the query of the address, so that it survives a reload and Back. */
export function useListAddress<Shown>(
  { read, print }: ListAddress<Shown>,
  shown: Shown,
  show: (shown: Shown) => void,
): void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const printed = print(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes, not when the address does
  useEffect(() => {
    if (print(read(search)) !== printed) navigate(printed ? `${path}?${printed}` : path, { replace: true });
  }, [printed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes, not when the list does
  useEffect(() => {
    const asked = read(search);
    if (print(asked) !== printed) show(asked);
  }, [search]);
}

type Filter<Fields> = { readonly [Key in keyof Fields]: string | boolean };

/**
 * The address of filters: texts, choices and switches by name. `choices` are the values that a field can have; without
 * them it can have any.
 */
export function filterAddress<Fields extends Filter<Fields>>(
  first: Fields,
  choices: { readonly [Key in keyof Fields]?: readonly Fields[Key][] } = {},
): ListAddress<Fields> {
  const names = Object.keys(first) as (keyof Fields & string)[];
  return {
    read(query) {
      const given = new URLSearchParams(query);
      const values = names.map((name) => {
        const text = given.get(name);
        const value = (typeof first[name] === 'boolean' ? text === 'true' : text) as Fields[typeof name];
        const isKnown = text !== null && (choices[name]?.includes(value) ?? true);
        return [name, isKnown ? value : first[name]];
      });
      return Object.fromEntries(values) as Fields;
    },
    print: (shown) =>
      new URLSearchParams(
        names.filter((name) => shown[name] !== first[name]).map((name) => [name, String(shown[name])]),
      ).toString(),
  };
}

import { useLocation, useSearch } from 'wouter';
import { type ListAddress, useShownQuery } from '../shared/lists/use-shown-query.ts';

export type { ListAddress };

/**
 * Keeps what a list shows in the query of the address, so that it survives a reload and Back. With a `parameter`, it is
 * the value of that parameter, beside others of the page.
 */
export function useListAddress<Shown>(
  address: ListAddress<Shown>,
  shown: Shown,
  show: (shown: Shown) => void,
  parameter?: string,
): void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const own = parameter === undefined ? search : parameterOf(search, parameter);
  const onQuery = (printed: string) => {
    const query = parameter === undefined ? printed : withParameter(search, parameter, printed);
    navigate(query ? `${path}?${query}` : path, { replace: true });
  };
  useShownQuery({ address, shown, show, query: own, onQuery });
}

/** Returns the value of a parameter of an address; empty without it. */
export const parameterOf = (search: string, name: string): string => new URLSearchParams(search).get(name) ?? '';

function withParameter(search: string, name: string, value: string): string {
  const query = new URLSearchParams(search);
  if (value) query.set(name, value);
  else query.delete(name);
  return String(query);
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

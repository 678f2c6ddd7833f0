import { useEffect, useReducer } from 'react';
import { call } from '../../api/index.ts';
import { findPeople } from '../../contracts/session.contract.ts';
import type { UserRef } from '../../contracts/shapes.contract.ts';
import { onPersonLeft, person } from '../../page/person.ts';

// By username and key, for one organisation at a time; every member can see these names.
const names = new Map<string, string>();
const asked = new Set<string>();

onPersonLeft(() => {
  names.clear();
  asked.clear();
});

/** Remembers the name of a person, so that a filter can show it. */
export function rememberPerson({ id, key, name }: UserRef): void {
  names.set(id, name);
  names.set(key, name);
}

/** Returns names of people by username; an unknown name is looked up, and the username is shown meanwhile. */
export function usePersonNames(people: readonly string[]): (person: string) => string {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const missing = people.filter((one) => !names.has(one) && !/^(me|me\+reports|emptyValue)$/.test(one)).join(',');
  useEffect(() => {
    let stays = true;
    for (const username of missing.split(',').filter(Boolean)) {
      if (asked.has(username)) continue;
      asked.add(username);
      const asking = person.peek();
      call(findPeople, { query: { q: username } }).then(
        ({ items }) => {
          if (asking !== person.peek()) return;
          for (const found of items) rememberPerson(found);
          if (stays) redraw();
        },
        // The username serves as the name.
        () => asked.delete(username),
      );
    }
    return () => {
      stays = false;
    };
  }, [missing]);
  return (username) => names.get(username) ?? username;
}

import type { call } from '../../shared/api/index.ts';
import { listPeopleGroups, type PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import { type Department, listCompanies, listDepartments } from '../../shared/contracts/reference-data.contract.ts';
import { findPeople } from '../../shared/contracts/session.contract.ts';
import type { Page, UserRef } from '../../shared/contracts/shapes.contract.ts';
import { listTags } from '../../shared/contracts/tags.contract.ts';
import type { ComboItem } from '../../shared/ui/combo-box.tsx';

/** A company or department of a user. */
export interface NamedRef {
  readonly id: string;
  readonly name: string;
}

export interface PersonItem extends ComboItem {
  readonly person: UserRef;
}

export interface TagItem extends ComboItem {
  readonly isNew?: boolean;
}

const SHOWN = 50;

/** Searches for what a user can belong to; they reject with ApiError. */
export function createLookUps(send: typeof call) {
  let groups: Promise<readonly PeopleGroup[]> | null = null;

  /** All groups, loaded once. */
  function allGroups(): Promise<readonly PeopleGroup[]> {
    groups ??= send(listPeopleGroups, {}).catch((error: unknown) => {
      groups = null;
      throw error;
    });
    return groups;
  }

  return {
    allGroups,
    async companies(q: string, signal: AbortSignal): Promise<readonly ComboItem[]> {
      const { items } = await send(listCompanies, { query: { q, limit: SHOWN }, signal });
      return items.map(({ id, name, code }) => ({ id, text: name, detail: code }));
    },
    async departments(q: string, signal: AbortSignal): Promise<readonly ComboItem[]> {
      const { items } = (await send(listDepartments, { query: { q, limit: SHOWN }, signal })) as Page<Department>;
      return items.map(({ id, name, code }) => ({ id, text: name, detail: code }));
    },
    async groups(q: string): Promise<readonly ComboItem[]> {
      const wanted = q.toLocaleLowerCase();
      return (await allGroups())
        .filter(({ id, name }) => name.toLocaleLowerCase().includes(wanted) || id.includes(wanted))
        .map(({ id, name }) => ({ id, text: name, detail: id }));
    },
    /** Tags by name; a name that no tag has is offered as a new one. */
    async tags(q: string): Promise<readonly TagItem[]> {
      const wanted = q.trim().toLocaleLowerCase();
      const found = (await send(listTags, {})).filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
      const items = found.slice(0, SHOWN).map(({ name }) => ({ id: name, text: name }));
      const isKnown = found.some(({ name }) => name.toLocaleLowerCase() === wanted);
      return wanted === '' || isKnown ? items : [...items, { id: q.trim(), text: q.trim(), isNew: true }];
    },
    async people(q: string, signal: AbortSignal): Promise<readonly PersonItem[]> {
      const { items } = await send(findPeople, { query: { q }, signal });
      return items.map((person) => ({
        id: person.key,
        text: person.name,
        detail: person.id,
        avatar: person.avatar ?? null,
        person,
      }));
    },
  };
}

export type LookUps = ReturnType<typeof createLookUps>;

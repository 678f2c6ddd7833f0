import { batch, computed, signal } from '@preact/signals-core';
import { ApiError, type call } from '../../shared/api/index.ts';
import { deleteUserFactor, listUserFactors, type UserFactors } from '../../shared/contracts/factors.contract.ts';
import {
  getUserManagers,
  listUserLinks,
  putUserManagers,
  removeUserLink,
  type UserLink,
} from '../../shared/contracts/people.contract.ts';
import { cleanProfile, profileFaults } from '../../shared/contracts/profile.rules.ts';
import { getUserRights, type Membership } from '../../shared/contracts/rights.contract.ts';
import { getUser, putUser, type User } from '../../shared/contracts/session.contract.ts';
import { getUserTags, putUserTags } from '../../shared/contracts/tags.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import type { Keeper } from './choice-fields.tsx';
import { type Faults, faultsOf, withNames } from './user-faults.ts';
import {
  differs,
  MANAGER_FIELDS,
  mergeUser,
  namesIn,
  type StoredUser,
  TAG_FIELDS,
  USER_FIELDS,
  type UserField,
  type UserValues,
  valuesOf,
  withFields,
} from './user-values.ts';

type SaveState =
  | { readonly status: 'idle' | 'saving' }
  | { readonly status: 'failed'; readonly error: unknown }
  /** Another administrator saved first. */
  | { readonly status: 'conflict'; readonly error: ApiError };

/** How the user signs in. */
interface SignInOf {
  readonly links: readonly UserLink[];
  readonly factors: UserFactors['factors'];
  /** Who keeps the memberships that administrators do not change, by group. */
  readonly keepers: ReadonlyMap<string, Keeper>;
}

interface Options {
  readonly send: typeof call;
  /** Username or key. */
  readonly userId: string;
  /** Key of the administrator, whose own address is changed in the profile. */
  readonly self: string | undefined;
  /** With an element token: sign-in is not read, and only fields that it changes are checked. */
  readonly isElement?: boolean;
}

/** One user being edited by an administrator. `send` is `call` of shared/api. */
export function createUserStore({ send, userId, self, isElement = false }: Options) {
  const values = signal<UserValues | null>(null);
  const faults = signal<Faults>({});
  const save = signal<SaveState>({ status: 'idle' });
  const theirs = signal<Partial<UserValues>>({});
  const params = { userId };

  async function readUser(signal?: AbortSignal): Promise<User> {
    const user = await send(getUser, { params, ...(signal && { signal }) });
    // Users without the permission receive the reference only.
    if (!('languageId' in user)) throw new ApiError('access.denied', 403);
    return user;
  }

  const { state, load, stop } = createLoaded<StoredUser & SignInOf>(async (signal) => {
    const [user, managers, tags, links, { factors }, { memberships }] = await Promise.all([
      readUser(signal),
      send(getUserManagers, { params, signal }),
      send(getUserTags, { params, signal }),
      isElement ? [] : send(listUserLinks, { params, signal }),
      isElement ? { factors: [] } : send(listUserFactors, { params, signal }),
      isElement ? { memberships: [] } : send(getUserRights, { params, signal }),
    ]);
    if (!signal.aborted) values.value = valuesOf({ user, managers, tags });
    return { user, managers, tags, links, factors, keepers: keepersOf(memberships) };
  });

  const isOwn = computed(() => state.value.status === 'ready' && state.value.user.key === self);
  const isChanged = computed(
    () => state.value.status === 'ready' && values.value !== null && differs(values.value, valuesOf(state.value)),
  );

  /** Replaces what the server has. */
  function store(next: Partial<StoredUser & SignInOf>): void {
    const now = state.peek();
    if (now.status === 'ready') state.value = { ...now, ...next };
  }

  /** Merges the saved user, keeping the changes made here. */
  function merge(user: User): void {
    const now = state.peek();
    const typed = values.peek();
    if (now.status !== 'ready' || !typed) return;
    const merged = mergeUser(valuesOf(now), typed, valuesOf({ ...now, user }));
    batch(() => {
      store({ user });
      values.value = merged.values;
      theirs.value = merged.theirs;
    });
  }

  function accept(next: StoredUser, fields: readonly UserField[]): void {
    const typed = values.peek();
    batch(() => {
      store(next);
      if (typed) values.value = withFields(typed, valuesOf(next), fields);
    });
  }

  function reset(): void {
    const now = state.peek();
    batch(() => {
      if (now.status === 'ready') values.value = valuesOf(now);
      faults.value = {};
      theirs.value = {};
      save.value = { status: 'idle' };
    });
  }

  async function sendChanges(typed: UserValues, before: StoredUser): Promise<void> {
    let now = before;
    if (differs(typed, valuesOf(now), USER_FIELDS)) {
      const { groups, company, department } = typed;
      const { name, email, phoneNumber, languageId } = cleanProfile(typed);
      const body = {
        ...{ name, languageId, company, department, groups: [...groups] },
        email: isOwn.peek() ? now.user.email : email,
        phoneNumber: phoneNumber || null,
        jobTitle: typed.jobTitle.trim() || null,
      };
      now = { ...now, user: await send(putUser, { params, body, ifMatch: now.user.version }) };
      accept(now, USER_FIELDS);
    }
    if (differs(typed, valuesOf(now), MANAGER_FIELDS)) {
      const keysOf = (people: UserValues['line']) => people.map(({ key }) => key);
      const body = { line: keysOf(typed.line), functional: keysOf(typed.functional) };
      const managers = await send(putUserManagers, { params, body });
      now = { ...now, user: await readUser(), managers };
      accept(now, MANAGER_FIELDS);
    }
    if (differs(typed, valuesOf(now), TAG_FIELDS)) {
      const tags = await send(putUserTags, { params, body: { tags: [...typed.tags] } });
      accept({ ...now, tags }, TAG_FIELDS);
    }
  }

  /** Saves the changes. Returns whether all were saved; what was typed stays otherwise. */
  async function submit(): Promise<boolean> {
    const typed = values.peek();
    const before = state.peek();
    if (!typed || before.status !== 'ready' || save.peek().status === 'saving') return false;
    const isSent = (field: string) => (isElement ? field === 'name' : field !== 'email' || !isOwn.peek());
    const checked = Object.entries(profileFaults(cleanProfile(typed))).filter(([field]) => isSent(field));
    faults.value = Object.fromEntries(checked);
    if (checked.length > 0) return false;
    save.value = { status: 'saving' };
    try {
      await sendChanges(typed, before);
      batch(() => {
        theirs.value = {};
        save.value = { status: 'idle' };
      });
      return true;
    } catch (error) {
      const current = error instanceof ApiError ? (error.problem?.current as User | undefined) : undefined;
      batch(() => {
        if (error instanceof ApiError && error.code === 'edit.conflict' && current) {
          merge(current);
          save.value = { status: 'conflict', error };
        } else {
          faults.value = withNames(faultsOf(error), namesIn(typed));
          save.value = { status: 'failed', error };
        }
      });
      return false;
    }
  }

  return {
    ...{ userId, state, values, faults, save, theirs, isOwn, isChanged, load, stop, reset, submit },
    type(change: Partial<UserValues>): void {
      const typed = values.peek();
      if (!typed) return;
      const changed = Object.keys(change);
      batch(() => {
        values.value = { ...typed, ...change };
        faults.value = Object.fromEntries(Object.entries(faults.peek()).filter(([field]) => !changed.includes(field)));
      });
    },
    /** Reads the user again after an action, such as the deactivation; rejects with ApiError. */
    refresh: async (): Promise<void> => merge(await readUser()),
    async removeLink(providerName: string): Promise<void> {
      await send(removeUserLink, { params: { ...params, providerName } });
      store({ links: await send(listUserLinks, { params }) });
    },
    async removeFactor(factorId: string): Promise<void> {
      await send(deleteUserFactor, { params: { ...params, factorId } });
      store({ factors: [] });
    },
  };
}

export type UserStore = ReturnType<typeof createUserStore>;

function keepersOf(memberships: readonly Pick<Membership, 'id' | 'source'>[]): ReadonlyMap<string, Keeper> {
  return new Map(
    memberships.flatMap(({ id, source }) => (source === 'idp' || source === 'scim' ? [[id, source] as const] : [])),
  );
}

import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import { HAND_OVER_UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import type { QueryOf } from '../../shared/contracts/endpoint.ts';
import { deactivateUser, getUserDependents, type UserDependents } from '../../shared/contracts/leaving.contract.ts';
import {
  createUser,
  type NewUser,
  type Person,
  reactivateUser,
  recoverUser,
  resetUserPassword,
} from '../../shared/contracts/people.contract.ts';
import type { User } from '../../shared/contracts/session.contract.ts';
import { createRecordsStore, type Question } from '../../shared/records/index.ts';
import { createLookUps } from './look-ups.ts';

/** What the actions on a user need to know, in the list and on the user's own screen. */
export interface Account {
  readonly key: string;
  /** Username. */
  readonly id: string;
  readonly name: string;
  readonly status: User['status'];
}

/** What happens to the open tasks of a deactivated user, and why. */
type Departure = QueryOf<typeof deactivateUser>;

export const accountOf = ({ user: { key, id, name }, status }: Person): Account => ({ key, id, name, status });

/** A department, with those below it, and a company, by id. */
export interface UsersPlace {
  readonly department?: string;
  readonly company?: string;
}

interface UsersOptions {
  readonly send: typeof call;
  readonly asked?: Question;
  readonly within?: UsersPlace;
}

/** The users of an organisation; `send` is `call` of shared/api. Changes reject with ApiError. */
export function createUsers({ send, asked, within = {} }: UsersOptions) {
  /** Of which department and company only. */
  const place = signal<UsersPlace>(within);

  const idempotent = createIdempotentRequest();
  const records = createRecordsStore<Person>({
    ...{ send, resource: 'people', ...(asked && { asked }) },
    within: () => Object.entries(place.peek()).map(([column, value]) => ({ column, operation: 'eq', value })),
  });

  const create = (body: NewUser): Promise<User> =>
    idempotent.carryOut(body, (idempotencyKey) => send(createUser, { body, idempotencyKey }));

  const dependentsOf = (userId: string, signal?: AbortSignal): Promise<UserDependents> =>
    send(getUserDependents, { params: { userId }, ...(signal && { signal }) });

  async function deactivate(userId: string, query: Departure): Promise<void> {
    const headers = { Prefer: `undo=${HAND_OVER_UNDO_SECONDS}` };
    await send(deactivateUser, { params: { userId }, query, headers });
  }

  async function reactivate(userId: string): Promise<void> {
    await send(reactivateUser, { params: { userId } });
  }

  /** Returns the masked address that the way to a new password was sent to. */
  const resetPassword = async (userId: string): Promise<string> =>
    (await send(resetUserPassword, { params: { userId } })).destination;

  /** Returns the masked address that the code was sent to. */
  const sendCode = async (userId: string): Promise<string> =>
    (await send(recoverUser, { params: { userId } })).destination;

  function limitTo(next: UsersPlace): void {
    const now = place.peek();
    if (next.department === now.department && next.company === now.company) return;
    place.value = next;
    void records.load();
  }

  return {
    limitTo,
    send,
    records,
    lookUps: createLookUps(send),
    create,
    dependentsOf,
    deactivate,
    reactivate,
    resetPassword,
    sendCode,
  };
}

export type UsersStore = ReturnType<typeof createUsers>;

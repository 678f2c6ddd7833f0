import type { FourEyes } from './model.ts';

/** The rule of a new process whose model sets none. */
export const NEW_FOUR_EYES: FourEyes = 'requester';

const RULES: ReadonlySet<string | undefined> = new Set<FourEyes>(['none', 'requester', 'strict']);

export function isFourEyes(value: string | undefined): value is FourEyes {
  return RULES.has(value);
}

/** The users who may not make one open decision. */
export interface FourEyesFacts {
  /** The user who started the case, the one for whom it was started, and those in its variable `requester`. */
  readonly requesters: ReadonlySet<string>;
  /** Under the rule `strict`: the users who have decided in the case, themselves or through a delegate. */
  readonly deciders: ReadonlySet<string>;
}

/** Why a decision is refused. */
export type DecisionRefusal = 'own_request' | 'decided_before';

/**
 * Returns why a decision is refused, or null. `persons` are the caller and the delegator, because a decision on behalf of
 * a delegator counts for both. Without facts the task is not restricted.
 */
export function refusalOf(facts: FourEyesFacts | undefined, persons: readonly string[]): DecisionRefusal | null {
  if (!facts) return null;
  if (persons.some((id) => facts.requesters.has(id))) return 'own_request';
  return persons.some((id) => facts.deciders.has(id)) ? 'decided_before' : null;
}

/** Returns the usernames and ids in a process variable: a text, an object with one, or a list of these. */
export function namedPeople(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap(namedPeople);
  if (typeof value !== 'object' || value === null) return [];
  const { id, userId, username } = value as Record<string, unknown>;
  return [id, userId, username].flatMap((one) => (typeof one === 'string' ? namedPeople(one) : []));
}

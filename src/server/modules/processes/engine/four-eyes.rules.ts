import type { FourEyes } from './model.ts';

/** The rule of a process whose drawing names none when it is deployed for the first time. */
export const NEW_FOUR_EYES: FourEyes = 'requester';

const RULES: ReadonlySet<string | undefined> = new Set<FourEyes>(['none', 'requester', 'strict']);

export function isFourEyes(value: string | undefined): value is FourEyes {
  return RULES.has(value);
}

/** Whom the rule of the process keeps from one open decision. */
export interface FourEyesFacts {
  /** Who started the case, or whom its variable `requester` names. */
  readonly requesters: ReadonlySet<string>;
  /** `strict`: who has decided in the case, in person or through somebody acting for them. */
  readonly deciders: ReadonlySet<string>;
}

/** Why a decision is refused. */
export type DecisionRefusal = 'own_request' | 'decided_before';

/**
 * Whether a decision is refused to whoever would answer for it: the person who acts and the person they act for, since
 * a decision on behalf of somebody counts as that person's too. Without facts nothing restricts the task.
 */
export function refusalOf(facts: FourEyesFacts | undefined, persons: readonly string[]): DecisionRefusal | null {
  if (!facts) return null;
  if (persons.some((id) => facts.requesters.has(id))) return 'own_request';
  return persons.some((id) => facts.deciders.has(id)) ? 'decided_before' : null;
}

/** The names of people in a process variable: a username or key, an object with one, or a list of these. */
export function namedPeople(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap(namedPeople);
  if (typeof value !== 'object' || value === null) return [];
  const { id, userId, username } = value as Record<string, unknown>;
  return [id, userId, username].flatMap((one) => (typeof one === 'string' ? namedPeople(one) : []));
}

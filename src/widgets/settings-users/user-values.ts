import type { UserManagers } from '../../shared/contracts/people.contract.ts';
import type { User } from '../../shared/contracts/session.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import type { Tag } from '../../shared/contracts/tags.contract.ts';
import type { NamedRef } from './look-ups.ts';

/** What an administrator can change of a user, as typed. */
export interface UserValues {
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly languageId: string;
  readonly jobTitle: string;
  readonly company: NamedRef | null;
  readonly department: NamedRef | null;
  readonly groups: readonly string[];
  readonly line: readonly UserRef[];
  readonly functional: readonly UserRef[];
  /** Names of tags. */
  readonly tags: readonly string[];
}

export type UserField = keyof UserValues;

/** Fields saved with the user; managers and tags are saved separately. */
export const USER_FIELDS = [
  'name',
  'email',
  'phoneNumber',
  'languageId',
  'jobTitle',
  'company',
  'department',
  'groups',
] as const satisfies readonly UserField[];
export const MANAGER_FIELDS = ['line', 'functional'] as const satisfies readonly UserField[];
export const TAG_FIELDS = ['tags'] as const satisfies readonly UserField[];
const FIELDS: readonly UserField[] = [...USER_FIELDS, ...MANAGER_FIELDS, ...TAG_FIELDS];

export interface StoredUser {
  readonly user: User;
  readonly managers: UserManagers;
  readonly tags: readonly Pick<Tag, 'name'>[];
}

export function valuesOf({ user, managers, tags }: StoredUser): UserValues {
  return {
    name: user.name,
    email: user.email ?? '',
    phoneNumber: user.phoneNumber ?? '',
    languageId: user.languageId,
    jobTitle: user.jobTitle ?? '',
    company: user.company,
    department: user.department,
    groups: user.groups,
    line: managers.line,
    functional: managers.functional,
    tags: tags.map(({ name }) => name),
  };
}

type Value = UserValues[UserField];

/** Identifies a value; the order of groups, managers and tags does not matter. */
function identityOf(value: Value): string {
  if (value === null || typeof value === 'string') return value ?? '';
  if ('id' in value) return value.id;
  return value
    .map((one) => (typeof one === 'string' ? one : one.key))
    .toSorted()
    .join('\n');
}

const isSameValue = (one: Value, other: Value): boolean => identityOf(one) === identityOf(other);

export const differs = (one: UserValues, other: UserValues, fields: readonly UserField[] = FIELDS): boolean =>
  fields.some((field) => !isSameValue(one[field], other[field]));

/** Names of the company, the department and the managers by id. */
export function namesIn({ company, department, line, functional }: UserValues): ReadonlyMap<unknown, string> {
  const people = [...line, ...functional].map(({ key, name }) => [key, name] as const);
  const places = [company, department].flatMap((place) => (place ? [[place.id, place.name] as const] : []));
  return new Map([...people, ...places]);
}

/** Copies some fields of another user's values. */
export function withFields(values: UserValues, from: UserValues, fields: readonly UserField[]): UserValues {
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}

interface MergedValues {
  readonly values: UserValues;
  /** Values saved by another administrator of fields that were also changed here. */
  readonly theirs: Partial<UserValues>;
}

/** Takes over what changed on the server since `before`, except fields that were changed here. */
export function mergeUser(before: UserValues, typed: UserValues, now: UserValues): MergedValues {
  const untouched = FIELDS.filter((field) => isSameValue(typed[field], before[field]));
  const theirs = FIELDS.filter(
    (field) =>
      !untouched.includes(field) && !isSameValue(now[field], before[field]) && !isSameValue(now[field], typed[field]),
  );
  return {
    values: withFields(typed, now, untouched),
    theirs: Object.fromEntries(theirs.map((field) => [field, now[field]])),
  };
}

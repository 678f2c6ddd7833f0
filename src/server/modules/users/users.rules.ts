import { READS_PEOPLE } from '../../../shared/contracts/element-scopes.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { newUserFaults } from '../../../shared/contracts/new-user.rules.ts';
import type { NewUser } from '../../../shared/contracts/people.contract.ts';
import {
  cleanProfile,
  type ProfileFault,
  type ProfileField,
  type ProfileValues,
  profileFaults,
} from '../../../shared/contracts/profile.rules.ts';
import type { User, UserChange } from '../../../shared/contracts/session.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import { hasScope, isElement } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { isUuid } from '../../platform/uuid.ts';

/** Resolves `{userId}` of a path: `me`, a key or a username. */
export function personOfPath(userId: string, caller: CallerSession): { key: string } | { username: string } {
  if (userId === 'me') return { key: caller.userId };
  return isUuid(userId) ? { key: userId.toLowerCase() } : { username: userId.toLowerCase().replaceAll('\0', '') };
}

/**
 * The user and administrators see everything, elements of administrators only with a scope for users; others see only the
 * reference. Erased users are hidden from others.
 */
export function visibleTo(caller: CallerSession, user: User): User | UserRef | undefined {
  const isAdministered = caller.isAdmin && hasScope(caller, READS_PEOPLE);
  if (user.key === caller.userId || isAdministered) return user;
  if (user.status === 'erased') return undefined;
  const { id, key, name, avatar } = user;
  return avatar === null ? { id, key, name } : { id, key, name, avatar };
}

/** A user after a change. */
export interface ChangedUser {
  readonly name: string;
  /** Null only if none was known before. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly languageId: string;
  readonly jobTitle: string | null;
  readonly companyId: string | null;
  /** The primary department. */
  readonly departmentId: string | null;
  /** Sorted, without duplicates. */
  readonly groups: readonly string[];
  readonly hasAvatar: boolean;
}

const JOB_TITLE_MAX = 200;
/** Fields that this operation never changes. A response may be sent back as it was, so they may be present unchanged. */
const FIXED = ['id', 'key', 'pendingEmail', 'tenantId', 'status', 'managers', 'links'] as const;
/** Fields of users whom a directory keeps. */
const OF_DIRECTORY = ['name', 'email', 'phoneNumber', 'jobTitle', 'company', 'department'] as const;
/** Fields that only the application changes: addresses, because passwords can be recovered by them, and what no element edits. */
const OUTSIDE_ELEMENTS = ['email', 'phoneNumber', 'languageId', 'jobTitle', 'company', 'avatar'] as const;
const ADMINISTRATORS_ONLY = ['jobTitle', 'groups', 'company', 'department'] as const;

/** What fields of users can be chosen from. */
export interface KnownChoices {
  readonly languages: readonly string[];
  readonly groups: readonly string[];
  /** Groups whose members have rights in the application. */
  readonly productGroups: readonly string[];
  /** Those of the chosen companies and departments that exist. */
  readonly companies: readonly string[];
  readonly departments: readonly string[];
  /** Whether users who are no administrators change their own name. */
  readonly mayRename: boolean;
}

/**
 * Returns the user to write. Throws `user.invalid` with every error: violated profile rules, and each field that the caller
 * may not change.
 */
export function changedUser(caller: CallerSession, before: User, change: UserChange, known: KnownChoices): ChangedUser {
  const errors: FieldError[] = [];
  const isSelf = before.key === caller.userId;
  const isChanged = (field: keyof User & keyof UserChange) =>
    change[field] !== undefined && !isSame(change[field], before[field]);
  const restricted = known.mayRename ? ADMINISTRATORS_ONLY : [...ADMINISTRATORS_ONLY, 'name' as const];
  const fixed = caller.isAdmin ? FIXED : [...FIXED, ...restricted];
  for (const field of fixed.filter(isChanged)) errors.push(notEditable(field));
  if (before.managedBy !== undefined) {
    for (const field of changedOf(OF_DIRECTORY, before, change)) {
      if (!(fixed as readonly string[]).includes(field)) errors.push(notEditable(field));
    }
  }
  if (isElement(caller)) errors.push(...changedOf(OUTSIDE_ELEMENTS, before, change).map(notEditable));
  // Removing the picture is a change of the user; a new one is uploaded separately.
  if (isChanged('avatar') && change.avatar !== null && !isElement(caller)) errors.push(notEditable('avatar'));

  // An element does not need to know what it cannot change.
  const values = cleanProfile(isElement(caller) ? { ...valuesOf(before), name: change.name ?? '' } : valuesOf(change));
  const keepsEmail = isElement(caller) || (isSelf && isSameAddress(values.email, before.email));
  const found = profileFaults(values);
  for (const [field, fault] of Object.entries(found) as [ProfileField, ProfileFault][]) {
    // A missing address does not prevent saving the rest, because another service may manage the addresses.
    const isKept = isElement(caller) ? field !== 'name' : field === 'email' && keepsEmail;
    if (!isKept) errors.push(fieldError(field, fault));
  }
  // The user's own new address takes effect after confirmation and requires the password: signin/email-change/email-change.ts.
  if (isSelf && !keepsEmail && !found.email) errors.push(notEditable('email'));
  if (values.languageId && !known.languages.includes(values.languageId) && values.languageId !== before.languageId) {
    errors.push(unknownChoice('languageId', values.languageId));
  }
  const jobTitle = change.jobTitle === undefined ? before.jobTitle : change.jobTitle?.trim() || null;
  errors.push(...jobTitleFaults(jobTitle));
  const company = change.company === undefined ? before.company : change.company;
  const department = change.department === undefined ? before.department : change.department;
  if (caller.isAdmin && isChanged('company') && !isElement(caller))
    errors.push(...choiceFaults('company', company?.id, known.companies));
  if (caller.isAdmin && isChanged('department'))
    errors.push(...choiceFaults('department', department?.id, known.departments));
  const groups = [...new Set(change.groups ?? before.groups)].sort();
  if (caller.isAdmin && isChanged('groups')) errors.push(...groupFaults(caller, before, groups, known));
  if (errors.length > 0) throw new AppError('user.invalid', {}, { errors });
  return {
    ...values,
    email: (isElement(caller) ? before.email : values.email) || null,
    phoneNumber: (isElement(caller) ? before.phoneNumber : values.phoneNumber) || null,
    jobTitle,
    companyId: company?.id ?? null,
    departmentId: department?.id ?? null,
    groups,
    hasAvatar: change.avatar !== null && before.avatar !== null,
  };
}

/** The sent fields that differ; an empty text is none, and a company or department is compared by its id. */
function changedOf<Field extends (typeof OF_DIRECTORY | typeof OUTSIDE_ELEMENTS)[number]>(
  fields: readonly Field[],
  before: User,
  change: UserChange,
): Field[] {
  const shown = (value: User[Field] | UserChange[Field]) =>
    (typeof value === 'object' && value !== null ? value.id : value) ?? '';
  return fields.filter((field) => change[field] !== undefined && shown(change[field]) !== shown(before[field]));
}

/** Groups must exist; rights from the provider are managed by the provider; administrators cannot lock themselves out. */
function groupFaults(
  caller: CallerSession,
  before: User,
  groups: readonly string[],
  known: Pick<KnownChoices, 'groups' | 'productGroups'>,
): FieldError[] {
  const unknown = groups.filter((group) => !known.groups.includes(group) && !before.groups.includes(group));
  const errors = unknown.map((value) => unknownChoice('groups', value));
  const changesProviderRight = groups.includes('verva.admin') !== before.groups.includes('verva.admin');
  const changesRight = known.productGroups.some((id) => groups.includes(id) !== before.groups.includes(id));
  const removesOwnAdmin = before.key === caller.userId && !groups.includes('admin') && !groups.includes('verva.admin');
  const isRefused = (changesProviderRight && !caller.isProvider) || (changesRight && isElement(caller));
  if (isRefused || removesOwnAdmin) errors.push(notEditable('groups'));
  return errors;
}

const unknownChoice = (attribute: string, value: string): FieldError => ({
  pointer: `/${attribute}`,
  code: 'field.choice_unknown',
  params: { attribute, value },
});

const choiceFaults = (attribute: string, id: string | null | undefined, known: readonly string[]): FieldError[] =>
  id && !known.includes(id) ? [unknownChoice(attribute, id)] : [];

function jobTitleFaults(jobTitle: string | null): FieldError[] {
  if (jobTitle === null || jobTitle.length <= JOB_TITLE_MAX) return [];
  return [{ pointer: '/jobTitle', code: 'field.too_long', params: { attribute: 'jobTitle', max: JOB_TITLE_MAX } }];
}

/** A user to create. */
export interface CleanNewUser extends Omit<ChangedUser, 'hasAvatar'> {
  readonly username: string;
}

/** Returns the user to create. Throws `user.invalid` with every error. */
export function newUser(
  caller: CallerSession,
  { id, groups: chosen = [], jobTitle: title, companyId = null, departmentId = null, ...values }: NewUser,
  known: KnownChoices,
): CleanNewUser {
  const username = (id ?? '').trim().toLowerCase();
  const clean = cleanProfile(valuesOf(values));
  const jobTitle = title?.trim() || null;
  const groups = [...new Set(chosen)].sort();
  const faults = Object.entries(newUserFaults(username, clean));
  const errors = [
    ...(faults as [ProfileField, ProfileFault][]).map(([field, fault]) => fieldError(field, fault)),
    ...(clean.languageId && !known.languages.includes(clean.languageId)
      ? [unknownChoice('languageId', clean.languageId)]
      : []),
    ...jobTitleFaults(jobTitle),
    ...groups.filter((group) => !known.groups.includes(group)).map((value) => unknownChoice('groups', value)),
    ...((groups.includes('verva.admin') && !caller.isProvider) ||
    (isElement(caller) && groups.some((group) => known.productGroups.includes(group)))
      ? [notEditable('groups')]
      : []),
    ...choiceFaults('companyId', companyId, known.companies),
    ...choiceFaults('departmentId', departmentId, known.departments),
  ];
  if (errors.length > 0) throw new AppError('user.invalid', {}, { errors });
  const phoneNumber = clean.phoneNumber || null;
  return { ...clean, username, phoneNumber, jobTitle, companyId, departmentId, groups };
}

const valuesOf = (change: Pick<UserChange, keyof ProfileValues>): ProfileValues => ({
  name: change.name ?? '',
  email: change.email ?? '',
  phoneNumber: change.phoneNumber ?? '',
  languageId: change.languageId ?? '',
});

const fieldError = (field: ProfileField, { code, params }: ProfileFault): FieldError => ({
  pointer: `/${field}`,
  code,
  params: { attribute: field, ...params },
});

/** Compares addresses case-insensitively. */
export const isSameAddress = (one: string | null, other: string | null): boolean =>
  (one ?? '').toLowerCase() === (other ?? '').toLowerCase();

const notEditable = (field: string): FieldError => ({
  pointer: `/${field}`,
  code: 'field.not_editable',
  params: { attribute: field },
});

/** Whether two values of a body are equal; the order of groups does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the fields that a change would alter. */
export function changedFields(before: User, after: ChangedUser): (keyof User)[] {
  const fields = ['name', 'email', 'phoneNumber', 'languageId', 'jobTitle', 'groups'] as const;
  const changed: (keyof User)[] = fields.filter((field) => !isSame(before[field], after[field]));
  if ((before.company?.id ?? null) !== after.companyId) changed.push('company');
  if ((before.department?.id ?? null) !== after.departmentId) changed.push('department');
  return (before.avatar !== null) === after.hasAvatar ? changed : [...changed, 'avatar'];
}

/** Returns the version in `If-Match`; undefined if any version will do. Throws `request.invalid` if it contains none. */
export function versionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(ifMatch)?.[1];
  if (version === undefined) {
    throw new AppError('request.invalid', {}, { errors: [{ pointer: '#if-match', code: 'request.invalid' }] });
  }
  return Number(version);
}

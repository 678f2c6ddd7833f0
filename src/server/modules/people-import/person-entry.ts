import type { User } from '../../../shared/contracts/session.contract.ts';
import type { TenantScope } from '../../platform/database.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { CurrentEntry, ImportChoice, ImportValues } from '../imports/index.ts';

/** An existing user, as imports compare it. */
export interface PersonEntry extends CurrentEntry {
  readonly user: User;
  readonly externalId: string | null;
  readonly tags: readonly ImportChoice[];
  /** Groups that an identity provider or a directory keeps. */
  readonly keptGroups: readonly string[];
}

/** Fields of a user before they are compared. */
export interface PersonValues {
  readonly name: string;
  readonly username: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly languageId: string;
  readonly jobTitle: string | null;
  readonly department: ImportChoice | null;
  readonly company: ImportChoice | null;
  /** Line managers by username: new ones have no key yet. */
  readonly manager: readonly ImportChoice[];
  readonly groups: readonly ImportChoice[];
  readonly tags: readonly ImportChoice[];
  readonly externalId: string | null;
  readonly status: 'invited' | 'active' | 'disabled';
}

export const toValues = (values: PersonValues): ImportValues => ({ ...values });

/** Values as stored by the engine. */
export const fromValues = (values: ImportValues): PersonValues => values as unknown as PersonValues;

const toChoice = (ref: { readonly id: string; readonly name: string } | null): ImportChoice | null =>
  ref && { id: ref.id, text: ref.name };

/** Returns the current values of a user; groups by name. */
export function valuesOf(
  { user, externalId, tags }: Pick<PersonEntry, 'user' | 'externalId' | 'tags'>,
  groupNames: ReadonlyMap<string, string>,
): PersonValues {
  return {
    name: user.name,
    username: user.id,
    email: user.email,
    phoneNumber: user.phoneNumber,
    languageId: user.languageId,
    jobTitle: user.jobTitle,
    department: toChoice(user.department),
    company: toChoice(user.company),
    manager: user.managers.map(({ id, name }) => ({ id, text: name })),
    groups: user.groups.map((id) => ({ id, text: groupNames.get(id) ?? id })),
    tags,
    externalId,
    status: user.status === 'erased' ? 'disabled' : user.status,
  };
}

/** The scope of the caller; a client of a synchronisation is no user. */
export const scopeOf = ({ tenantId, userId }: CallerSession): TenantScope => ({ tenantId, userId: userId || null });

import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { type ConfidentialKind, RIGHT_IDS, type RightId } from './rights.ts';
import { Day, Id, Instant, literals, nullable, UserRef } from './shapes.contract.ts';

const Right = Type.Unsafe<RightId>(Type.String({ enum: [...RIGHT_IDS] }));
const Kind = Type.Unsafe<ConfidentialKind>(literals('health', 'pay'));
const GroupRef = Type.Object({ id: Id, name: Type.String(), users: Type.Integer() });

/**
 * `confidentialNeedsGroup`: which users need a group named for health or pay to see confidential tasks of others. `false`:
 * none who see all tasks; `provider`: the provider's administrators; `true`: all. `selfRename`: users change their own name.
 */
export const RightSettings = Type.Object(
  {
    confidentialNeedsGroup: Type.Union([Type.Boolean(), Type.Literal('provider')]),
    selfRename: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type RightSettings = Static<typeof RightSettings>;

export const RightsOverview = Type.Object({
  /** What the product's groups grant; membership in one of `groups` suffices. */
  rights: Type.Array(
    Type.Object({
      id: Right,
      /** Groups of this organisation, with their active users. */
      groups: Type.Array(GroupRef),
      /** Active users that have the right. */
      users: Type.Integer(),
    }),
  ),
  /** Groups that see confidential tasks of others. */
  confidential: Type.Array(Type.Object({ kind: Kind, groups: Type.Array(GroupRef), users: Type.Integer() })),
  settings: RightSettings,
});
export type RightsOverview = Static<typeof RightsOverview>;

/** How a user got into a group. */
const Membership = Type.Object({
  id: Id,
  name: Type.String(),
  /** `manual`, `idp` (at each sign-in), `sync` (a synchronisation or import), or another source. */
  source: Type.String(),
  addedAt: Instant,
  addedBy: nullable(UserRef),
});
export type Membership = Static<typeof Membership>;

const Ref = Type.Object({ id: Id, name: Type.String() });

/** What a user may do, and why. */
export const UserRights = Type.Object({
  user: UserRef,
  /** Only active users can do anything. */
  isActive: Type.Boolean(),
  memberships: Type.Array(Membership),
  /** Each right with the user's groups that grant it. */
  rights: Type.Array(Type.Object({ id: Right, groups: Type.Array(Id) })),
  /** Confidential tasks of others that the user sees; without groups, because administrators see them. */
  confidential: Type.Array(Type.Object({ kind: Kind, groups: Type.Array(Id) })),
  /** Registries that the user's groups open; administrators open all of them. */
  registries: Type.Array(
    Type.Object({ id: Id, title: Type.String(), access: literals('read', 'write'), groups: Type.Array(Id) }),
  ),
  /** Departments that the user heads. */
  heads: Type.Array(Ref),
  /** The first users that the user manages, and how many there are. */
  manages: Type.Object({ users: Type.Array(UserRef), count: Type.Integer() }),
  /** Users for whom the user acts today, with the last day. */
  standsFor: Type.Array(Type.Object({ id: Id, user: UserRef, until: Day })),
});
export type UserRights = Static<typeof UserRights>;

export const getRights = endpoint({
  method: 'GET',
  path: '/api/rights',
  summary: 'Which groups grant which rights, how many users have them, and the settings of rights',
  who: ['admin'],
  scope: null,
  reply: RightsOverview,
});

export const putRightSettings = endpoint({
  method: 'PUT',
  path: '/api/rights/settings',
  summary: 'Change who needs a group for confidential tasks, and whether users change their own name',
  who: ['admin'],
  scope: null,
  body: RightSettings,
  reply: RightSettings,
});

export const getUserRights = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/rights',
  summary: 'What a user may do, and why: groups with their source, departments, users managed, delegations',
  who: ['admin'],
  scope: null,
  reply: UserRights,
  errors: ['user.not_found'],
});

import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { CONTRACT_KINDS } from './hr.rules.ts';
import { Day, Id, literals, nullable, UserRef } from './shapes.contract.ts';

const NamedRef = Type.Object({ id: Id, name: Type.String() });

/** `read`: view; `add`: view and add own documents; `write`: view and change. Null: no access. */
const May = nullable(literals('read', 'add', 'write'));

/** What the caller may do with the data of one user. */
export const HrMay = Type.Object({
  contracts: May,
  pay: May,
  /** Health checks and documents of the category Health. */
  health: May,
  /** Documents of the other categories. */
  documents: May,
  sizes: May,
  /** The list of accesses to the user's data. */
  access: May,
  /** Pay and health require a reason: the data is another user's. */
  needsReason: Type.Boolean(),
});
export type HrMay = Static<typeof HrMay>;

/** The user's contract that runs today, or else the next one, or else the last one. */
const CurrentContract = Type.Object({
  id: Id,
  number: nullable(Type.String()),
  kind: literals(...CONTRACT_KINDS),
  startsOn: Day,
  endsOn: nullable(Day),
  /** Names of its dimension values today. */
  dimensions: Type.Array(Type.String()),
});

/** HR-01: a row of the resource `users` (`/api/records/users`) and the result of `/api/records/user/{userId}`. */
export const HrUser = Type.Object({
  /** The username. */
  id: Type.String(),
  key: Id,
  name: Type.String(),
  avatar: Type.Optional(Type.String()),
  jobTitle: nullable(Type.String()),
  company: nullable(NamedRef),
  department: nullable(NamedRef),
  /** Line managers by name. */
  managers: Type.Array(UserRef),
  /** Null also without access to contracts. */
  contract: nullable(CurrentContract),
  /** The user can no longer sign in, or has had contracts and all have ended. */
  isFormer: Type.Boolean(),
  may: HrMay,
});
export type HrUser = Static<typeof HrUser>;

export const getHrUser = endpoint({
  method: 'GET',
  path: '/api/records/user/{userId}',
  summary: "One user as HR sees them, by username or key, and what the caller may do with the user's data",
  who: 'any',
  scope: 'hr',
  reply: HrUser,
  errors: ['user.not_found', 'scope.missing'],
});

import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { CONTRACT_KINDS, CONTRACT_WARNINGS, DIMENSION_ROWS_MAX } from './hr.rules.ts';
import { Day, Id, Instant, literals, Nothing, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const NamedRef = Type.Object({ id: Id, name: Type.String() });
const CodedRef = Type.Object({ id: Id, code: Type.String(), name: Type.String() });
const optionalDay = Type.Optional(nullable(Day));
const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));

/** A share of a contract that belongs to a value of a dimension, such as a cost centre, for some time. */
const ContractDimension = Type.Object({
  id: Id,
  dimension: CodedRef,
  value: CodedRef,
  /** Per cent with two decimals. On each day, the shares of a dimension add up to 100. */
  share: Type.Number(),
  validFrom: Day,
  validUntil: nullable(Day),
});
export type ContractDimension = Static<typeof ContractDimension>;

/** HR-01: a row of the resource `user_contracts` (`/api/records/user_contracts`). */
export const HrContract = Type.Object({
  id: Id,
  user: UserRef,
  company: nullable(NamedRef),
  number: nullable(Type.String()),
  kind: literals(...CONTRACT_KINDS),
  jobTitle: nullable(Type.String()),
  startsOn: Day,
  /** The last day; null: without an end. */
  endsOn: nullable(Day),
  trialEndsOn: nullable(Day),
  weeklyHours: nullable(Type.Number()),
  place: nullable(Type.String()),
  endReason: nullable(Type.String()),
  dimensions: Type.Array(ContractDimension),
  updatedAt: Instant,
  version: Type.Integer(),
});
export type HrContract = Static<typeof HrContract>;

const change = {
  companyId: Type.Optional(nullable(Id)),
  number: text(64),
  kind: literals(...CONTRACT_KINDS),
  jobTitle: text(200),
  startsOn: Day,
  endsOn: optionalDay,
  trialEndsOn: optionalDay,
  weeklyHours: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 168 }))),
  place: text(200),
  endReason: text(500),
  /** Replaces the dimensions; omitted in a change: unchanged. */
  dimensions: Type.Optional(
    Type.Array(
      Type.Object(
        {
          dimensionId: Id,
          valueId: Id,
          share: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
          /** Default: the first day of the contract. */
          validFrom: Type.Optional(Day),
          validUntil: optionalDay,
        },
        strict,
      ),
      { maxItems: DIMENSION_ROWS_MAX },
    ),
  ),
  /** Warnings that the user has confirmed. */
  confirm: Type.Optional(Type.Array(literals(...CONTRACT_WARNINGS), { uniqueItems: true })),
};

const NewHrContract = Type.Object({ userId: Type.String({ maxLength: 200 }), ...change }, strict);
export const HrContractChange = Type.Object(change, strict);
export type HrContractChange = Static<typeof HrContractChange>;

const editors = { who: ['employee_management_admin'], scope: null } as const;
const refused = [
  'access.denied',
  'hr.own_record',
  'contract.dates_reversed',
  'contract.trial_outside',
  'contract.number_taken',
  'contract.overlap',
  'contract.weekly_hours',
  'contract.trial_long',
  'dimension.share_not_100',
  'dimension.overlap',
  'dimension.not_found',
  'company.not_found',
] as const;

export const createHrContract = endpoint({
  method: 'POST',
  path: '/api/records/user_contracts',
  summary: "Add a contract of another user; `userId` is the user's username or key",
  ...editors,
  references: 'adds',
  body: NewHrContract,
  reply: HrContract,
  status: 201,
  errors: ['user.not_found', ...refused],
});

export const updateHrContract = endpoint({
  method: 'PUT',
  path: '/api/records/user_contracts/{id}',
  summary: 'Change a contract of another user; omitted values become empty. `If-Match` is its version',
  ...editors,
  references: 'adds',
  body: HrContractChange,
  reply: HrContract,
  errors: ['contract.not_found', 'edit.conflict', ...refused],
});

export const deleteHrContract = endpoint({
  method: 'DELETE',
  path: '/api/records/user_contracts/{id}',
  summary: 'Remove a contract of another user that was entered by mistake. `If-Match` is its version',
  ...editors,
  reply: Nothing,
  status: 204,
  errors: ['contract.not_found', 'edit.conflict', 'hr.own_record'],
});

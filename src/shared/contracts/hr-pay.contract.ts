import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { PAY_KINDS, PAY_PERIODS } from './hr.rules.ts';
import { Day, Id, Instant, literals, nullable, UserRef } from './shapes.contract.ts';

/** Pay from a day on. Amounts never change: a correction supersedes the row and adds another. */
export const HrPay = Type.Object({
  id: Id,
  contractId: Id,
  /** Number of the contract. */
  contractNumber: nullable(Type.String()),
  kind: literals(...PAY_KINDS),
  /** Name of an addition; empty for base pay. */
  name: Type.String(),
  /** In the smallest unit of the currency, such as cents. */
  amountMinor: Type.Integer(),
  currency: Type.String(),
  period: literals(...PAY_PERIODS),
  validFrom: Day,
  /** The last day; null: until further notice. */
  validUntil: nullable(Day),
  /** When a correction replaced this row; null: it is valid. */
  supersededAt: nullable(Instant),
  /** Id of the row that replaced it. */
  supersededBy: nullable(Id),
  createdAt: Instant,
  createdBy: nullable(UserRef),
});
export type HrPay = Static<typeof HrPay>;

export const NewHrPay = Type.Object(
  {
    contractId: Id,
    kind: literals(...PAY_KINDS),
    name: Type.Optional(Type.String({ maxLength: 100 })),
    amountMinor: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'Default: EUR' })),
    period: literals(...PAY_PERIODS),
    validFrom: Day,
    validUntil: Type.Optional(nullable(Day)),
    /** A correction: the row that this one replaces. */
    supersedes: Type.Optional(nullable(Id)),
  },
  { additionalProperties: false },
);
export type NewHrPay = Static<typeof NewHrPay>;

export const listHrPay = endpoint({
  method: 'GET',
  path: '/api/hr/{userId}/pay',
  summary: "Pay of a user with superseded rows, the latest first; another user's requires the header Verva-Reason",
  who: 'any',
  scope: 'hr',
  reply: Type.Array(HrPay),
  errors: ['user.not_found', 'access.denied', 'access.reason_required', 'scope.missing'],
});

export const addHrPay = endpoint({
  method: 'POST',
  path: '/api/hr/{userId}/pay',
  summary: 'Add pay of another user, with the header Verva-Reason. The pay before it ends on the day before',
  who: 'any',
  scope: null,
  body: NewHrPay,
  // A stored response would show the amount again without an entry in the access log.
  idempotency: 'never',
  reply: HrPay,
  status: 201,
  errors: [
    'user.not_found',
    'access.denied',
    'hr.own_record',
    'access.reason_required',
    'contract.not_found',
    'pay.not_found',
    'pay.dates_reversed',
    'pay.outside_contract',
    'pay.overlap',
    'pay.superseded',
  ],
});

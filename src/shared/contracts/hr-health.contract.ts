import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { DURATION_MAX, DURATION_UNITS, HEALTH_DECISIONS, HEALTH_KINDS, RESTRICTIONS_MAX } from './hr.rules.ts';
import { Day, Id, Instant, literals, Nothing, nullable, page, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/** HR-01: the decision of a health check. Findings are never stored. */
export const HrHealthCheck = Type.Object({
  id: Id,
  user: UserRef,
  kind: literals(...HEALTH_KINDS),
  checkedOn: Day,
  decision: literals(...HEALTH_DECISIONS),
  /** Work that is not to be done; only with `fit_with_restrictions`. */
  restrictions: nullable(Type.String()),
  validityValue: nullable(Type.Integer()),
  validityUnit: nullable(literals(...DURATION_UNITS)),
  /** Day of the next check; null: none is planned. */
  nextOn: nullable(Day),
  /** The scan of the decision: a document of the category Health. */
  documentId: nullable(Id),
  createdAt: Instant,
  createdBy: nullable(UserRef),
  version: Type.Integer(),
});
export type HrHealthCheck = Static<typeof HrHealthCheck>;

const userId = Type.String({ maxLength: 200, description: "The user's username or key" });

const change = {
  /** The access is logged for this user before the check is read. */
  userId,
  kind: literals(...HEALTH_KINDS),
  checkedOn: Day,
  decision: literals(...HEALTH_DECISIONS),
  restrictions: Type.Optional(nullable(Type.String({ maxLength: RESTRICTIONS_MAX }))),
  validityValue: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: DURATION_MAX }))),
  validityUnit: Type.Optional(nullable(literals(...DURATION_UNITS))),
  /** Default: the day of the check and the validity together. */
  nextOn: Type.Optional(nullable(Day)),
  documentId: Type.Optional(nullable(Id)),
};

/** Body of POST and PUT. */
export const HrHealthCheckInput = Type.Object(change, strict);
export type HrHealthCheckInput = Static<typeof HrHealthCheckInput>;

const editors = { who: 'any', scope: null } as const;
const refused = [
  'access.denied',
  'hr.own_record',
  'access.reason_required',
  'health.restrictions',
  'health.validity',
  'health.next_before_check',
  'document.not_found',
] as const;

export const listHrHealthChecks = endpoint({
  method: 'GET',
  path: '/api/records/user_health',
  summary: "Health checks of one user, the latest first; another user's require the header Verva-Reason",
  who: 'any',
  scope: 'hr',
  query: Type.Object({
    userId: Type.Optional(Type.String({ maxLength: 200, description: 'Username or key; default: the caller' })),
  }),
  reply: page(HrHealthCheck),
  errors: ['user.not_found', 'access.denied', 'access.reason_required', 'scope.missing'],
});

export const createHrHealthCheck = endpoint({
  method: 'POST',
  path: '/api/records/user_health',
  summary: 'Add a health check of another user, with the header Verva-Reason',
  ...editors,
  body: HrHealthCheckInput,
  // A stored response would show the decision again without an entry in the access log.
  idempotency: 'never',
  reply: HrHealthCheck,
  status: 201,
  errors: ['user.not_found', ...refused],
});

export const updateHrHealthCheck = endpoint({
  method: 'PUT',
  path: '/api/records/user_health/{id}',
  summary: 'Change a health check of another user, with the header Verva-Reason. `If-Match` is its version',
  ...editors,
  body: HrHealthCheckInput,
  // A stored response would show the decision again without an entry in the access log.
  idempotency: 'never',
  reply: HrHealthCheck,
  errors: ['user.not_found', 'health_check.not_found', 'edit.conflict', ...refused],
});

export const deleteHrHealthCheck = endpoint({
  method: 'DELETE',
  path: '/api/records/user_health/{id}',
  summary: 'Remove a health check of another user, with the header Verva-Reason. `If-Match` is its version',
  ...editors,
  query: Type.Object({ userId }),
  reply: Nothing,
  status: 204,
  errors: [
    'user.not_found',
    'health_check.not_found',
    'edit.conflict',
    'access.denied',
    'hr.own_record',
    'access.reason_required',
  ],
});

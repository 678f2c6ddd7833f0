import { type Static, Type } from 'typebox';
import { AUDIT_MONTHS } from './audit.rules.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, literals, nullable, UserRef } from './shapes.contract.ts';

/** One field of a change, in the reader's language. A null is no value; a secret is shown as changed, never itself. */
export const AuditChange = Type.Object({
  /** Name of the field in the database. */
  field: Type.String(),
  title: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
});
export type AuditChange = Static<typeof AuditChange>;

/** A row of the resource `audit` (`/api/records/audit`): who did what to which thing, and what it changed. */
export const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  /** Null: the system, or a caller whose identity was not verified. */
  actor: nullable(UserRef),
  onBehalfOf: nullable(UserRef),
  /** Through what, in words: the application, an element with its client and origin, a button of an e-mail, a command. */
  via: nullable(Type.String()),
  verb: Type.String(),
  verbText: Type.String(),
  /** Kind of thing: a table, or `session`. */
  entity: Type.String(),
  entityText: Type.String(),
  /** Key of the thing; of several parts, joined by `/`. */
  entityId: Type.String(),
  /** Name of the thing, or its key when it has none any more. */
  thing: Type.String(),
  /** The user that the change is about. */
  subject: nullable(UserRef),
  changes: Type.Array(AuditChange),
  note: nullable(Type.String()),
  requestId: nullable(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

/**
 * A row or seal that does not fit. `changed`: the row is not as it was sealed; without `id` one row of the seal. `missing`: the row is
 * gone. `unsealed`: the row has no seal. `broken`: the seal does not follow the one before it.
 */
export const AuditFault = Type.Object({
  kind: literals('changed', 'missing', 'unsealed', 'broken'),
  /** Id of the row. */
  id: nullable(Type.String()),
  /** Number of the seal. */
  seal: nullable(Type.Integer()),
});
export type AuditFault = Static<typeof AuditFault>;

export const AuditReport = Type.Object({
  /** Numbers of faults. */
  changed: Type.Integer(),
  missing: Type.Integer(),
  unsealed: Type.Integer(),
  broken: Type.Integer(),
  /** The first 100. */
  faults: Type.Array(AuditFault),
  /** Number of sealed rows. */
  sealed: Type.Integer(),
  /** Sealed rows whose content was erased; that they existed is proven. */
  erased: Type.Integer(),
  /** Sealed rows that were deleted because they were older than the organisation keeps; their seals remain. */
  expired: Type.Integer(),
  /** Rows from before sealing began, for which nothing can be proven. */
  before: Type.Integer(),
  /** Rows that get their seal within a minute. */
  pending: Type.Integer(),
  /** When sealing began; null before the first seal. */
  since: nullable(Instant),
  /** Time of the last seal. */
  sealedAt: nullable(Instant),
});
export type AuditReport = Static<typeof AuditReport>;

export const AuditSettings = Type.Object(
  { months: Type.Integer({ minimum: AUDIT_MONTHS.least, maximum: AUDIT_MONTHS.most }) },
  { additionalProperties: false },
);
export type AuditSettings = Static<typeof AuditSettings>;

export const getAuditSettings = endpoint({
  method: 'GET',
  path: '/api/audit/settings',
  summary: 'How long the organisation keeps its audit log',
  who: ['admin'],
  scope: null,
  reply: AuditSettings,
});

export const putAuditSettings = endpoint({
  method: 'PUT',
  path: '/api/audit/settings',
  summary: 'Change how long the organisation keeps its audit log; older quarters are deleted within an hour',
  who: ['admin'],
  scope: null,
  body: AuditSettings,
  reply: AuditSettings,
});

export const verifyAuditLog = endpoint({
  method: 'GET',
  path: '/api/audit/verify',
  summary: 'Verify the seals of the audit log: rows that were changed, removed, or added without a seal',
  who: ['admin'],
  scope: null,
  reply: AuditReport,
});

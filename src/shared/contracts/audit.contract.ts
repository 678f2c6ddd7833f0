import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, UserRef } from './shapes.contract.ts';

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

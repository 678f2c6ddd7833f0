import { type Static, Type } from 'typebox';
import { ALERT_KINDS } from './alert-kinds.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, literals, Nothing } from './shapes.contract.ts';

/** An alert, in the reader's language. */
export const Alert = Type.Object({
  id: Id,
  kind: literals(...ALERT_KINDS),
  at: Instant,
  title: Type.String(),
  text: Type.String(),
  /** The page of the application where the alert leads. */
  path: Type.String(),
  isSeen: Type.Boolean(),
});
export type Alert = Static<typeof Alert>;

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  summary: "The caller's alerts of the last 12 months, newest first; `next` continues the list",
  who: ['admin'],
  scope: null,
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({ alerts: Type.Array(Alert), next: Type.Union([Id, Type.Null()]) }),
});

export const countAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts/unseen',
  summary: 'Number of alerts that the caller has not seen, at most 100',
  who: ['admin'],
  scope: null,
  reply: Type.Object({ count: Type.Integer() }),
});

export const seeAlerts = endpoint({
  method: 'POST',
  path: '/api/alerts/seen',
  summary: "Mark the caller's alerts as seen, up to and including one",
  who: ['admin'],
  scope: null,
  body: Type.Object({ until: Id }, { additionalProperties: false }),
  reply: Nothing,
  status: 204,
});

import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';

/** At once (several can share one e-mail), in the daily digest, or not at all. */
export const NotificationChoice = Type.Union([Type.Literal('now'), Type.Literal('daily'), Type.Literal('off')]);
export type NotificationChoice = Static<typeof NotificationChoice>;

/** Notifications of delegations and security alerts are sent at once or not at all. */
const NowOrOff = Type.Union([Type.Literal('now'), Type.Literal('off')]);

const NotificationChoices = Type.Object(
  {
    assigned: NotificationChoice,
    offered: NotificationChoice,
    delegated: NotificationChoice,
    dueSoon: NotificationChoice,
    overdue: NotificationChoice,
    mentioned: NotificationChoice,
    /** A request was received: to its requester and starter. */
    requestReceived: NotificationChoice,
    /** A request was decided, withdrawn or cancelled by another user, or failed: to its requester and starter. */
    requestEnded: NotificationChoice,
    /** A message in the conversation of a request: to its requester, and to the users who have it. */
    requestReply: NotificationChoice,
    reading: NotificationChoice,
    lateReading: NotificationChoice,
    standIn: NowOrOff,
    /** Security alerts, which administrators get; they are shown in the application whatever is chosen. */
    security: NowOrOff,
  },
  { additionalProperties: false },
);
export type NotificationChoices = Static<typeof NotificationChoices>;

/** As sent: kinds that are missing keep their choice, so that a page from before an upgrade can still save. */
const SentChoices = Type.Partial(NotificationChoices, { additionalProperties: false });

/** Hour of the digest in the organisation's time zone. */
const Hour = Type.Integer({ minimum: 0, maximum: 23 });

export const NotificationSettings = Type.Object(
  { choices: NotificationChoices, hour: Hour },
  { additionalProperties: false },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

/**
 * Defaults for users without preferences. `actionDays`: validity of e-mail buttons in days, 0 for e-mails without
 * buttons.
 */
export const NotificationDefaults = Type.Object(
  { choices: NotificationChoices, hour: Hour, actionDays: Type.Integer({ minimum: 0, maximum: 60 }) },
  { additionalProperties: false },
);
export type NotificationDefaults = Static<typeof NotificationDefaults>;

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: "The caller's notification preferences; `email` is the address used",
  who: 'any',
  scope: 'session',
  reply: Type.Object({
    choices: NotificationChoices,
    hour: Hour,
    email: Type.Union([Type.String(), Type.Null()]),
    timeZone: Type.String(),
  }),
});

export const putNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings',
  summary: "Set the caller's notification preferences",
  who: 'any',
  scope: 'session',
  body: Type.Object({ choices: SentChoices, hour: Hour }, { additionalProperties: false }),
  reply: NotificationSettings,
});

export const getNotificationDefaults = endpoint({
  method: 'GET',
  path: '/api/notifications/defaults',
  summary: 'Default notification preferences of the organisation',
  who: ['admin'],
  scope: null,
  reply: NotificationDefaults,
});

export const putNotificationDefaults = endpoint({
  method: 'PUT',
  path: '/api/notifications/defaults',
  summary: 'Set the default notification preferences of the organisation',
  who: ['admin'],
  scope: null,
  body: Type.Object({ ...NotificationDefaults.properties, choices: SentChoices }, { additionalProperties: false }),
  reply: NotificationDefaults,
});

const Kinds = Type.Array(Type.String({ description: 'One of the kinds of the settings' }));

/** Returns what the unsubscribe link of an e-mail would switch off. Changes nothing. */
export const getUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/public/notifications/unsubscribe/{token}',
  summary: 'What an unsubscribe link switches off; changes nothing',
  who: 'public',
  scope: null,
  reply: Type.Object({ kinds: Kinds, languageId: Type.String() }),
  errors: ['unsubscribe.not_found'],
});

/**
 * One-click unsubscribe of RFC 8058: an e-mail client sends `List-Unsubscribe=One-Click` as a form, our page sends
 * JSON.
 */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/public/notifications/unsubscribe/{token}',
  summary: 'Unsubscribe from the notifications of an e-mail, without signing in',
  who: 'public',
  scope: null,
  consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  reply: Type.Object({ kinds: Kinds, languageId: Type.String() }),
  errors: ['unsubscribe.not_found'],
});

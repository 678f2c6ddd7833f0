import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';

/** At once (a few gathered into one mail), in the daily digest, or not at all. */
export const NotificationChoice = Type.Union([Type.Literal('now'), Type.Literal('daily'), Type.Literal('off')]);
export type NotificationChoice = Static<typeof NotificationChoice>;

/** A period in which somebody stands in is told at once or not at all. */
const NowOrOff = Type.Union([Type.Literal('now'), Type.Literal('off')]);

const NotificationChoices = Type.Object(
  {
    assigned: NotificationChoice,
    offered: NotificationChoice,
    delegated: NotificationChoice,
    dueSoon: NotificationChoice,
    overdue: NotificationChoice,
    mentioned: NotificationChoice,
    reading: NotificationChoice,
    lateReading: NotificationChoice,
    standIn: NowOrOff,
  },
  { additionalProperties: false },
);
export type NotificationChoices = Static<typeof NotificationChoices>;

/** The hour of the digest by the organisation's clock. */
const Hour = Type.Integer({ minimum: 0, maximum: 23 });

export const NotificationSettings = Type.Object(
  { choices: NotificationChoices, hour: Hour },
  { additionalProperties: false },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

/** What holds for those who chose nothing. `actionDays`: how long a button of a mail works, 0 for mails without buttons. */
export const NotificationDefaults = Type.Object(
  { choices: NotificationChoices, hour: Hour, actionDays: Type.Integer({ minimum: 0, maximum: 60 }) },
  { additionalProperties: false },
);
export type NotificationDefaults = Static<typeof NotificationDefaults>;

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'Of what one is told by mail, and when; `email` is where the mails go',
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
  summary: 'Choose of what one is told by mail, and when',
  who: 'any',
  scope: 'session',
  body: NotificationSettings,
  reply: NotificationSettings,
});

export const getNotificationDefaults = endpoint({
  method: 'GET',
  path: '/api/notifications/defaults',
  summary: 'What holds for people of the organisation who chose nothing',
  who: ['admin'],
  scope: null,
  reply: NotificationDefaults,
});

export const putNotificationDefaults = endpoint({
  method: 'PUT',
  path: '/api/notifications/defaults',
  summary: 'Set what holds for people of the organisation who chose nothing',
  who: ['admin'],
  scope: null,
  body: NotificationDefaults,
  reply: NotificationDefaults,
});

const Kinds = Type.Array(Type.String({ description: 'One of the kinds of the settings' }));

/** Says what the link at the foot of a mail would switch off. Nothing is changed. */
export const getUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/public/notifications/unsubscribe/{token}',
  summary: 'Which mails the link of a mail stops; changes nothing',
  who: 'public',
  scope: null,
  reply: Type.Object({ kinds: Kinds, languageId: Type.String() }),
  errors: ['unsubscribe.not_found'],
});

/** The one click of RFC 8058: a mail program sends `List-Unsubscribe=One-Click` as a form, our page sends JSON. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/public/notifications/unsubscribe/{token}',
  summary: 'Stop the mails of the kinds of a mail, without signing in',
  who: 'public',
  scope: null,
  consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  reply: Type.Object({ kinds: Kinds, languageId: Type.String() }),
  errors: ['unsubscribe.not_found'],
});

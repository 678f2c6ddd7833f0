import { type Static, Type } from 'typebox';
import { Deferred } from './deferred-actions.contract.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, literals, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

const language = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', description: 'Language id, such as et' });
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hex' });

export const ManualStatus = literals('1_active', '2_inactive');
/** What a release asks of those who confirmed an earlier version: nothing, the changes, everything. */
export const ManualAsks = literals('none', 'changes', 'full');
export type ManualAsks = Static<typeof ManualAsks>;

/** By when it is to be read: days after publishing (after joining for who joins later), a day, or again every so many months. */
export const ManualDue = Type.Union([
  Type.Object({ kind: Type.Literal('days'), days: Type.Integer({ minimum: 0, maximum: 730 }) }, strict),
  Type.Object({ kind: Type.Literal('date'), date: Day }, strict),
  Type.Object(
    {
      kind: Type.Literal('periodic'),
      days: Type.Integer({ minimum: 0, maximum: 730 }),
      everyMonths: Type.Integer({ minimum: 1, maximum: 120 }),
    },
    strict,
  ),
]);
export type ManualDue = Static<typeof ManualDue>;

/** Why a reading was cancelled when no person did it; in `cancelReason` in place of somebody's words. */
export const CANCEL_REASONS = {
  /** The reader is no longer among those who must read it. */
  notAddressed: 'reading.not_addressed',
  /** The manual is not in force. */
  inactive: 'reading.manual_inactive',
} as const;

/** What a reader owes. `color` follows from state, due day and the organisation's today; it is never stored. */
export const Reading = Type.Object({
  id: Id,
  manualId: Id,
  number: Type.Integer({ description: 'Version of the manual' }),
  title: Type.String({ description: 'In the language of who asks, or in the fallback language' }),
  code: Type.String(),
  user: UserRef,
  /** How a partner names a reader who has no account here. */
  partnerId: Type.Optional(Type.String()),
  state: literals('pending', 'held', 'read', 'cancelled', 'superseded'),
  color: literals('overdue', 'notDue', 'cancelled', 'read'),
  dueOn: nullable(Day),
  asks: literals('changes', 'full'),
  /** The version that this reader confirmed before, where there is one. */
  baseNumber: nullable(Type.Integer()),
  languageId: nullable(language),
  /** Block at which the reader is, and how much of the text was seen, 0 to 1. */
  place: nullable(Type.String()),
  progress: Type.Number(),
  scrolled: Type.Boolean(),
  opened: Type.Array(Id),
  /** Required attachments that were not opened yet. */
  missing: Type.Array(Id),
  readAt: nullable(Instant),
  receiptId: nullable(Id),
  cancelledAt: nullable(Instant),
  cancelReason: nullable(Type.String()),
  /** While it can be undone. */
  held: Type.Optional(Type.Object({ id: Id, until: Instant })),
});
export type Reading = Static<typeof Reading>;

/** A manual in lists. `reading` is the asker's own, where there is one. */
export const Manual = Type.Object({
  id: Id,
  code: Type.String(),
  title: Type.String(),
  group: Type.Object({ id: Id, name: Type.String() }),
  status: ManualStatus,
  /** Of the released version; null before the first. */
  number: nullable(Type.Integer()),
  languages: Type.Array(language),
  owner: UserRef,
  releasedAt: nullable(Instant),
  reading: Type.Optional(Reading),
  version: Type.Integer(),
});
export type Manual = Static<typeof Manual>;

export const ManualAttachment = Type.Object({
  id: Id,
  fileName: Type.String(),
  mediaType: Type.String(),
  size: Type.Integer(),
  required: Type.Boolean(),
});
export type ManualAttachment = Static<typeof ManualAttachment>;

/** A part of a text from one heading to the next. All `html` one after the other are the text that the hash covers. */
export const ManualSection = Type.Object({
  /** Id of its heading's block; `start` for what stands before the first heading. */
  id: Type.String(),
  /** 1 to 4; 0 for what stands before the first heading. */
  level: Type.Integer(),
  title: Type.String(),
  words: Type.Integer(),
  html: Type.String(),
});
export type ManualSection = Static<typeof ManualSection>;

/** The text of one version in one language, as it is read. `sha256` is that of title, a line feed, and the sections' html. */
export const ManualText = Type.Object({
  manualId: Id,
  code: Type.String(),
  number: Type.Integer(),
  /** Whether this is the released version; an earlier one stays readable for who confirmed it. */
  current: Type.Boolean(),
  languageId: language,
  /** What was asked for, and whether this is another language because there is none in it. */
  asked: language,
  fallback: Type.Boolean(),
  languages: Type.Array(language),
  /** Languages whose text changed in a later version than this language's did. */
  newerLanguages: Type.Array(language),
  title: Type.String(),
  sections: Type.Array(ManualSection),
  sha256,
  minutes: Type.Integer({ description: 'Time to read all of it' }),
  attachments: Type.Array(ManualAttachment),
  owner: UserRef,
  releasedAt: nullable(Instant),
  effectiveOn: nullable(Day),
  changeNote: nullable(Type.String()),
  requireScroll: Type.Boolean(),
});
export type ManualText = Static<typeof ManualText>;

/** One block of a difference. `html` of a changed block marks words by ins and del; `before` is the block as it was. */
export const ManualChange = Type.Object({
  kind: literals('same', 'added', 'removed', 'changed', 'moved'),
  id: Type.String(),
  html: Type.String(),
  before: Type.Optional(Type.String()),
});
export type ManualChange = Static<typeof ManualChange>;
export const ManualDifference = Type.Object({
  manualId: Id,
  from: Type.Integer(),
  to: Type.Integer(),
  languageId: language,
  /** The language in which the earlier version was confirmed, where that is another. */
  fromLanguageId: language,
  changes: Type.Integer(),
  minutes: Type.Integer({ description: 'Time to read what changed' }),
  blocks: Type.Array(ManualChange),
});
export type ManualDifference = Static<typeof ManualDifference>;

/** A confirmation that can be checked: `hash` is the SHA-256 of `prev` and then `payload` in UTF-8 (docs/manuals.md). */
export const Receipt = Type.Object({
  id: Id,
  payload: Type.String({ description: 'Canonical JSON (RFC 8785)' }),
  seq: Type.Integer(),
  prev: Type.String(),
  hash: sha256,
  /** Whether it still is what was written, and the chain holds up to it. */
  valid: Type.Boolean(),
  verifyUrl: Type.String(),
  /** For its reader only: `reader` of the payload is the SHA-256 of these one after the other. */
  proof: Type.Optional(
    Type.Object({ salt: Type.String({ description: 'Bytes, in hex' }), userId: Id, name: Type.String() }),
  ),
});
export type Receipt = Static<typeof Receipt>;

export const ManualQuestion = Type.Object({
  id: Id,
  manualId: Id,
  number: Type.Integer(),
  languageId: language,
  blockId: Type.String(),
  quote: Type.String(),
  text: Type.String(),
  /** Null for who neither asked nor may answer. */
  askedBy: nullable(UserRef),
  askedAt: Instant,
  answer: nullable(Type.String()),
  answeredBy: nullable(UserRef),
  answeredAt: nullable(Instant),
  /** Whether all readers see it with its answer, without who asked. */
  public: Type.Boolean(),
  mine: Type.Boolean(),
});
export type ManualQuestion = Static<typeof ManualQuestion>;

const readable = ['manual.not_found', 'manual.not_for_you'] as const;

export const getManualText = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/text',
  summary: 'The text of a manual: the released version, or `number`; in `language`, or the fallback language',
  who: 'any',
  scope: 'manuals',
  query: Type.Object({ language: Type.Optional(language), number: Type.Optional(Type.Integer({ minimum: 1 })) }),
  reply: ManualText,
  errors: [...readable, 'content.too_complex', 'server.busy'],
});

export const getManualDifference = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/changes',
  summary: 'What differs from version `since`, by default the one that the asker confirmed last',
  who: 'any',
  scope: 'manuals',
  query: Type.Object({
    since: Type.Optional(Type.Integer({ minimum: 1 })),
    number: Type.Optional(Type.Integer({ minimum: 1 })),
    language: Type.Optional(language),
  }),
  reply: ManualDifference,
  errors: [...readable, 'manual.nothing_confirmed', 'content.too_complex', 'server.busy'],
});

export const getManualImage = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/images/{sha256}',
  summary: 'A picture of its texts',
  who: 'any',
  scope: 'manuals',
  reply: Type.Unknown(),
  produces: 'application/octet-stream',
  errors: [...readable, 'file.not_found'],
});

export const getManualAttachment = endpoint({
  method: 'GET',
  path: '/api/manuals/attachments/{id}/content',
  summary: 'The content of an attachment of a manual',
  who: 'any',
  scope: 'manuals',
  reply: Type.Unknown(),
  produces: 'application/octet-stream',
  errors: [...readable, 'file.not_found'],
});

export const getReading = endpoint({
  method: 'GET',
  path: '/api/manuals/readings/{id}',
  summary: 'A reading of the asker, or for manual authors and viewers of anybody',
  who: 'any',
  scope: 'manuals',
  reply: Reading,
  errors: ['reading.not_found'],
});

export const saveReadingProgress = endpoint({
  method: 'POST',
  path: '/api/manuals/readings/{id}/progress',
  summary: 'Keep how far the reader is; what was reached once stays reached',
  who: 'any',
  scope: 'manuals',
  body: Type.Object(
    {
      place: Type.Optional(Type.String({ maxLength: 64 })),
      progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      scrolled: Type.Optional(Type.Boolean()),
      opened: Type.Optional(Id),
      languageId: Type.Optional(language),
    },
    strict,
  ),
  reply: Reading,
  errors: ['reading.not_found', 'reading.cancelled', 'reading.on_behalf'],
});

export const confirmReading = endpoint({
  method: 'POST',
  path: '/api/manuals/readings/{id}/confirmReadManual',
  summary: 'Confirm that the text with this hash was read. With `Prefer: undo=10` it is held and can be undone',
  who: 'any',
  scope: 'manuals',
  idempotency: 'required',
  body: Type.Object({ languageId: language, sha256 }, strict),
  reply: Type.Union([Type.Object({ reading: Reading, receipt: Receipt }), Deferred]),
  otherStatuses: { 202: 'Held until it can no longer be undone' },
  errors: [
    'reading.not_found',
    'reading.not_scrolled',
    'reading.attachments_unopened',
    'reading.text_changed',
    'reading.on_behalf',
    'reading.client_refused',
    'reading.already_read',
    'reading.held',
    'reading.cancelled',
    'reading.superseded',
  ],
});

export const cancelReading = endpoint({
  method: 'POST',
  path: '/api/manuals/readings/{id}/cancelReadManual',
  summary:
    'As its reader: close without confirming, nothing changes. As a manual author, with a reason: cancel the duty',
  who: 'any',
  scope: 'manuals',
  body: Type.Object({ reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })) }, strict),
  reply: Type.Union([Reading, Type.Null()]),
  otherStatuses: { 204: 'Closed without confirming' },
  errors: [
    'reading.not_found',
    'reading.already_read',
    'reading.held',
    'reading.superseded',
    'reading.reason_required',
    'access.denied',
  ],
});

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/manuals/receipts/{id}',
  summary: 'The receipt of a confirmation; with `format=pdf` as a document',
  who: 'any',
  scope: 'manuals',
  query: Type.Object({ format: Type.Optional(literals('json', 'pdf')), language: Type.Optional(language) }),
  reply: Receipt,
  errors: ['receipt.not_found', 'content.too_complex', 'server.busy'],
});

/** What the public page says of a receipt: everything but who. */
export const PublicReceipt = Type.Object({
  valid: Type.Boolean(),
  seq: Type.Integer(),
  confirmedAt: Instant,
  organisation: Type.String(),
  manualCode: Type.String(),
  number: Type.Integer(),
  languageId: language,
  textSha256: sha256,
  /** The back end of a page that let its reader confirm there, as it was called then. */
  via: nullable(Type.Object({ client: Type.String(), origin: Type.String() })),
  chain: literals('ok', 'broken'),
  anchored: nullable(Day),
});
export const getPublicReceipt = endpoint({
  method: 'GET',
  path: '/api/public/receipts/{hash}',
  summary: 'Whether there is a receipt with this hash and whether its chain holds; never whose it is',
  who: 'public',
  scope: null,
  reply: PublicReceipt,
  errors: ['receipt.not_found'],
});

export const getManualQuestions = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/questions',
  summary: 'The asker’s own questions and the public ones; for the owner and manual authors all',
  who: 'any',
  scope: 'manuals',
  reply: Type.Array(ManualQuestion),
  errors: readable,
});

export const askManualQuestion = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/questions',
  summary: 'Ask about a paragraph; it becomes a task of the manual’s owner',
  who: 'any',
  scope: 'manuals',
  body: Type.Object(
    {
      blockId: Type.String({ minLength: 1, maxLength: 64 }),
      quote: Type.String({ maxLength: 1000 }),
      text: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }),
      languageId: language,
    },
    strict,
  ),
  reply: ManualQuestion,
  status: 201,
  errors: readable,
});

export const answerManualQuestion = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/questions/{questionId}/answer',
  summary: 'Answer as the manual’s owner or an author; its task ends',
  who: 'any',
  scope: 'manuals',
  body: Type.Object(
    { answer: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }), public: Type.Boolean() },
    strict,
  ),
  reply: ManualQuestion,
  errors: [...readable, 'question.not_found', 'question.answered'],
});

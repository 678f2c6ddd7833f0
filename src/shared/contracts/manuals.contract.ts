import { type Static, Type } from 'typebox';
import { Deferred } from './deferred-actions.contract.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, literals, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

const language = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', description: 'Language id, such as et' });
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hex' });

export const ManualStatus = literals('1_active', '2_inactive');
/** What a new version requires of users who confirmed an earlier one: nothing, reading the changes, or everything. */
export const ManualAsks = literals('none', 'changes', 'full');
export type ManualAsks = Static<typeof ManualAsks>;

/**
 * Due date of reading: days after publishing (or after joining, for later members), a fixed day, or repeated every few
 * months.
 */
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

/** Reason of an automatic cancellation; in `cancelReason` instead of a user's text. */
export const CANCEL_REASONS = {
  /** The reader no longer has to read it. */
  notAddressed: 'reading.not_addressed',
  /** The manual is not active. */
  inactive: 'reading.manual_inactive',
} as const;

/**
 * A user's reading of a manual. `color` is derived from state, due day and the organisation's today; it is never
 * stored.
 */
export const Reading = Type.Object({
  id: Id,
  manualId: Id,
  number: Type.Integer({ description: 'Version of the manual' }),
  title: Type.String({ description: "In the caller's language, or in the fallback language" }),
  code: Type.String(),
  user: UserRef,
  /** A partner's identifier of a reader without an account. */
  partnerId: Type.Optional(Type.String()),
  state: literals('pending', 'held', 'read', 'cancelled', 'superseded'),
  color: literals('overdue', 'notDue', 'cancelled', 'read'),
  dueOn: nullable(Day),
  asks: literals('changes', 'full'),
  /** The version that this reader confirmed before, if any. */
  baseNumber: nullable(Type.Integer()),
  languageId: nullable(language),
  /** Block of the reading position, and the share of the text that was seen, 0 to 1. */
  place: nullable(Type.String()),
  progress: Type.Number(),
  scrolled: Type.Boolean(),
  opened: Type.Array(Id),
  /** Required attachments that have not been opened. */
  missing: Type.Array(Id),
  readAt: nullable(Instant),
  receiptId: nullable(Id),
  cancelledAt: nullable(Instant),
  cancelReason: nullable(Type.String()),
  /** While it can be undone. */
  held: Type.Optional(Type.Object({ id: Id, until: Instant })),
});
export type Reading = Static<typeof Reading>;

/** A manual in lists. `reading` is the caller's own, if any. */
export const Manual = Type.Object({
  id: Id,
  code: Type.String(),
  title: Type.String(),
  group: Type.Object({ id: Id, name: Type.String() }),
  status: ManualStatus,
  /** Number of the published version; null before the first. */
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

/** A part of a text from one heading to the next. The hash covers the concatenated `html` of all parts. */
export const ManualSection = Type.Object({
  /** Block id of its heading; `start` for text before the first heading. */
  id: Type.String(),
  /** 1 to 4; 0 for text before the first heading. */
  level: Type.Integer(),
  title: Type.String(),
  words: Type.Integer(),
  html: Type.String(),
});
export type ManualSection = Static<typeof ManualSection>;

/**
 * The text of one version in one language, for readers. `sha256` is that of title, a line feed, and the sections' HTML.
 */
export const ManualText = Type.Object({
  manualId: Id,
  code: Type.String(),
  number: Type.Integer(),
  /** Whether this is the published version; users who confirmed an earlier one can still read it. */
  current: Type.Boolean(),
  languageId: language,
  /** The requested language, and whether this text is in another one because there is none in it. */
  asked: language,
  fallback: Type.Boolean(),
  languages: Type.Array(language),
  /** Languages whose text was changed in a later version than this language's. */
  newerLanguages: Type.Array(language),
  title: Type.String(),
  sections: Type.Array(ManualSection),
  sha256,
  minutes: Type.Integer({ description: 'Time to read the full text' }),
  attachments: Type.Array(ManualAttachment),
  owner: UserRef,
  releasedAt: nullable(Instant),
  effectiveOn: nullable(Day),
  changeNote: nullable(Type.String()),
  requireScroll: Type.Boolean(),
});
export type ManualText = Static<typeof ManualText>;

/** One block of a difference. `html` of a changed block marks words by ins and del; `before` is the previous block. */
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
  /** The language in which the earlier version was confirmed, if different. */
  fromLanguageId: language,
  changes: Type.Integer(),
  minutes: Type.Integer({ description: 'Time to read the changes' }),
  blocks: Type.Array(ManualChange),
});
export type ManualDifference = Static<typeof ManualDifference>;

/** A verifiable confirmation: `hash` is the SHA-256 of `prev` and then `payload` in UTF-8 (docs/manuals.md). */
export const Receipt = Type.Object({
  id: Id,
  payload: Type.String({ description: 'Canonical JSON (RFC 8785)' }),
  seq: Type.Integer(),
  prev: Type.String(),
  hash: sha256,
  /** Whether it is unaltered, and the chain up to it is valid. */
  valid: Type.Boolean(),
  verifyUrl: Type.String(),
  /** For its reader only: `reader` of the payload is the SHA-256 of these concatenated. */
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
  /** Null for users who neither asked nor can answer. */
  askedBy: nullable(UserRef),
  askedAt: Instant,
  answer: nullable(Type.String()),
  answeredBy: nullable(UserRef),
  answeredAt: nullable(Instant),
  /** Whether all readers see question and answer, without the author's name. */
  public: Type.Boolean(),
  mine: Type.Boolean(),
});
export type ManualQuestion = Static<typeof ManualQuestion>;

const readable = ['manual.not_found', 'manual.not_for_you'] as const;

export const getManualText = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/text',
  summary: 'The text of a manual: the published version, or `number`; in `language`, or the fallback language',
  who: 'any',
  scope: 'manuals',
  query: Type.Object({ language: Type.Optional(language), number: Type.Optional(Type.Integer({ minimum: 1 })) }),
  reply: ManualText,
  errors: [...readable, 'content.too_complex', 'server.busy'],
});

export const getManualDifference = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/changes',
  summary: 'Changes since version `since`, by default the one that the caller confirmed last',
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
  summary: "An image of a manual's texts",
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
  summary: 'A reading of the caller; authors and viewers of manuals can read any',
  who: 'any',
  scope: 'manuals',
  reply: Reading,
  errors: ['reading.not_found'],
});

export const saveReadingProgress = endpoint({
  method: 'POST',
  path: '/api/manuals/readings/{id}/progress',
  summary: 'Save the reading position; progress never decreases',
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
  summary:
    'Confirm that the text with this hash was read. With `Prefer: undo=10` the confirmation is deferred and can be undone',
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

/** Public page of a receipt: everything except the reader. */
export const PublicReceipt = Type.Object({
  valid: Type.Boolean(),
  seq: Type.Integer(),
  confirmedAt: Instant,
  organisation: Type.String(),
  manualCode: Type.String(),
  number: Type.Integer(),
  languageId: language,
  textSha256: sha256,
  /** The back end of a page on which the reader confirmed, with its name at that time. */
  via: nullable(Type.Object({ client: Type.String(), origin: Type.String() })),
  chain: literals('ok', 'broken'),
  anchored: nullable(Day),
});
export const getPublicReceipt = endpoint({
  method: 'GET',
  path: '/api/public/receipts/{hash}',
  summary: 'Whether a receipt with this hash exists and its chain is valid; never reveals its reader',
  who: 'public',
  scope: null,
  reply: PublicReceipt,
  errors: ['receipt.not_found'],
});

export const getManualQuestions = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/questions',
  summary: "The caller's own questions and public ones; all for the owner and manual authors",
  who: 'any',
  scope: 'manuals',
  reply: Type.Array(ManualQuestion),
  errors: readable,
});

export const askManualQuestion = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/questions',
  summary: "Ask a question about a paragraph; creates a task for the manual's owner",
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
  summary: "Answer a question as the manual's owner or an author; completes its task",
  who: 'any',
  scope: 'manuals',
  body: Type.Object(
    { answer: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }), public: Type.Boolean() },
    strict,
  ),
  reply: ManualQuestion,
  errors: [...readable, 'question.not_found', 'question.answered'],
});

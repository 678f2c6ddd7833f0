import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { WORK_ERRORS } from './errors.ts';
import { Manual, ManualAsks, ManualAttachment, ManualDue, ManualStatus } from './manuals.contract.ts';
import { Day, Id, Instant, literals, Nothing, nullable, Texts, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const authors = ['manualsgroup'] as const;
const viewers = ['manualsgroup', 'manualsviewer'] as const;
const language = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 16 });

/** Maximum length of one language's text in HTML characters, and of the body that contains it. */
export const MANUAL_TEXT_MAX = 4_000_000;
const textBody = 6 * 1024 * 1024;

/** A group of manuals; groups form a tree. */
export const ManualGroup = Type.Object({
  id: Id,
  parentId: nullable(Id),
  name: Texts,
  position: Type.Integer(),
  manuals: Type.Integer(),
  version: Type.Integer(),
});
export type ManualGroup = Static<typeof ManualGroup>;
const groupBody = Type.Object(
  {
    name: Texts,
    parentId: Type.Optional(nullable(Id)),
    position: Type.Optional(Type.Integer()),
    version: Type.Optional(Type.Integer()),
  },
  strict,
);

/**
 * Who must read: everyone, or members of groups, departments including sub-departments, companies, tags, users; minus
 * exclusions.
 */
export const ManualAudienceRule = Type.Object(
  {
    kind: literals('all', 'group', 'department', 'company', 'tag', 'user'),
    /** Group id, or key of the department, company, tag or user; empty for everyone. */
    ref: Type.String({ maxLength: 64 }),
    excluded: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type ManualAudienceRule = Static<typeof ManualAudienceRule>;

/** A rule with the name of its target, and the number of matching users. */
export const ManualAudience = Type.Object({
  rules: Type.Array(Type.Object({ ...ManualAudienceRule.properties, name: Type.String(), people: Type.Integer() })),
  people: Type.Integer(),
});
export type ManualAudience = Static<typeof ManualAudience>;

const settings = {
  code: Type.String({ minLength: 1, maxLength: 40 }),
  groupId: Id,
  /** Username or key. */
  ownerId: Type.String({ minLength: 1, maxLength: 128 }),
  status: ManualStatus,
  fallbackLanguageId: language,
  due: ManualDue,
  /** Days before the due day on which reminders are sent; 0 is the due day, negative ones are after it. */
  remindDays: Type.Array(Type.Integer({ minimum: -365, maximum: 365 }), { maxItems: 10, uniqueItems: true }),
  /** Days after the due day when the reader's manager is notified; null: never. */
  escalateDays: nullable(Type.Integer({ minimum: 0, maximum: 365 })),
  requireScroll: Type.Boolean(),
};

/** A manual as shown to its authors. */
export const ManualSettings = Type.Object({
  ...Manual.properties,
  groupId: Id,
  fallbackLanguageId: language,
  due: ManualDue,
  remindDays: settings.remindDays,
  escalateDays: settings.escalateDays,
  requireScroll: Type.Boolean(),
  /** Number of the version that is a draft or scheduled. */
  draftNumber: nullable(Type.Integer()),
});
export type ManualSettings = Static<typeof ManualSettings>;

const manualErrors = ['manual.not_found', 'edit.conflict'] as const;
const saveErrors = [
  'manual.code_taken',
  'manual_group.not_found',
  'user.not_found',
  'language.not_found',
  'manual.due_past',
] as const;

export const listManualGroups = endpoint({
  method: 'GET',
  path: '/api/manuals/groups',
  summary: 'The tree of groups, flat, by position',
  who: viewers,
  scope: null,
  reply: Type.Array(ManualGroup),
});
export const createManualGroup = endpoint({
  method: 'POST',
  path: '/api/manuals/groups',
  summary: 'Add a group',
  who: authors,
  scope: null,
  body: groupBody,
  reply: ManualGroup,
  status: 201,
  errors: ['manual_group.not_found'],
});
export const updateManualGroup = endpoint({
  method: 'PUT',
  path: '/api/manuals/groups/{id}',
  summary: 'Rename or move a group',
  who: authors,
  scope: null,
  body: groupBody,
  reply: ManualGroup,
  errors: ['manual_group.not_found', 'manual_group.cycle', 'edit.conflict'],
});
export const deleteManualGroup = endpoint({
  method: 'DELETE',
  path: '/api/manuals/groups/{id}',
  summary: 'Remove a group that has neither groups nor manuals',
  who: authors,
  scope: null,
  status: 204,
  reply: Nothing,
  errors: ['manual_group.not_found', 'manual_group.in_use'],
});

export const getManual = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}',
  summary: 'A manual with its settings',
  who: viewers,
  scope: null,
  reply: ManualSettings,
  errors: manualErrors,
});
export const createManual = endpoint({
  method: 'POST',
  path: '/api/manuals',
  summary: 'Add a manual with an empty draft; the caller is the owner by default',
  who: authors,
  scope: null,
  body: Type.Object(
    {
      ...settings,
      ownerId: Type.Optional(settings.ownerId),
      status: Type.Optional(settings.status),
      fallbackLanguageId: Type.Optional(settings.fallbackLanguageId),
      due: Type.Optional(settings.due),
      remindDays: Type.Optional(settings.remindDays),
      escalateDays: Type.Optional(settings.escalateDays),
      requireScroll: Type.Optional(settings.requireScroll),
      /** Title of the draft in the fallback language. */
      title: Type.Optional(Type.String({ maxLength: 300 })),
    },
    strict,
  ),
  reply: ManualSettings,
  status: 201,
  errors: saveErrors,
});
export const updateManual = endpoint({
  method: 'PUT',
  path: '/api/manuals/{id}',
  summary: 'Change the settings of a manual; open readings follow the due rule',
  who: authors,
  scope: null,
  body: Type.Object({ ...settings, version: Type.Optional(Type.Integer()) }, strict),
  reply: ManualSettings,
  errors: [...manualErrors, ...saveErrors],
});
export const deleteManual = endpoint({
  method: 'DELETE',
  path: '/api/manuals/{id}',
  summary: 'Remove a manual that was never published; a published one is set inactive instead',
  who: authors,
  scope: null,
  status: 204,
  reply: Nothing,
  errors: [...manualErrors, 'manual.in_use'],
});

export const getManualAudience = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/audience',
  summary: 'The audience of a manual',
  who: viewers,
  scope: null,
  reply: ManualAudience,
  errors: manualErrors,
});
export const saveManualAudience = endpoint({
  method: 'PUT',
  path: '/api/manuals/{id}/audience',
  summary: 'Set the audience of a manual; readings are updated. With `preview` nothing is saved',
  who: authors,
  scope: null,
  query: Type.Object({ preview: Type.Optional(Type.Boolean()) }),
  body: Type.Object({ rules: Type.Array(ManualAudienceRule, { maxItems: 500 }) }, strict),
  reply: ManualAudience,
  errors: [...manualErrors, 'manual.audience_unknown'],
});

export const ManualVersion = Type.Object({
  number: Type.Integer(),
  state: literals('draft', 'scheduled', 'released', 'retired'),
  asks: ManualAsks,
  changeNote: Texts,
  effectiveOn: nullable(Day),
  publishAt: nullable(Instant),
  releasedAt: nullable(Instant),
  releasedBy: nullable(UserRef),
  /** Whether a draft has the texts and attachments of the version released before it. */
  unchanged: Type.Boolean(),
  languages: Type.Array(
    Type.Object({
      languageId: language,
      title: Type.String(),
      words: Type.Integer(),
      updatedAt: Instant,
      attachments: Type.Integer(),
      /** Whether the text is unchanged from the previous version. */
      unchanged: Type.Boolean(),
    }),
  ),
  /** Number of open, completed and cancelled readings. */
  readings: Type.Object({ pending: Type.Integer(), read: Type.Integer(), cancelled: Type.Integer() }),
  version: Type.Integer(),
});
export type ManualVersion = Static<typeof ManualVersion>;

export const listManualVersions = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/versions',
  summary: 'Versions of a manual, newest first',
  who: viewers,
  scope: null,
  reply: Type.Array(ManualVersion),
  errors: manualErrors,
});
export const createManualVersion = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/versions',
  summary: 'Create a draft as a copy of the published version, with its texts and attachments',
  who: authors,
  scope: null,
  reply: ManualVersion,
  status: 201,
  errors: [...manualErrors, 'manual.draft_exists'],
});
export const deleteManualVersion = endpoint({
  method: 'DELETE',
  path: '/api/manuals/{id}/versions/{number}',
  summary: 'Discard a draft',
  who: authors,
  scope: null,
  status: 204,
  reply: Nothing,
  errors: [...manualErrors, 'manual_version.not_found', 'manual.released_is_fixed'],
});

/** A text being edited: sanitised HTML whose blocks have ids. */
export const ManualDraftText = Type.Object({
  languageId: language,
  title: Type.String(),
  html: Type.String(),
  sha256: Type.String(),
  words: Type.Integer(),
  attachments: Type.Array(ManualAttachment),
  /** What was removed when saving, explained for the author. */
  removed: Type.Array(Type.String()),
  version: Type.Integer(),
});
export type ManualDraftText = Static<typeof ManualDraftText>;

const textErrors = [
  ...manualErrors,
  'manual_version.not_found',
  'manual.released_is_fixed',
  'language.not_found',
] as const;
export const getManualDraftText = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/versions/{number}/texts/{languageId}',
  summary: 'The text of a version, for authors',
  who: viewers,
  scope: null,
  reply: ManualDraftText,
  errors: [...textErrors, 'manual_text.not_found'],
});
export const saveManualDraftText = endpoint({
  method: 'PUT',
  path: '/api/manuals/{id}/versions/{number}/texts/{languageId}',
  summary: 'Save the text of a draft; the HTML is sanitised, and blocks without an id get one',
  who: authors,
  scope: null,
  bodyLimit: textBody,
  body: Type.Object(
    {
      title: Type.String({ maxLength: 300 }),
      html: Type.String({ maxLength: MANUAL_TEXT_MAX }),
      version: Type.Optional(Type.Integer()),
    },
    strict,
  ),
  reply: ManualDraftText,
  errors: [...textErrors, 'manual.image_unknown', ...WORK_ERRORS],
});
export const deleteManualDraftText = endpoint({
  method: 'DELETE',
  path: '/api/manuals/{id}/versions/{number}/texts/{languageId}',
  summary: 'Remove a language of a draft',
  who: authors,
  scope: null,
  status: 204,
  reply: Nothing,
  errors: [...textErrors, 'manual_text.not_found'],
});

const ManualImage = Type.Object({ sha256: Type.String(), width: Type.Integer(), height: Type.Integer() });
export const addManualImage = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/images',
  summary: 'Add an image to the texts of a draft, as multipart `file`; PNG, JPEG, GIF or WebP, at most 10 MB',
  who: authors,
  scope: null,
  consumes: ['multipart/form-data'],
  reply: ManualImage,
  status: 201,
  errors: [
    ...manualErrors,
    'file.too_large',
    'file.type_refused',
    'file.content_mismatch',
    'file.empty',
    'file.picture_size',
  ],
});
export const addManualAttachment = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/versions/{number}/texts/{languageId}/attachments',
  summary: 'Attach a file to a language of a draft, as multipart `file`',
  who: authors,
  scope: null,
  consumes: ['multipart/form-data'],
  reply: ManualAttachment,
  status: 201,
  errors: [
    ...textErrors,
    'manual_text.not_found',
    'file.too_large',
    'file.type_refused',
    'file.content_mismatch',
    'file.empty',
    'file.too_many',
  ],
});
export const updateManualAttachment = endpoint({
  method: 'PUT',
  path: '/api/manuals/attachments/{id}',
  summary: 'Set whether an attachment must be opened before confirming, and its position',
  who: authors,
  scope: null,
  body: Type.Object({ required: Type.Boolean(), position: Type.Optional(Type.Integer({ minimum: 0 })) }, strict),
  reply: ManualAttachment,
  errors: ['file.not_found', 'manual.released_is_fixed'],
});
export const deleteManualAttachment = endpoint({
  method: 'DELETE',
  path: '/api/manuals/attachments/{id}',
  summary: 'Remove an attachment from a draft',
  who: authors,
  scope: null,
  status: 204,
  reply: Nothing,
  errors: ['file.not_found', 'manual.released_is_fixed'],
});

/** Reading time that publishing would require (BEY-14). */
export const ManualReadingBudget = Type.Object({
  people: Type.Integer(),
  /** Additional minutes: for reading everything, and for reading the changes only. */
  minutesFull: Type.Integer(),
  minutesChanges: Type.Integer(),
  full: Type.Integer(),
  changes: Type.Integer(),
  nothing: Type.Integer(),
  /** Open readings of these users already, in minutes and number. */
  alreadyDue: Type.Object({
    minutesMedian: Type.Integer(),
    minutesMost: Type.Integer(),
    readingsMedian: Type.Integer(),
    readingsMost: Type.Integer(),
  }),
  dueOn: nullable(Day),
  /** Languages of these users without a text, with the number of users. */
  languagesMissing: Type.Array(Type.Object({ languageId: language, people: Type.Integer() })),
  /** Languages whose text is older than another language's. */
  languagesOlder: Type.Array(language),
});
export type ManualReadingBudget = Static<typeof ManualReadingBudget>;

const release = Type.Object(
  {
    asks: ManualAsks,
    changeNote: Type.Optional(Texts),
    effectiveOn: Type.Optional(nullable(Day)),
    /** Publishing time; at once by default. */
    publishAt: Type.Optional(nullable(Instant)),
  },
  strict,
);
export const releaseManualVersion = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/versions/{number}/release',
  summary: 'Publish a draft, at once or at a given time',
  who: authors,
  scope: null,
  idempotency: 'required',
  body: release,
  reply: ManualVersion,
  errors: [
    ...textErrors,
    'manual.language_missing',
    'manual.text_empty',
    'manual.audience_empty',
    'manual.due_past',
    'manual.publish_past',
  ],
});
export const previewManualRelease = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/versions/{number}/release/preview',
  summary: 'Reading time that publishing would require; nothing is changed',
  who: authors,
  scope: null,
  body: Type.Object({ asks: ManualAsks }, strict),
  reply: ManualReadingBudget,
  errors: [...manualErrors, 'manual_version.not_found', 'manual.released_is_fixed', ...WORK_ERRORS],
});
export const unscheduleManualVersion = endpoint({
  method: 'DELETE',
  path: '/api/manuals/{id}/versions/{number}/release',
  summary: 'Turn a scheduled version back into a draft',
  who: authors,
  scope: null,
  reply: ManualVersion,
  errors: [...manualErrors, 'manual_version.not_found', 'manual.released_is_fixed'],
});

/** Result of an import. */
export const ManualImport = Type.Object({
  created: Type.Array(
    Type.Object({
      manualId: Id,
      code: Type.String(),
      title: Type.String(),
      words: Type.Integer(),
      images: Type.Integer(),
    }),
  ),
  /** What could not be imported, by file. */
  notes: Type.Array(Type.Object({ file: Type.String(), note: Type.String() })),
});
export type ManualImport = Static<typeof ManualImport>;
export const importManuals = endpoint({
  method: 'POST',
  path: '/api/manuals/import',
  summary:
    'Make manuals of Markdown files (a .zip of a folder, or one .md) or a .docx, as multipart `file`; drafts, nothing is published',
  who: authors,
  scope: null,
  consumes: ['multipart/form-data'],
  bodyLimit: 50 * 1024 * 1024,
  query: Type.Object({ groupId: Id, languageId: Type.Optional(language), together: Type.Optional(Type.Boolean()) }),
  reply: ManualImport,
  status: 201,
  errors: [
    'manual_group.not_found',
    'language.not_found',
    'file.too_large',
    'file.type_refused',
    'file.content_mismatch',
    'file.empty',
    'import.unreadable',
    ...WORK_ERRORS,
    'import.too_big',
  ],
});

/** Sends a reminder now to users who have not read it yet; to each at most once a day. */
export const remindReaders = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/remind',
  summary: 'Send a reminder to users who have not confirmed yet; to each at most once a day',
  who: authors,
  scope: null,
  body: Type.Object(
    { userIds: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 1000 })) },
    strict,
  ),
  reply: Type.Object({ reminded: Type.Integer(), alreadyToday: Type.Integer() }),
  errors: manualErrors,
});

/** Totals of the read report: by manual, user or department. */
export const ManualReportRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  detail: Type.Optional(Type.String()),
  people: Type.Integer(),
  read: Type.Integer(),
  notDue: Type.Integer(),
  overdue: Type.Integer(),
  cancelled: Type.Integer(),
});
export type ManualReportRow = Static<typeof ManualReportRow>;
export const getManualReport = endpoint({
  method: 'GET',
  path: '/api/manuals/report',
  summary: 'Read report: totals by manual, user or department',
  who: viewers,
  scope: null,
  query: Type.Object({
    by: literals('manual', 'person', 'department'),
    manualId: Type.Optional(Id),
    departmentId: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  reply: Type.Object({ total: ManualReportRow, rows: Type.Array(ManualReportRow), count: Type.Integer() }),
  errors: ['manual.not_found', 'department.not_found'],
});

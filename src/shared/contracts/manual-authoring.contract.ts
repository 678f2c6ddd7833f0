import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { WORK_ERRORS } from './errors.ts';
import { Manual, ManualAsks, ManualAttachment, ManualDue, ManualStatus } from './manuals.contract.ts';
import { Day, Id, Instant, literals, Nothing, nullable, Texts, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const authors = ['manualsgroup'] as const;
const seers = ['manualsgroup', 'manualsviewer'] as const;
const language = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 16 });

/** Largest text of one language in characters of html, and the body that carries it. */
export const MANUAL_TEXT_MAX = 4_000_000;
const textBody = 6 * 1024 * 1024;

/** A group of manuals; groups are a tree. */
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

/** Who must read: everybody, or members of groups, departments with those below, companies, tags, persons; less who is excluded. */
export const ManualAudienceRule = Type.Object(
  {
    kind: literals('all', 'group', 'department', 'company', 'tag', 'user'),
    /** Group id, or key of the department, company, tag or person; empty for everybody. */
    ref: Type.String({ maxLength: 64 }),
    excluded: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type ManualAudienceRule = Static<typeof ManualAudienceRule>;

/** A rule with the name of what it means, and how many people it meets. */
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
  /** Reminders so many days before the due day; 0 is the day itself, negative ones after it. */
  remindDays: Type.Array(Type.Integer({ minimum: -365, maximum: 365 }), { maxItems: 10, uniqueItems: true }),
  /** So many days after the due day the reader's manager is told; null: never. */
  escalateDays: nullable(Type.Integer({ minimum: 0, maximum: 365 })),
  requireScroll: Type.Boolean(),
};

/** A manual as its authors see it. */
export const ManualSettings = Type.Object({
  ...Manual.properties,
  groupId: Id,
  fallbackLanguageId: language,
  due: ManualDue,
  remindDays: settings.remindDays,
  escalateDays: settings.escalateDays,
  requireScroll: Type.Boolean(),
  /** Number of the version that is a draft or waits for its time. */
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
  who: seers,
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
  who: seers,
  scope: null,
  reply: ManualSettings,
  errors: manualErrors,
});
export const createManual = endpoint({
  method: 'POST',
  path: '/api/manuals',
  summary: 'Add a manual with an empty draft; the owner is who adds it, unless said',
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
  summary: 'Change its settings; open readings follow the due rule',
  who: authors,
  scope: null,
  body: Type.Object({ ...settings, version: Type.Optional(Type.Integer()) }, strict),
  reply: ManualSettings,
  errors: [...manualErrors, ...saveErrors],
});
export const deleteManual = endpoint({
  method: 'DELETE',
  path: '/api/manuals/{id}',
  summary: 'Remove a manual that was never released; a released one is set inactive instead',
  who: authors,
  scope: null,
  status: 204,
  reply: Nothing,
  errors: [...manualErrors, 'manual.in_use'],
});

export const getManualAudience = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/audience',
  summary: 'Who must read it',
  who: seers,
  scope: null,
  reply: ManualAudience,
  errors: manualErrors,
});
export const saveManualAudience = endpoint({
  method: 'PUT',
  path: '/api/manuals/{id}/audience',
  summary: 'Say who must read it; readings follow. With `preview` nothing is saved',
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
  languages: Type.Array(
    Type.Object({
      languageId: language,
      title: Type.String(),
      words: Type.Integer(),
      updatedAt: Instant,
      attachments: Type.Integer(),
      /** Whether it says the same as in the version before. */
      unchanged: Type.Boolean(),
    }),
  ),
  /** How many must read, have read, have cancelled. */
  readings: Type.Object({ pending: Type.Integer(), read: Type.Integer(), cancelled: Type.Integer() }),
  version: Type.Integer(),
});
export type ManualVersion = Static<typeof ManualVersion>;

export const listManualVersions = endpoint({
  method: 'GET',
  path: '/api/manuals/{id}/versions',
  summary: 'Versions, the newest first',
  who: seers,
  scope: null,
  reply: Type.Array(ManualVersion),
  errors: manualErrors,
});
export const createManualVersion = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/versions',
  summary: 'Begin a draft as a copy of the released version, with its texts and attachments',
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

/** A text as it is edited: one html, clean, whose blocks have ids. */
export const ManualDraftText = Type.Object({
  languageId: language,
  title: Type.String(),
  html: Type.String(),
  sha256: Type.String(),
  words: Type.Integer(),
  attachments: Type.Array(ManualAttachment),
  /** What saving took out of what was sent, in words for the author. */
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
  summary: 'The text of a version as authors see it',
  who: seers,
  scope: null,
  reply: ManualDraftText,
  errors: [...textErrors, 'manual_text.not_found'],
});
export const saveManualDraftText = endpoint({
  method: 'PUT',
  path: '/api/manuals/{id}/versions/{number}/texts/{languageId}',
  summary: 'Save the text of a draft; the html is cleaned, blocks without an id get one',
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
  summary: 'Add a picture for its texts, as multipart `file`; PNG, JPEG, GIF or WebP, at most 10 MB',
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
  summary: 'Say whether it must be opened before confirming, and where it stands',
  who: authors,
  scope: null,
  body: Type.Object({ required: Type.Boolean(), position: Type.Optional(Type.Integer({ minimum: 0 })) }, strict),
  reply: ManualAttachment,
  errors: ['file.not_found', 'manual.released_is_fixed'],
});
export const deleteManualAttachment = endpoint({
  method: 'DELETE',
  path: '/api/manuals/attachments/{id}',
  summary: 'Take a file off a draft',
  who: authors,
  scope: null,
  status: 204,
  reply: Nothing,
  errors: ['file.not_found', 'manual.released_is_fixed'],
});

/** What publishing would ask of people (BEY-14). */
export const ManualReadingBudget = Type.Object({
  people: Type.Integer(),
  /** Minutes that it adds: for who reads everything, and for who reads the changes only. */
  minutesFull: Type.Integer(),
  minutesChanges: Type.Integer(),
  full: Type.Integer(),
  changes: Type.Integer(),
  nothing: Type.Integer(),
  /** What these people owe already, in minutes and readings. */
  alreadyDue: Type.Object({
    minutesMedian: Type.Integer(),
    minutesMost: Type.Integer(),
    readingsMedian: Type.Integer(),
    readingsMost: Type.Integer(),
  }),
  dueOn: nullable(Day),
  /** Languages of these people in which there is no text, with how many people each. */
  languagesMissing: Type.Array(Type.Object({ languageId: language, people: Type.Integer() })),
  /** Languages whose text is older than another's. */
  languagesOlder: Type.Array(language),
});
export type ManualReadingBudget = Static<typeof ManualReadingBudget>;

const release = Type.Object(
  {
    asks: ManualAsks,
    changeNote: Type.Optional(Texts),
    effectiveOn: Type.Optional(nullable(Day)),
    /** Publish then; without it at once. */
    publishAt: Type.Optional(nullable(Instant)),
  },
  strict,
);
export const releaseManualVersion = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/versions/{number}/release',
  summary: 'Publish a draft, at once or at a time',
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
  summary: 'What publishing would ask of people; nothing is changed',
  who: authors,
  scope: null,
  body: Type.Object({ asks: ManualAsks }, strict),
  reply: ManualReadingBudget,
  errors: [...manualErrors, 'manual_version.not_found', 'manual.released_is_fixed', ...WORK_ERRORS],
});
export const unscheduleManualVersion = endpoint({
  method: 'DELETE',
  path: '/api/manuals/{id}/versions/{number}/release',
  summary: 'Make a version that waits for its time a draft again',
  who: authors,
  scope: null,
  reply: ManualVersion,
  errors: [...manualErrors, 'manual_version.not_found', 'manual.released_is_fixed'],
});

/** What an import became. */
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
  /** What could not be carried over, by file. */
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

/** Tags by which people, and later other things, are marked. */
export const Tag = Type.Object({ id: Id, name: Type.String(), color: nullable(Type.String()), people: Type.Integer() });
export type Tag = Static<typeof Tag>;
export const listTags = endpoint({
  method: 'GET',
  path: '/api/identity/tags',
  summary: 'Tags with how many people have each',
  who: ['admin', 'manualsgroup', 'manualsviewer'],
  scope: null,
  reply: Type.Array(Tag),
});

export const putUserTags = endpoint({
  method: 'PUT',
  path: '/api/identity/users/{userId}/tags',
  summary: 'Give a person these tags and no others, by name; a new name becomes a tag',
  who: ['admin'],
  scope: null,
  body: Type.Object(
    { tags: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 50, uniqueItems: true }) },
    strict,
  ),
  reply: Type.Array(Tag),
  errors: ['user.not_found'],
});

/** Reminds those who have not read it yet, now; each at most once a day. */
export const remindReaders = endpoint({
  method: 'POST',
  path: '/api/manuals/{id}/remind',
  summary: 'Mail those who have not confirmed yet; each at most once a day',
  who: authors,
  scope: null,
  body: Type.Object(
    { userIds: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 1000 })) },
    strict,
  ),
  reply: Type.Object({ reminded: Type.Integer(), alreadyToday: Type.Integer() }),
  errors: manualErrors,
});

/** Sums of the read report: by manual, person or department. */
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
  summary: 'Who has read and who has not: sums by manual, person or department',
  who: seers,
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

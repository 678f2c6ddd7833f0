import { type Static, type TSchema, Type } from 'typebox';
import { ADMINISTRATION_SCOPES } from './element-scopes.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, literals, Nothing, nullable, page, Texts, UserRef } from './shapes.contract.ts';

/** An object of the reference data to which a user belongs. */
const Ref = Type.Object({ id: Id, name: Type.String() });

const UserStatus = Type.Union([
  Type.Literal('invited'),
  Type.Literal('active'),
  Type.Literal('disabled'),
  Type.Literal('erased'),
]);

export const User = Type.Object({
  ...UserRef.properties,
  avatar: nullable(Type.String()),
  email: nullable(Type.String()),
  /** New address awaiting confirmation. */
  pendingEmail: nullable(Type.String()),
  phoneNumber: nullable(Type.String()),
  languageId: Type.String(),
  tenantId: Type.String(),
  groups: Type.Array(Type.String()),
  status: UserStatus,
  company: nullable(Ref),
  department: nullable(Ref),
  jobTitle: nullable(Type.String()),
  managers: Type.Array(UserRef),
  links: Type.Array(Type.String()),
  /** Present if a directory keeps the user: name, contact data and place in the organisation are changed there. */
  managedBy: Type.Optional(Type.Literal('directory')),
  version: Type.Integer(),
});
export type User = Static<typeof User>;

const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/**
 * Body of PUT: a User, in which fields that the caller cannot change are omitted or unchanged. A missing name, email or
 * languageId is refused with the same codes as an empty text.
 */
export const UserChange = Type.Object(
  {
    id: Type.Optional(Type.String()),
    key: Type.Optional(Type.String()),
    name: optional(Type.String()),
    /** Users change their own address by POST /api/identity/email-change; here it must be unchanged. */
    email: optional(Type.String()),
    pendingEmail: optional(Type.String()),
    phoneNumber: optional(Type.String()),
    languageId: optional(Type.String()),
    tenantId: Type.Optional(Type.String()),
    /** Null removes the picture; a new one is sent to `…/avatar`. */
    avatar: optional(Type.String()),
    groups: Type.Optional(Type.Array(Type.String(), { maxItems: 500 })),
    status: Type.Optional(UserStatus),
    company: optional(Ref),
    department: optional(Ref),
    jobTitle: optional(Type.String()),
    managers: Type.Optional(Type.Array(UserRef)),
    links: Type.Optional(Type.Array(Type.String())),
    /** Accepted so that a response can be sent back; has no effect. */
    managedBy: Type.Optional(Type.Literal('directory')),
    /** Used as If-Match if the header is not sent. */
    version: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);
export type UserChange = Static<typeof UserChange>;

/** Unknown properties of settings are refused, as everywhere. `theme.dark` null follows the system. */
export const UiSettings = Type.Object({
  dense: Type.Boolean(),
  navbar: Type.Object({ show: Type.Boolean(), dense: Type.Boolean(), logo: Type.Boolean() }),
  fullscreen: Type.Boolean(),
  settingsPanel: Type.Boolean(),
  footer: Type.Boolean(),
  theme: Type.Object({ index: Type.Integer({ minimum: 0, maximum: 20 }), dark: nullable(Type.Boolean()) }),
});
export type UiSettings = Static<typeof UiSettings>;

const strict = { additionalProperties: false } as const;
/** Omitted members stay unchanged. */
export const UiSettingsChange = Type.Object(
  {
    dense: Type.Optional(Type.Boolean()),
    navbar: Type.Optional(
      Type.Object(
        {
          show: Type.Optional(Type.Boolean()),
          dense: Type.Optional(Type.Boolean()),
          logo: Type.Optional(Type.Boolean()),
        },
        strict,
      ),
    ),
    fullscreen: Type.Optional(Type.Boolean()),
    settingsPanel: Type.Optional(Type.Boolean()),
    footer: Type.Optional(Type.Boolean()),
    theme: Type.Optional(
      Type.Object(
        {
          index: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
          dark: Type.Optional(nullable(Type.Boolean())),
        },
        strict,
      ),
    ),
  },
  strict,
);
export type UiSettingsChange = Static<typeof UiSettingsChange>;

/** The shipped language of texts that lack a translation. */
const fallback = literals('en', 'et', 'ru', 'zh');

/** A language that the provider added: its texts come from the server. */
const AddedLanguage = Type.Object({
  languageId: Type.String(),
  name: Type.String(),
  /** BCP 47, for dates, numbers, order and plural forms: `lv-LV`. */
  locale: Type.String(),
  fallback,
});
export type AddedLanguage = Static<typeof AddedLanguage>;

const TenantRef = Type.Object({ tenantId: Type.String(), name: Type.String() });

export const Session = Type.Object({
  user: User,
  tenant: Type.Object({
    tenantId: Type.String(),
    name: Type.String(),
    timeZone: Type.String(),
    languageId: Type.String(),
    today: Day,
    logo: nullable(Type.String()),
    /** An external help centre, linked in addition to the product's help (LAY-03). */
    helpUrl: nullable(Type.String()),
    /**
     * Files below /i18n with texts that replace the product's; later ones take precedence. Empty if the organisation
     * has none.
     */
    texts: Type.Array(Type.String()),
    /** Languages without a release that the organisation offers; absent without any. */
    languages: Type.Optional(Type.Array(AddedLanguage)),
  }),
  /** Every organisation of the account; another one is selected by the header Verva-Tenant. */
  tenants: Type.Array(TenantRef),
  /** Names of the groups used in permission checks. `admin` and `verva.admin` pass every check (ROLE-02). */
  permissions: Type.Array(Type.String()),
  /** Scopes of an element token; null: everything. */
  scopes: nullable(Type.Array(Type.String())),
  ui: UiSettings,
  /** `manuals.readOnly`: an element whose client cannot confirm manuals. */
  features: Type.Array(Type.String()),
  /** Users for whom the caller acts today, each with the last day. */
  standsFor: Type.Array(Type.Object({ user: UserRef, until: Day })),
  /** The caller's delegate today. */
  replacedBy: nullable(Type.Object({ user: UserRef, until: Day })),
  serverTime: Instant,
});
export type Session = Static<typeof Session>;

export const MenuItem = Type.Object(
  {
    id: Id,
    path: Type.String(),
    icon: nullable(Type.String()),
    title: Texts,
    meta: Type.Object({
      page: Type.Optional(Type.String()),
      params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      title: Type.Optional(Type.String()),
      groups: Type.Optional(Type.Array(Type.String())),
      hidden: Type.Optional(Type.Boolean()),
      /** Hidden from mobile menus; its address still works. */
      desktopOnly: Type.Optional(Type.Boolean()),
      tabGroup: Type.Optional(Type.String()),
    }),
    parentId: nullable(Id),
    priority: Type.Integer(),
    // Menus can have any depth; the children have the same shape.
    children: Type.Array(Type.Unknown()),
    version: Type.Integer(),
  },
  { description: 'A menu entry; `children` are entries of the same shape' },
);
export interface MenuItem extends Omit<Static<typeof MenuItem>, 'children'> {
  children: MenuItem[];
}

export const Language = Type.Object({
  ...AddedLanguage.properties,
  enabled: Type.Boolean(),
  version: Type.Integer(),
});
export type Language = Static<typeof Language>;

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'The signed-in user, their organisation and permissions',
  who: 'any',
  scope: 'session',
  reply: Session,
  errors: ['tenant.choice_required'],
});

export const putUiSettings = endpoint({
  method: 'PUT',
  path: '/api/session/ui',
  summary: "Change the caller's interface settings; omitted members stay unchanged",
  who: 'any',
  scope: 'session',
  body: UiSettingsChange,
  reply: UiSettings,
});

/** The user and administrators receive a User; all others the fields of a UserRef. */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}',
  summary: 'One user, by `me`, username or key',
  who: 'any',
  scope: 'session',
  reply: Type.Union([User, UserRef]),
  errors: ['user.not_found'],
});

/**
 * Users can change their own name, phoneNumber and languageId, and remove the picture. Administrators can also change
 * groups and jobTitle of any user, and the e-mail address of others.
 */
export const putUser = endpoint({
  method: 'PUT',
  path: '/api/identity/users/{userId}',
  summary: 'Change a user; accepts the result of GET, with If-Match or its version',
  who: 'any',
  scope: 'people',
  recent: 'administrators',
  body: UserChange,
  reply: User,
  errors: ['user.not_found', 'user.invalid', 'user.email_taken', 'edit.conflict'],
});

/** `v` is part of the address in a User or UserRef; with it the response can be cached. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/avatar',
  summary: 'The picture of a user; 404 if there is none',
  who: 'any',
  scope: 'session',
  query: Type.Object({ v: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: Type.Unknown({ description: 'The image' }),
  produces: 'image/*',
  errors: ['user.not_found', 'file.not_found'],
});

/**
 * The content decides, not the file name: a still PNG, JPEG or WebP, at most 1024 pixels wide and high. Metadata is
 * removed.
 */
export const putAvatar = endpoint({
  method: 'PUT',
  path: '/api/identity/users/{userId}/avatar',
  summary: "Upload the caller's picture, as the body itself",
  who: 'any',
  scope: null,
  consumes: ['image/png', 'image/jpeg', 'image/webp'],
  body: Type.Unsafe<Blob>({ type: 'string', format: 'binary', description: 'The image' }),
  reply: Nothing,
  status: 204,
  bodyLimit: 1_048_576,
  errors: ['user.not_found', 'file.type_refused', 'file.content_mismatch', 'file.picture_size'],
});

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/api/identity/users/{userId}/avatar',
  summary: "Remove the caller's picture; users without one have initials",
  who: 'any',
  scope: null,
  reply: Nothing,
  status: 204,
  errors: ['user.not_found'],
});

/**
 * People to choose from: active users of the caller's organisation, by name. At most twenty. `ids` (keys, `a,b`, at
 * most 200) requests exactly those, including inactive users, so that selected values can be shown.
 */
export const findPeople = endpoint({
  method: 'GET',
  path: '/api/identity/users',
  summary: 'Users whose name, username or e-mail address starts with `q`',
  who: 'any',
  scope: ['inbox', 'delegation', 'task', 'records', 'start', ...ADMINISTRATION_SCOPES],
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 100 })),
    ids: Type.Optional(Type.String({ maxLength: 12_000 })),
  }),
  reply: page(UserRef),
  errors: ['filter.bad_value'],
});

export const getTenantLogo = endpoint({
  method: 'GET',
  path: '/api/public/tenants/{tenantId}/logo',
  summary: "The organisation's logo; 404 if there is none. `v` is its version",
  who: 'public',
  scope: null,
  query: Type.Object({ v: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: Type.Unknown({ description: 'The image' }),
  produces: 'image/*',
  errors: ['tenant.not_found'],
});

export const getMyMenus = endpoint({
  method: 'GET',
  path: '/api/menus/mine',
  summary: 'The menu entries visible to the caller, as a tree, by priority',
  who: 'any',
  scope: null,
  reply: Type.Array(MenuItem),
});

export const getLanguages = endpoint({
  method: 'GET',
  path: '/api/i18n/languages',
  summary: 'The languages of the organisation',
  who: 'any',
  scope: 'session',
  reply: Type.Array(Language),
});

const languageFields = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
  locale: Type.Optional(Type.String({ maxLength: 35 })),
  fallback: Type.Optional(fallback),
  enabled: Type.Optional(Type.Boolean()),
};

/** Texts of a language of the organisation `verva` apply to all organisations that have the language. */
export const createLanguage = endpoint({
  method: 'POST',
  path: '/api/i18n/languages',
  summary: 'Add a language; without a name and a locale, those that browsers know are used',
  who: 'provider',
  scope: null,
  status: 201,
  body: Type.Object({ languageId: Type.Optional(Type.String({ maxLength: 20 })), ...languageFields }, strict),
  reply: Language,
  errors: ['request.missing_parameter', 'language.id_taken', 'language.unknown'],
});

/** Accepts the result of GET; a member that is absent stays. Of a shipped language only `enabled` can be changed. */
export const updateLanguage = endpoint({
  method: 'PUT',
  path: '/api/i18n/languages/{languageId}',
  summary: 'Change a language, offer it to users or stop offering it',
  who: 'provider',
  scope: null,
  body: Type.Object(
    {
      languageId: Type.Optional(Type.String({ maxLength: 20 })),
      ...languageFields,
      version: Type.Optional(Type.Integer()),
    },
    strict,
  ),
  reply: Language,
  errors: [
    'request.missing_parameter',
    'language.not_found',
    'language.unknown',
    'language.in_use',
    'language.is_shipped',
    'edit.conflict',
  ],
});

/**
 * `{file}` is `<tenant>-<language>.json`; changes of the tenant `verva` apply to all. Plain texts are strings, messages
 * with arguments are parsed by the ICU MessageFormat parser, which browsers do not have.
 */
export const getTranslationFile = endpoint({
  method: 'GET',
  path: '/i18n/{file}',
  summary:
    "Texts by key: all of the product (verva-en.json), with `only=own` those that the provider changed or translated, or an organisation's own (acme-en.json)",
  who: 'public',
  scope: null,
  query: Type.Object({ only: Type.Optional(literals('own')), v: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: Type.Record(Type.String(), Type.Unknown()),
});

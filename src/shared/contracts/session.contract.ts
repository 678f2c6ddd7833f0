import { type Static, type TSchema, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, Nothing, nullable, page, Texts, UserRef } from './shapes.contract.ts';

/** A thing of the reference data that a person belongs to. */
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
  /** Another address that waits for its confirmation. */
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
  version: Type.Integer(),
});
export type User = Static<typeof User>;

const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/**
 * What PUT takes: a User, in which what the caller may not change is left out or stands as it was. What is missing of
 * name, email and languageId is answered by the same codes as an empty text.
 */
export const UserChange = Type.Object(
  {
    id: Type.Optional(Type.String()),
    key: Type.Optional(Type.String()),
    name: optional(Type.String()),
    /** One's own changes by POST /api/identity/email-change; here it stands as it was. */
    email: optional(Type.String()),
    pendingEmail: optional(Type.String()),
    phoneNumber: optional(Type.String()),
    languageId: optional(Type.String()),
    tenantId: Type.Optional(Type.String()),
    /** Null takes the picture away; a new one is sent to `…/avatar`. */
    avatar: optional(Type.String()),
    groups: Type.Optional(Type.Array(Type.String(), { maxItems: 500 })),
    status: Type.Optional(UserStatus),
    company: optional(Ref),
    department: optional(Ref),
    jobTitle: optional(Type.String()),
    managers: Type.Optional(Type.Array(UserRef)),
    links: Type.Optional(Type.Array(Type.String())),
    /** Taken as If-Match where that is not sent. */
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
/** What is not named stays as it is. */
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
    helpUrl: Type.String(),
    /** Files below /i18n with texts that stand for the product's, the later ones before the earlier; none: it has none of its own. */
    texts: Type.Array(Type.String()),
  }),
  /** Every organisation in which the same account is known; another one is chosen by the header Verva-Tenant. */
  tenants: Type.Array(TenantRef),
  /** Names of the groups that checks ask for. `admin` and `verva.admin` pass every check (ROLE-02). */
  permissions: Type.Array(Type.String()),
  /** Of an element token; null: everything. */
  scopes: nullable(Type.Array(Type.String())),
  ui: UiSettings,
  /** `manuals.readOnly`: an element whose client may not confirm manuals. */
  features: Type.Array(Type.String()),
  /** Whose tasks the caller does besides today, each until a last day. */
  standsFor: Type.Array(Type.Object({ user: UserRef, until: Day })),
  /** Who does the caller's tasks besides today. */
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
      /** In no menu of a phone; its address leads there all the same. */
      desktopOnly: Type.Optional(Type.Boolean()),
      tabGroup: Type.Optional(Type.String()),
    }),
    parentId: nullable(Id),
    priority: Type.Integer(),
    // A menu has no set depth; the children have this same shape.
    children: Type.Array(Type.Unknown()),
    version: Type.Integer(),
  },
  { description: 'A menu entry; `children` are entries of the same shape' },
);
export interface MenuItem extends Omit<Static<typeof MenuItem>, 'children'> {
  children: MenuItem[];
}

export const Language = Type.Object({
  languageId: Type.String(),
  name: Type.String(),
  locale: Type.String(),
  enabled: Type.Boolean(),
  version: Type.Integer(),
});
export type Language = Static<typeof Language>;

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in, in which organisation, and what they may do',
  who: 'any',
  scope: 'session',
  reply: Session,
  errors: ['tenant.choice_required'],
});

export const putUiSettings = endpoint({
  method: 'PUT',
  path: '/api/session/ui',
  summary: 'Change how the interface looks for the caller; what is not named stays',
  who: 'any',
  scope: 'session',
  body: UiSettingsChange,
  reply: UiSettings,
});

/** Oneself and administrators get a User; everybody else the fields of a UserRef. */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}',
  summary: 'One person, by `me`, username or key',
  who: 'any',
  scope: 'session',
  reply: Type.Union([User, UserRef]),
  errors: ['user.not_found'],
});

/** Oneself: name, phoneNumber, languageId, and taking the picture away. Administrators besides: groups and jobTitle, of anybody, and the email of others. */
export const putUser = endpoint({
  method: 'PUT',
  path: '/api/identity/users/{userId}',
  summary: 'Change a person; takes what GET gives, with If-Match or its version',
  who: 'any',
  scope: null,
  body: UserChange,
  reply: User,
  errors: ['user.not_found', 'user.invalid', 'user.email_taken', 'edit.conflict'],
});

/** `v` is part of the address that a User or UserRef names; with it the answer may be kept. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/avatar',
  summary: "A person's picture; 404 when they have none",
  who: 'any',
  scope: 'session',
  query: Type.Object({ v: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: Type.Unknown({ description: 'The image' }),
  produces: 'image/*',
  errors: ['user.not_found', 'file.not_found'],
});

/** The content decides, not what it is called: a still PNG, JPEG or WebP, 1024 pixels wide and high at most. What is no picture in it is left out. */
export const putAvatar = endpoint({
  method: 'PUT',
  path: '/api/identity/users/{userId}/avatar',
  summary: 'Send the own picture, as the body itself',
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
  summary: 'Take the own picture away; a person without one has initials',
  who: 'any',
  scope: null,
  reply: Nothing,
  status: 204,
  errors: ['user.not_found'],
});

/**
 * People to choose from: of the caller's organisation, active, by name. Twenty at most. `ids` (keys, `a,b`, 200 at most)
 * asks for those very ones, also when they are no longer active, so that who was chosen is shown.
 */
export const findPeople = endpoint({
  method: 'GET',
  path: '/api/identity/users',
  summary: 'People whose name, username or mail address begins with `q`',
  who: 'any',
  scope: ['inbox', 'delegation', 'task', 'records'],
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
  summary: "The organisation's logo; 404 when it has none",
  who: 'public',
  scope: null,
  reply: Type.Unknown({ description: 'The image' }),
  produces: 'image/*',
  errors: ['tenant.not_found'],
});

export const getMyMenus = endpoint({
  method: 'GET',
  path: '/api/menus/mine',
  summary: 'The menu entries that the caller may see, as a tree, by priority',
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

/**
 * `{file}` is `<tenant>-<language>.json`; what the tenant `verva` changed holds for all. Words alone are text, a message
 * with arguments is what the parser of ICU MessageFormat makes of it: browsers have none.
 */
export const getTranslationFile = endpoint({
  method: 'GET',
  path: '/i18n/{file}',
  summary: 'Texts by key: the product (verva-en.json) or what an organisation changed (acme-en.json)',
  who: 'public',
  scope: null,
  reply: Type.Record(Type.String(), Type.Unknown()),
});

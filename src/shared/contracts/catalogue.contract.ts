import { type Static, Type } from 'typebox';
import { Attachment } from './attachments.contract.ts';
import { endpoint } from './endpoint.ts';
import { FormBody } from './forms.contract.ts';
import { PROCESS_ICONS } from './process-icons.ts';
import { Id, Instant, literals, Nothing, nullable, Texts, texts, Values } from './shapes.contract.ts';
import { CarriedOver, Draft, Unread } from './tasks.contract.ts';

const strict = { additionalProperties: false } as const;
const user = { who: 'any', scope: 'start' } as const;
const provider = { who: 'provider', scope: null } as const;

/** Maximum number of items in one organisation: all permitted ones are one response. */
export const CATALOGUE_ITEMS_MAX = 1000;
/** Maximum number of categories in one organisation. */
export const CATALOGUE_CATEGORIES_MAX = 100;
/** The usual duration is stated only after this many finished cases. */
export const USUAL_DURATION_CASES = 20;
/** Maximum number of managed users that the start form offers. */
export const START_FOR_MAX = 200;

/** What an item starts: a case with its record, a process, or a new record; or the address that it opens. */
const ITEM_KINDS = ['case', 'process', 'record', 'link'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Why users cannot start an item; only administrators see such items. */
const BLOCKED_REASONS = ['inactive', 'process_missing', 'suspended', 'form_missing', 'registry_missing'] as const;
export type BlockedReason = (typeof BLOCKED_REASONS)[number];

/** An item as users find it, in the reader's language. */
export const CatalogueEntry = Type.Object({
  id: Type.String(),
  category: nullable(Type.String()),
  kind: literals(...ITEM_KINDS),
  /** What it starts: the id of a kind of case or registry, the key of a process; null for a link. */
  target: nullable(Type.String()),
  title: Type.String(),
  description: Type.String(),
  icon: nullable(Type.String()),
  keywords: Type.Array(Type.String()),
  /** Titles, descriptions and keywords in other languages, for the search. */
  otherTexts: Type.Array(Type.String()),
  /** Of a link, or of the form for a new record. */
  address: nullable(Type.String()),
  isFavourite: Type.Boolean(),
  lastStarted: nullable(Instant),
  /** Last change of the reader's draft. */
  draft: nullable(Instant),
  /** Median duration of the last finished cases in hours; null with too few of them. */
  usualHours: nullable(Type.Integer()),
  blocked: nullable(literals(...BLOCKED_REASONS)),
});
export type CatalogueEntry = Static<typeof CatalogueEntry>;

const Catalogue = Type.Object({
  categories: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), icon: nullable(Type.String()) })),
  items: Type.Array(CatalogueEntry),
});
export type Catalogue = Static<typeof Catalogue>;

/** Supports `If-None-Match`. */
export const getCatalogue = endpoint({
  method: 'GET',
  path: '/api/catalogue',
  summary: 'Everything that the caller may start, by category',
  ...user,
  reply: Catalogue,
});

export const addFavourite = endpoint({
  method: 'PUT',
  path: '/api/catalogue/{id}/favourite',
  summary: 'Mark an item as a favourite of the caller',
  ...user,
  status: 204,
  reply: Nothing,
  errors: ['catalogue.item_not_found'],
});

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/catalogue/{id}/favourite',
  summary: 'Remove an item from the favourites of the caller',
  ...user,
  status: 204,
  reply: Nothing,
  errors: ['catalogue.item_not_found'],
});

/** Data for showing the start form of an item. */
const StartForm = Type.Object({
  item: Type.Object({
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    icon: nullable(Type.String()),
  }),
  formId: nullable(Type.String()),
  /** Published version. */
  number: nullable(Type.Integer()),
  /** Null: the item has no form, and a subject can be given. */
  body: nullable(FormBody),
  /** Initial values. */
  values: Values,
  draft: nullable(Draft),
  /** The draft belonged to another version: its answers have been carried over, with these differences. */
  carriedOver: Type.Optional(Type.Array(CarriedOver)),
  /** Files of the draft. */
  files: Type.Array(Attachment),
  /** Maximum file size in bytes. */
  fileLimit: Type.Integer(),
  /** Names of the first tasks, in the order of the model. */
  next: Type.Array(Type.String()),
  /** The caller may start it on behalf of every user of the organisation. */
  startsForAll: Type.Boolean(),
  /** Users whom the caller manages, on whose behalf it can be started. */
  startsFor: Type.Array(Type.Object({ id: Id, name: Type.String() })),
});
export type StartForm = Static<typeof StartForm>;

export const getStartForm = endpoint({
  method: 'GET',
  path: '/api/catalogue/{id}/form',
  summary: 'The start form of an item, with the caller’s draft',
  ...user,
  reply: StartForm,
  errors: ['catalogue.item_not_found', 'process.suspended', 'form.not_published'],
});

/** Saves a draft. `rev` is that of the draft that was shown, 0 for none; 409 returns the newer one as `theirs`. */
export const putStartDraft = endpoint({
  method: 'PUT',
  path: '/api/catalogue/{id}/draft',
  summary: "Save the caller's draft of a start form",
  ...user,
  body: Type.Object(
    {
      rev: Type.Integer({ minimum: 0 }),
      base: Values,
      values: Values,
      unread: Type.Optional(Unread),
      /** Form version of the input; the published one by default. */
      formVersion: Type.Optional(nullable(Type.Integer())),
    },
    strict,
  ),
  reply: Draft,
  errors: ['catalogue.item_not_found', 'process.suspended', 'form.not_published', 'draft.conflict'],
});

export const deleteStartDraft = endpoint({
  method: 'DELETE',
  path: '/api/catalogue/{id}/draft',
  summary: "Discard the caller's draft of a start form with its files",
  ...user,
  status: 204,
  reply: Nothing,
  errors: ['catalogue.item_not_found'],
});

const Started = Type.Object({
  instanceId: Id,
  number: Type.String(),
  title: Type.String(),
  /** The record of the case, if its kind has a registry. */
  record: nullable(Type.Object({ resource: Type.String(), id: Id, number: Type.String() })),
  /** A task of the case that the caller may complete. */
  firstTask: nullable(Id),
  /** Open tasks, with the user or group who has each. */
  next: Type.Array(Type.Object({ name: Type.String(), holder: nullable(Type.String()) })),
});
export type Started = Static<typeof Started>;

const startBody = Type.Object(
  {
    variables: Type.Optional(Values),
    /** Form version that was filled in; refused with form.version_changed if another one has been published. */
    formVersion: Type.Optional(nullable(Type.Integer())),
    /** What it is about, for an item without a form. */
    subject: Type.Optional(Type.String({ maxLength: 200 })),
    /** Username or key of the user on whose behalf it is started; the caller by default. */
    for: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  strict,
);
const startErrors = [
  'catalogue.item_not_found',
  'catalogue.for_refused',
  'process.suspended',
  'process.variables_not_allowed',
  'process.runs_away',
  'process.variables_too_large',
  'form.invalid',
  'form.not_published',
  'form.version_changed',
] as const;

export const startItem = endpoint({
  method: 'POST',
  path: '/api/catalogue/{id}/start',
  summary: 'Start an item with the values of its form: exactly once for each idempotency key',
  ...user,
  status: 201,
  idempotency: 'required',
  body: startBody,
  reply: Started,
  errors: startErrors,
});

/** Starts the first item of the catalogue for this kind that the caller may start. */
export const startCase = endpoint({
  method: 'POST',
  path: '/api/cases/{caseTypeId}',
  summary: 'Start a case of a kind: exactly once for each idempotency key',
  ...user,
  status: 201,
  idempotency: 'required',
  body: startBody,
  reply: Started,
  errors: startErrors,
});

const Slug = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$', maxLength: 64 });
const icon = nullable(literals(...PROCESS_ICONS));
const position = Type.Integer({ minimum: 0, maximum: 10_000 });
const groups = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, uniqueItems: true });

export const CatalogueCategory = Type.Object({
  id: Type.String(),
  title: Texts,
  icon: nullable(Type.String()),
  position: Type.Integer(),
  version: Type.Integer(),
});
export type CatalogueCategory = Static<typeof CatalogueCategory>;

const categoryFields = { title: texts(100), icon: Type.Optional(icon), position: Type.Optional(position) };

export const listCatalogueCategories = endpoint({
  method: 'GET',
  path: '/api/catalogue/categories',
  summary: 'Categories of the catalogue, in their order',
  ...provider,
  reply: Type.Array(CatalogueCategory),
});

export const createCatalogueCategory = endpoint({
  method: 'POST',
  path: '/api/catalogue/categories',
  summary: 'Create a category',
  ...provider,
  status: 201,
  body: Type.Object({ id: Type.Optional(Slug), ...categoryFields }, strict),
  reply: CatalogueCategory,
  errors: ['request.missing_parameter', 'catalogue.id_taken', 'catalogue.invalid', 'catalogue.full'],
});

/** Accepts the result of GET; the id does not change. */
export const updateCatalogueCategory = endpoint({
  method: 'PUT',
  path: '/api/catalogue/categories/{id}',
  summary: 'Change a category',
  ...provider,
  body: Type.Object(
    { id: Type.Optional(Type.String()), ...categoryFields, version: Type.Optional(Type.Integer()) },
    strict,
  ),
  reply: CatalogueCategory,
  errors: ['catalogue.category_not_found', 'catalogue.invalid', 'edit.conflict'],
});

export const deleteCatalogueCategory = endpoint({
  method: 'DELETE',
  path: '/api/catalogue/categories/{id}',
  summary: 'Delete a category; refused while it has items',
  ...provider,
  status: 204,
  reply: Nothing,
  errors: ['catalogue.category_not_found', 'catalogue.category_in_use', 'edit.conflict'],
});

/** An item as the provider edits it. */
export const CatalogueItem = Type.Object({
  id: Type.String(),
  category: nullable(Type.String()),
  kind: literals(...ITEM_KINDS),
  /** Id of the kind of case or registry, key of the process, or address of the link: `https:`, or a path of the application. */
  target: Type.String(),
  /** Empty: the name of the process. */
  title: Texts,
  description: Texts,
  /** By language, separated by commas. `*` offers the item when a search finds nothing. */
  keywords: Texts,
  icon: nullable(Type.String()),
  position: Type.Integer(),
  /** Groups whose members see the item; none: all users. */
  groups: Type.Array(Type.String()),
  /** Groups whose members may start it on behalf of other users. */
  startForGroups: Type.Array(Type.String()),
  /** Number series of its cases; null: that of the kind of case, otherwise the series `requests`. */
  numberSeries: nullable(Type.String()),
  active: Type.Boolean(),
  blocked: nullable(literals(...BLOCKED_REASONS)),
  version: Type.Integer(),
});
export type CatalogueItem = Static<typeof CatalogueItem>;

const itemFields = {
  category: Type.Optional(nullable(Slug)),
  kind: literals(...ITEM_KINDS),
  target: Type.String({ minLength: 1, maxLength: 2000 }),
  title: Type.Optional(texts(100)),
  description: Type.Optional(texts(500)),
  keywords: Type.Optional(texts(500)),
  icon: Type.Optional(icon),
  position: Type.Optional(position),
  groups: Type.Optional(groups),
  startForGroups: Type.Optional(groups),
  numberSeries: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  active: Type.Optional(Type.Boolean()),
};

export const listCatalogueItems = endpoint({
  method: 'GET',
  path: '/api/catalogue/items',
  summary: 'All items of the catalogue, in their order',
  ...provider,
  reply: Type.Array(CatalogueItem),
});

export const createCatalogueItem = endpoint({
  method: 'POST',
  path: '/api/catalogue/items',
  summary: 'Add an item to the catalogue',
  ...provider,
  status: 201,
  body: Type.Object({ id: Type.Optional(Slug), ...itemFields }, strict),
  reply: CatalogueItem,
  errors: ['request.missing_parameter', 'catalogue.id_taken', 'catalogue.invalid', 'catalogue.full'],
});

/** Accepts the result of GET; the id does not change, and fields that are not sent stay. */
export const updateCatalogueItem = endpoint({
  method: 'PUT',
  path: '/api/catalogue/items/{id}',
  summary: 'Change an item of the catalogue',
  ...provider,
  body: Type.Object(
    {
      id: Type.Optional(Type.String()),
      ...itemFields,
      blocked: Type.Optional(nullable(Type.String())),
      version: Type.Optional(Type.Integer()),
    },
    strict,
  ),
  reply: CatalogueItem,
  errors: ['catalogue.item_not_found', 'catalogue.invalid', 'edit.conflict'],
});

export const deleteCatalogueItem = endpoint({
  method: 'DELETE',
  path: '/api/catalogue/items/{id}',
  summary: 'Delete an item of the catalogue; its cases stay',
  ...provider,
  status: 204,
  reply: Nothing,
  errors: ['catalogue.item_not_found', 'edit.conflict'],
});

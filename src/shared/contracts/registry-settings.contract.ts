import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { PROCESS_ICONS } from './process-icons.ts';
import { REGISTRY_COLUMNS_MAX, REGISTRY_STATUSES_MAX, RETENTION_MONTHS_MAX } from './registry.rules.ts';
import { literals, Nothing, nullable, texts } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const provider = { who: 'provider', scope: null } as const;

const FieldKey = Type.String({ minLength: 1, maxLength: 64 });
const StatusId = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' });
const GroupIds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50, uniqueItems: true });

const column = {
  /** `title`, or `data.<key>`. */
  field: Type.String({ maxLength: 70 }),
  /** Key of the form's field. */
  from: FieldKey,
  listed: Type.Boolean(),
  /** In pixels. */
  width: Type.Optional(Type.Integer({ minimum: 60, maximum: 800 })),
  /** Heading; by default the label of the field. */
  title: Type.Optional(texts(100)),
  searchable: Type.Boolean(),
  /** Set by the server for columns that lists can be filtered by: `t1`, `n2`, `i1`, or `many` for several values. */
  slot: Type.Optional(Type.String({ maxLength: 10 })),
};

/** A column of lists. */
export const RegistryColumn = Type.Object({
  ...column,
  /** False until the index holds its values; filters by it are refused with registry.indexing. */
  ready: Type.Boolean(),
});
export type RegistryColumn = Static<typeof RegistryColumn>;

const EditedColumn = Type.Object(
  {
    ...column,
    /** Whether lists can be filtered and sorted by it. By the title they always can. */
    filter: Type.Boolean(),
    /** Ignored in requests. */
    ready: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type EditedColumn = Static<typeof EditedColumn>;

/** A status; the first one is that of a new record. */
export const RegistryStatus = Type.Object(
  { id: StatusId, title: texts(100), color: Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }) },
  strict,
);
export type RegistryStatus = Static<typeof RegistryStatus>;

/** An allowed change of status. Without groups all who may change records; `requires` are keys of fields that must have a value. */
export const StatusMove = Type.Object(
  { from: StatusId, to: StatusId, groups: GroupIds, requires: Type.Array(FieldKey, { maxItems: 40 }) },
  strict,
);
export type StatusMove = Static<typeof StatusMove>;

/** How long records are kept: months from `created`, `status:<id>` or the day in `data.<key>`. */
export const Retention = Type.Object(
  {
    months: Type.Integer({ minimum: 1, maximum: RETENTION_MONTHS_MAX }),
    from: Type.String({ maxLength: 80 }),
    action: literals('remove', 'anonymise'),
  },
  strict,
);
export type Retention = Static<typeof Retention>;

const NumberPattern = Type.Object(
  { pattern: Type.String({ minLength: 1, maxLength: 60 }), resets: literals('never', 'year', 'month') },
  strict,
);

const definition = {
  title: texts(100),
  description: texts(500),
  icon: nullable(literals(...PROCESS_ICONS)),
  formId: nullable(Type.String({ maxLength: 64 })),
  numbers: nullable(NumberPattern),
  columns: Type.Array(EditedColumn, { maxItems: REGISTRY_COLUMNS_MAX }),
  statuses: Type.Array(RegistryStatus, { maxItems: REGISTRY_STATUSES_MAX }),
  /** Without any, every status may follow every other one. */
  moves: Type.Array(StatusMove, { maxItems: REGISTRY_STATUSES_MAX * (REGISTRY_STATUSES_MAX - 1) }),
  readGroups: GroupIds,
  writeGroups: GroupIds,
  /** Without any, the groups that may change records. */
  deleteGroups: GroupIds,
  /** Whether the owner of a record may read it. */
  ownerReads: Type.Boolean(),
  retention: nullable(Retention),
  /** False: out of use; it is no longer offered, and its records are kept. */
  active: Type.Boolean(),
};
const RegistryDefinition = Type.Object(definition);
export type RegistryDefinition = Static<typeof RegistryDefinition>;

/** A registry with its settings. */
export const RegistrySettings = Type.Object({
  id: Type.String(),
  ...definition,
  version: Type.Integer(),
  /** Number of records, at most 1,001. */
  records: Type.Integer(),
  /** Last numbers: of a series that never starts again, of this year, and of this month. */
  lastNumbers: Type.Object({ never: Type.Integer(), year: Type.Integer(), month: Type.Integer() }),
});
export type RegistrySettings = Static<typeof RegistrySettings>;

/** A registry in the list of settings. */
export const ListedRegistry = Type.Object({
  id: Type.String(),
  title: texts(100),
  icon: nullable(Type.String()),
  active: Type.Boolean(),
  /** Number of records, at most 1,001. */
  records: Type.Integer(),
});
export type ListedRegistry = Static<typeof ListedRegistry>;

export const listRegistries = endpoint({
  method: 'GET',
  path: '/api/registries',
  summary: 'Registries of the organisation, by id',
  ...provider,
  reply: Type.Array(ListedRegistry),
});

export const getRegistry = endpoint({
  method: 'GET',
  path: '/api/registries/{id}',
  summary: 'A registry with its settings',
  ...provider,
  reply: RegistrySettings,
  errors: ['registry.not_found'],
});

const optional = Type.Partial(RegistryDefinition).properties;
const invalid = ['registry.invalid', 'registry.slots_full'] as const;

export const createRegistry = endpoint({
  method: 'POST',
  path: '/api/registries',
  summary: 'Add a registry',
  ...provider,
  status: 201,
  body: Type.Object(
    { ...optional, title: definition.title, id: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }) },
    strict,
  ),
  reply: RegistrySettings,
  errors: [...invalid, 'registry.id_taken', 'registry.full'],
});

/** Accepts the result of GET; fields that are not sent stay. */
export const updateRegistry = endpoint({
  method: 'PUT',
  path: '/api/registries/{id}',
  summary: 'Change a registry. `If-Match` is its version',
  ...provider,
  body: Type.Object(
    {
      ...optional,
      id: Type.Optional(Type.String()),
      version: Type.Optional(Type.Integer()),
      records: Type.Optional(Type.Integer()),
      lastNumbers: Type.Optional(Type.Unknown()),
    },
    strict,
  ),
  reply: RegistrySettings,
  errors: ['registry.not_found', ...invalid, 'edit.conflict'],
});

export const deleteRegistry = endpoint({
  method: 'DELETE',
  path: '/api/registries/{id}',
  summary: 'Delete a registry that nothing uses',
  ...provider,
  status: 204,
  reply: Nothing,
  errors: ['registry.not_found', 'registry.in_use', 'edit.conflict'],
});

/** A use of a registry: its records, a form, process, kind of case or item of the catalogue that names it, or an entry of the menu. */
export const RegistryUse = Type.Object({
  kind: literals('records', 'form', 'process', 'caseType', 'catalogueItem', 'menu'),
  id: Type.String(),
  title: Type.String(),
  /** Number of records, at most 1,001. */
  count: Type.Optional(Type.Integer()),
});
export type RegistryUse = Static<typeof RegistryUse>;

export const listRegistryUses = endpoint({
  method: 'GET',
  path: '/api/registries/{id}/uses',
  summary: 'What uses a registry',
  ...provider,
  reply: Type.Array(RegistryUse),
  errors: ['registry.not_found'],
});

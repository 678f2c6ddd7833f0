import { type Static, Type } from 'typebox';
import { RETENTION_MONTHS_MAX } from './registry.rules.ts';
import { literals, texts } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

const FieldKey = Type.String({ minLength: 1, maxLength: 64 });
const StatusId = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' });
const GroupIds = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 });

/** A column of lists: `field` is `title` or `data.<key>`, `from` the key of the form's field. With its slot (`t1`, `n2`, `i1`, `many`) if lists can be filtered by it. */
export const RegistryColumn = Type.Object({
  field: Type.String(),
  from: Type.String(),
  slot: Type.Optional(Type.String()),
  listed: Type.Boolean(),
  width: Type.Optional(Type.Integer()),
  title: Type.Optional(texts(100)),
  searchable: Type.Boolean(),
  /** False until the index holds its values; filters by it are refused with registry.indexing. */
  ready: Type.Boolean(),
});
export type RegistryColumn = Static<typeof RegistryColumn>;

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

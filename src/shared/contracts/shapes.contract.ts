import { type Static, type TLiteral, type TSchema, type TUnion, Type } from 'typebox';

/** UUIDv7 made by the server; opaque to clients. */
export const Id = Type.String({ format: 'uuid', description: 'UUIDv7, opaque' });
/** A moment, always UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time', description: 'UTC instant with milliseconds' });
/** A calendar day. */
export const Day = Type.String({ format: 'date', description: 'Calendar day' });
/** One text per language id. */
export const Texts = Type.Record(Type.String(), Type.String(), { description: 'Text per language id' });
export type Texts = Static<typeof Texts>;

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of these texts. */
export const literals = <const T extends string>(...values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value))) as unknown as TUnion<[TLiteral<T>]>;

/** A person as shown in lists: `id` is the username, `key` the internal id that values hold. */
export const UserRef = Type.Object(
  { id: Type.String(), key: Id, name: Type.String(), avatar: Type.Optional(Type.String()) },
  { description: 'A person as shown in lists: id is the username, key the internal id' },
);
export type UserRef = Static<typeof UserRef>;

/** A page of a list; `next` and `previous` are opaque cursors for `after` and `before`. */
export const page = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    next: nullable(Type.String()),
    previous: nullable(Type.String()),
    total: Type.Optional(Type.Integer()),
    totalIsAtLeast: Type.Optional(Type.Boolean()),
  });
export interface Page<T> {
  items: T[];
  next: string | null;
  previous: string | null;
  total?: number;
  totalIsAtLeast?: boolean;
}

/** Values of a process or a form by name. */
export const Values = Type.Record(Type.String(), Type.Unknown());
export type Values = Record<string, unknown>;

export const Nothing = Type.Null({ description: 'No content' });

/** Parameters of every list; filters come besides as `field=operator:value` (docs/api.md). */
export const ListQuery = Type.Object({
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  after: Type.Optional(Type.String({ maxLength: 1000 })),
  before: Type.Optional(Type.String({ maxLength: 1000 })),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  count: Type.Optional(Type.Boolean()),
});

import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FormBody } from './forms.contract.ts';
import { Day, Id, Instant, Nothing, nullable, UserRef, Values } from './shapes.contract.ts';

/** A status of a registry's records; `title` in the caller's language, `color` as `#70CA44`. */
export const RecordStatus = Type.Object({ id: Type.String(), title: Type.String(), color: Type.String() });
export type RecordStatus = Static<typeof RecordStatus>;

/** A record in a list. */
const ListedRecord = Type.Object({
  id: Id,
  number: nullable(Type.String()),
  title: Type.String(),
  status: nullable(Type.String()),
  owner: nullable(UserRef),
  created: Instant,
  changed: Instant,
  version: Type.Integer(),
});

/** A row of a registry's list: a record with the values of its columns. */
const RecordListRow = Type.Object({
  ...ListedRecord.properties,
  /** Values of the form by the field's key; only those of columns. */
  data: Values,
  /** By column: the texts of values that are ids, in the caller's language. */
  texts: Type.Record(Type.String(), Type.String()),
});
export type RecordListRow = Static<typeof RecordListRow>;

/** One record of a registry; `data` are the values of its form. */
export const RegistryRecord = Type.Object({
  ...ListedRecord.properties,
  resource: Type.String(),
  data: Values,
  /** The last editor. */
  changedBy: nullable(UserRef),
  /** Kept beyond the retention of its registry. */
  hold: Type.Boolean(),
  /** The day on which its retention ends; null without one. */
  keptUntil: nullable(Day),
});
export type RegistryRecord = Static<typeof RegistryRecord>;

/** A change of status that the caller may make; `requires` are keys of fields that must have a value. */
const RecordMove = Type.Object({ from: Type.String(), to: Type.String(), requires: Type.Array(Type.String()) });
export type RecordMove = Static<typeof RecordMove>;

/** A record with its form. */
const RecordForm = Type.Object({
  /** Name of the registry. */
  title: Type.String(),
  /** Possible statuses in order; the first one is that of a new record. */
  statuses: Type.Array(RecordStatus),
  /** Null: not created yet. */
  /** Changes of status that the caller may make; null: all. */
  moves: nullable(Type.Array(RecordMove)),
  record: nullable(RegistryRecord),
  formId: nullable(Type.String()),
  /** Form version of the record; for a new one the published version. */
  number: nullable(Type.Integer()),
  body: nullable(FormBody),
  /** The caller has read-only access. */
  readOnly: Type.Boolean(),
  /** The caller may move it to the bin. */
  deletable: Type.Boolean(),
  /** Maximum file size in bytes. */
  fileLimit: Type.Integer(),
});
export type RecordForm = Static<typeof RecordForm>;

const change = {
  data: Type.Optional(Values),
  status: Type.Optional(Type.String({ maxLength: 64 })),
  owner: Type.Optional(nullable(Type.String({ maxLength: 200, description: 'Username or key' }))),
};
const hold = Type.Optional(Type.Boolean({ description: 'Keep it beyond the retention; for users who may delete it' }));

const missing = ['registry.not_found', 'record.not_found'] as const;
const refused = [
  'form.invalid',
  'form.not_found',
  'user.not_found',
  'record.number_taken',
  'record.status_move',
] as const;

export const getRecord = endpoint({
  method: 'GET',
  path: '/api/records/{resource}/{recordId}',
  summary: 'One record of a registry, by its id or number',
  who: 'any',
  scope: 'records',
  reply: RegistryRecord,
  errors: missing,
});

export const getRecordForm = endpoint({
  method: 'GET',
  path: '/api/records/{resource}/{recordId}/form',
  summary: 'A record with its form version; `new` as recordId for an empty one',
  who: 'any',
  scope: 'records',
  reply: RecordForm,
  errors: [...missing, 'form.not_published'],
});

/** Counted up to 1,000; `atLeast`: there are more. */
const RecordCount = Type.Object({ count: Type.Integer(), atLeast: Type.Boolean() });

export const getRecordCounts = endpoint({
  method: 'GET',
  path: '/api/records/{resource}/counts',
  summary: 'Statuses of a registry with the number of their records, and whether the caller may change records',
  who: 'any',
  scope: 'records',
  reply: Type.Object({
    title: Type.String(),
    total: RecordCount,
    statuses: Type.Array(Type.Object({ ...RecordStatus.properties, ...RecordCount.properties })),
    /** The caller may add and change records. */
    mayWrite: Type.Boolean(),
    /** The caller may make at least one change of status. */
    mayMove: Type.Boolean(),
  }),
  errors: ['registry.not_found'],
});
export type RecordCounts = Static<typeof getRecordCounts.reply>;

export const createRecord = endpoint({
  method: 'POST',
  path: '/api/records/{resource}',
  summary: 'Add a record: it gets the next number of its registry',
  who: 'any',
  scope: 'records',
  body: Type.Object(
    {
      ...change,
      /** Form version that was filled in; refused with form.version_changed if another one has been published. */
      formVersion: Type.Optional(nullable(Type.Integer())),
    },
    { additionalProperties: false },
  ),
  reply: RegistryRecord,
  status: 201,
  errors: ['registry.not_found', 'form.not_published', 'form.version_changed', ...refused],
});

export const updateRecord = endpoint({
  method: 'PUT',
  path: '/api/records/{resource}/{recordId}',
  summary: 'Change a record; omitted values stay unchanged. `If-Match` is its version',
  who: 'any',
  scope: 'records',
  body: Type.Object({ ...change, hold }, { additionalProperties: false }),
  reply: RegistryRecord,
  errors: [...missing, ...refused, 'edit.conflict'],
});

export const changeRecordStatus = endpoint({
  method: 'POST',
  path: '/api/records/{resource}/{recordId}/status',
  summary: 'Change the status of a record, with the values that the change requires. `If-Match` is its version',
  who: 'any',
  scope: 'records',
  body: Type.Object(
    { status: Type.String({ maxLength: 64 }), data: Type.Optional(Values) },
    { additionalProperties: false },
  ),
  reply: RegistryRecord,
  errors: [...missing, ...refused, 'edit.conflict'],
});

export const deleteRecord = endpoint({
  method: 'DELETE',
  path: '/api/records/{resource}/{recordId}',
  summary: 'Move a record to the bin, where it is kept for 30 days',
  who: 'any',
  scope: 'records',
  reply: Nothing,
  status: 204,
  errors: [...missing, 'edit.conflict'],
});

export const restoreRecord = endpoint({
  method: 'POST',
  path: '/api/records/{resource}/{recordId}/restore',
  summary: 'Restore a record from the bin',
  who: 'any',
  scope: 'records',
  reply: RegistryRecord,
  errors: missing,
});

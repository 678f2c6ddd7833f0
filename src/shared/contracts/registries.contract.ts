import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { FormBody } from './forms.contract.ts';
import { Id, Instant, Nothing, nullable, UserRef, Values } from './shapes.contract.ts';

/** In the place of an id: a record that is not there yet. */
export const NEW_RECORD = 'new';

/** What a record of a registry can be; `title` in the language of who asks, `color` as `#70CA44`. */
const RecordStatus = Type.Object({ id: Type.String(), title: Type.String(), color: Type.String() });
export type RecordStatus = Static<typeof RecordStatus>;

/** A record as its list shows it. */
export const ListedRecord = Type.Object({
  id: Id,
  number: nullable(Type.String()),
  title: Type.String(),
  status: nullable(Type.String()),
  owner: nullable(UserRef),
  created: Instant,
  changed: Instant,
  version: Type.Integer(),
});
export type ListedRecord = Static<typeof ListedRecord>;

/** One record of a registry; `data` are the values of its form. */
export const RegistryRecord = Type.Object({
  ...ListedRecord.properties,
  resource: Type.String(),
  data: Values,
  /** Who changed it last. */
  changedBy: nullable(UserRef),
});
export type RegistryRecord = Static<typeof RegistryRecord>;

/** A record with its form, ready to be shown. */
const RecordForm = Type.Object({
  /** The name of the registry. */
  title: Type.String(),
  /** What the record can be, in their order; the first one is that of a new record. */
  statuses: Type.Array(RecordStatus),
  /** Null: it is not there yet. */
  record: nullable(RegistryRecord),
  formId: nullable(Type.String()),
  /** The version of the form that the record keeps; of a new record the published one. */
  number: nullable(Type.Integer()),
  body: nullable(FormBody),
  /** The caller may look and not change. */
  readOnly: Type.Boolean(),
  /** What a file may take in bytes. */
  fileLimit: Type.Integer(),
});
export type RecordForm = Static<typeof RecordForm>;

const change = {
  data: Type.Optional(Values),
  status: Type.Optional(Type.String({ maxLength: 64 })),
  owner: Type.Optional(nullable(Type.String({ maxLength: 200, description: 'Username or key' }))),
};

const missing = ['registry.not_found', 'record.not_found'] as const;
const refused = ['form.invalid', 'form.not_found', 'user.not_found', 'record.number_taken'] as const;

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
  summary: 'A record with its form in the version that it keeps; `new` as recordId for an empty one',
  who: 'any',
  scope: 'records',
  reply: RecordForm,
  errors: [...missing, 'form.not_published'],
});

export const createRecord = endpoint({
  method: 'POST',
  path: '/api/records/{resource}',
  summary: 'Add a record: it gets the next number of its registry',
  who: 'any',
  scope: 'records',
  body: Type.Object(
    {
      ...change,
      /** The version of the form that was filled in; refused with form.version_changed when another one is published by now. */
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
  summary: 'Change a record; what is not sent keeps its value. `If-Match` is its version',
  who: 'any',
  scope: 'records',
  body: Type.Object(change, { additionalProperties: false }),
  reply: RegistryRecord,
  errors: [...missing, ...refused, 'edit.conflict'],
});

export const deleteRecord = endpoint({
  method: 'DELETE',
  path: '/api/records/{resource}/{recordId}',
  summary: 'Put a record into the bin, where it lies for 30 days',
  who: 'any',
  scope: 'records',
  reply: Nothing,
  status: 204,
  errors: [...missing, 'edit.conflict'],
});

export const restoreRecord = endpoint({
  method: 'POST',
  path: '/api/records/{resource}/{recordId}/restore',
  summary: 'Take a record out of the bin',
  who: 'any',
  scope: 'records',
  reply: RegistryRecord,
  errors: missing,
});

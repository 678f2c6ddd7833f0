import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, literals, Nothing, nullable, UserRef } from './shapes.contract.ts';

/** A file and its place. `arrayIndex` is the position of its row when submitted; the row itself is `rowKey`. */
export const Attachment = Type.Object({
  id: Id,
  fieldName: Type.String({ description: 'Empty: not in a field of the form' }),
  arrayName: Type.String({ description: 'Key of the table that contains the field' }),
  arrayIndex: nullable(Type.Integer()),
  rowKey: Type.Optional(Type.String()),
  fileName: Type.String(),
  path: Type.String(),
  size: Type.Integer(),
  mediaType: Type.String(),
  scan: Type.Union([Type.Literal('pending'), Type.Literal('clean'), Type.Literal('refused')]),
  created: Instant,
  by: nullable(UserRef),
  mayRemove: Type.Boolean(),
});
export type Attachment = Static<typeof Attachment>;

const place = {
  fieldName: Type.Optional(Type.String({ maxLength: 100 })),
  arrayName: Type.Optional(Type.String({ maxLength: 100 })),
  arrayIndex: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1000 }))),
  rowKey: Type.Optional(Type.String({ maxLength: 40 })),
  fileName: Type.Optional(Type.String({ maxLength: 1000 })),
  filename: Type.Optional(Type.String({ maxLength: 1000, description: 'The same as fileName' })),
  name: Type.Optional(Type.String({ maxLength: 1000, description: 'The same as fileName' })),
};

/**
 * A file of `POST /api/tasks/{id}`: `file` names its part of the body, `id` or `path` an uploaded file, `data` is its
 * content in base64.
 */
export const NewAttachment = Type.Object(
  {
    ...place,
    id: Type.Optional(Type.String({ maxLength: 36 })),
    path: Type.Optional(Type.String({ maxLength: 200 })),
    file: Type.Optional(Type.String({ maxLength: 100 })),
    data: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type NewAttachment = Static<typeof NewAttachment>;

/** Place and name of a file; multipart bodies send the same names as fields, before the part `file`. */
const AttachmentUpload = Type.Object(
  { ...place, data: Type.String({ description: 'The content in base64' }) },
  { additionalProperties: false },
);

const via = Type.Optional(
  Type.String({ maxLength: 36, description: 'The task in whose form the file is shown, when it was added in another' }),
);

export const getAttachment = endpoint({
  method: 'GET',
  path: '/api/attachments/{id}',
  summary: 'One attachment by its id, or those of a task, record, case or draft of a start form by its id',
  who: 'any',
  scope: ['task', 'records', 'start', 'requests'],
  query: Type.Object({
    ownerKind: Type.Optional(literals('task', 'record', 'draft', 'instance')),
    fieldName: Type.Optional(Type.String({ maxLength: 100 })),
    arrayName: Type.Optional(Type.String({ maxLength: 100 })),
    arrayIndex: Type.Optional(Type.Integer({ minimum: 0 })),
    fileName: Type.Optional(Type.String({ maxLength: 255 })),
    task: via,
  }),
  reply: Type.Union([Attachment, Type.Array(Attachment)]),
  errors: ['attachment.not_found'],
});

/** Supports `Range` with one range; answers 206, or 416 if the range is empty. */
export const getAttachmentContent = endpoint({
  method: 'GET',
  path: '/api/attachments/{id}/content',
  summary: 'The content of an attachment; with `download` browsers save it instead of showing it',
  who: 'any',
  scope: ['task', 'records', 'start', 'requests'],
  query: Type.Object({ download: Type.Optional(Type.String({ maxLength: 10 })), task: via }),
  reply: Type.Unknown({ description: 'The content' }),
  produces: '*/*',
  otherStatuses: { 206: 'A part of the content' },
  errors: ['attachment.not_found', 'file.not_found', 'file.scan_pending', 'file.refused', 'file.range'],
});

/** Errors for which a file is refused. */
const REFUSALS = [
  'file.too_large',
  'file.type_refused',
  'file.content_mismatch',
  'file.too_many',
  'file.empty',
  'file.name_invalid',
] as const;

/** JSON accepts at most 25 MB of content, whatever the organisation allows; multipart accepts all that it allows. */
export const addAttachment = endpoint({
  method: 'POST',
  path: '/api/attachments/{id}',
  summary: 'Add a file to an open task, a record or a draft of a start form, whose id is in the path',
  who: 'any',
  scope: ['task', 'records', 'start'],
  body: AttachmentUpload,
  consumes: ['application/json', 'multipart/form-data'],
  bodyLimit: 36_700_160,
  reply: Attachment,
  status: 201,
  errors: ['attachment.not_found', 'task.already_completed', 'task.cancelled', 'task.claimed_by_other', ...REFUSALS],
});

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/api/attachments/{id}',
  summary:
    'Take an attachment away: who added it while the task is open or they may change the record, or an administrator',
  who: 'any',
  scope: ['task', 'records', 'start'],
  reply: Nothing,
  status: 204,
  errors: ['attachment.not_found', 'task.already_completed', 'task.cancelled'],
});

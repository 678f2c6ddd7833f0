import type { FastifyInstance } from 'fastify';
import {
  addAttachment,
  deleteAttachment,
  getAttachment,
  getAttachmentContent,
} from '../../../shared/contracts/attachments.contract.ts';
import { MEGABYTE } from '../../../shared/contracts/file-kinds.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { storeFile } from '../../platform/files.ts';
import { serve } from '../../platform/http/serve.ts';
import { assertUuid, isUuid } from '../../platform/uuid.ts';
import { type AttachmentOwner, findOwner, type OwnerCall, type Owners } from './attachments.owners.ts';
import { type CheckedFile, checkFile } from './attachments.receive.ts';
import {
  type AttachmentRow,
  attachmentsOf,
  fileLimit,
  findAttachment,
  insertAttachment,
  removeAttachments,
  toAttachment,
} from './attachments.store.ts';
import { sendContent } from './serving.ts';
import { ofJson, ofParts, type UploadPlace } from './upload-requests.ts';

/** A JSON body is read into memory as a whole. */
const JSON_MAX = 25 * MEGABYTE;

interface ReceivedUpload {
  readonly file: CheckedFile;
  readonly place: UploadPlace;
}

export function routes(app: FastifyInstance, context: AppContext, owners: Owners): void {
  serve(app, context, getAttachment, async (call) => {
    const { id, query, session } = {
      id: assertUuid(call.params.id, 'attachment.not_found'),
      query: call.query,
      session: call.session,
    };
    const found = query.ownerKind === undefined ? await findVisible(call, owners, id, query.task) : undefined;
    if (found) return toAttachment(found.row, mayRemove(found.row, found.owner, call));
    const owner = query.ownerKind ? await owners[query.ownerKind](call, id) : await findOwner(owners, call, id);
    if (!owner) throw new AppError('attachment.not_found');
    const rows = await attachmentsOf(call.tx, owner.kind, owner.id);
    return rows
      .filter(
        (row) =>
          (query.fieldName === undefined || row.field_name === query.fieldName) &&
          (query.arrayName === undefined || row.array_name === query.arrayName) &&
          (query.arrayIndex === undefined || row.array_index === query.arrayIndex) &&
          (query.fileName === undefined || row.file_name === query.fileName),
      )
      .filter((row) => row.tied || row.created_by === session.userId)
      .map((row) => toAttachment(row, mayRemove(row, owner, call)));
  });

  serve(
    app,
    context,
    getAttachmentContent,
    async (call) => {
      const { params, query, session } = call;
      const scope = { tenantId: session.tenantId, userId: session.userId, requestId: call.request.id };
      // No transaction stays open during a download.
      const row = await context.db.tenantTransaction(scope, async (tx) => {
        const found = await findVisible(
          { ...call, tx },
          owners,
          assertUuid(params.id, 'attachment.not_found'),
          query.task,
        );
        if (!found) throw new AppError('attachment.not_found');
        return found.row;
      });
      return sendContent(call, row, query.download !== undefined);
    },
    { transaction: 'none' },
  );

  serve<typeof addAttachment, ReceivedUpload>(
    app,
    context,
    addAttachment,
    async (call) => {
      const { tx, session, received } = call;
      const owner = await findOwner(owners, call, assertUuid(call.params.id, 'attachment.not_found'));
      if (!owner) throw new AppError('attachment.not_found');
      owner.assertMayAdd();
      const { file, place } = received;
      const isInField = owner.fieldOf(place.arrayName, place.fieldName) !== undefined;
      const row = await addFile(call, owner, file, place, !isInField || owner.tiesUploads === true);
      if (!isInField) await owner.note('attached', row.file_name);
      return toAttachment((await findAttachment(tx, row.id))!, row.created_by === session.userId);
    },
    {
      // Access is checked before the body is read, so that a refused upload fails at once.
      receive: async (call) => {
        const { session, request } = call;
        const scope = { tenantId: session.tenantId, userId: session.userId, requestId: request.id };
        const { owner, limit } = await context.db.tenantTransaction(scope, async (tx) => ({
          owner: await findOwner(owners, { ...call, tx }, assertUuid(call.params.id, 'attachment.not_found')),
          limit: await fileLimit(tx),
        }));
        if (!owner) throw new AppError('attachment.not_found');
        owner.assertMayAdd();
        const { place, given, incoming } = request.isMultipart()
          ? await ofParts(call.request, context, limit)
          : await ofJson(call.body, context, Math.min(limit, JSON_MAX));
        try {
          const file = await checkFile(given, incoming, owner.fieldOf(place.arrayName, place.fieldName));
          await context.contents.put(session.tenantId, incoming.sha256, incoming);
          return { file, place, release: () => incoming.release() };
        } catch (error) {
          await incoming.release();
          throw error;
        }
      },
    },
  );

  serve(app, context, deleteAttachment, async (call) => {
    const { tx, session } = call;
    const row = await findAttachment(tx, assertUuid(call.params.id, 'attachment.not_found'));
    const owner = row && (await owners[row.owner_kind](call, row.owner_id));
    if (!row || !owner) throw new AppError('attachment.not_found');
    if (!session.isAdmin) {
      if (row.created_by !== session.userId) throw new AppError('access.denied');
      owner.assertOpen();
    }
    await removeAttachments(tx, [row]);
    if (row.tied) await owner.note('detached', row.file_name);
    return null;
  });
}

/** Attaches an uploaded file to its owner; a file outside the form's fields is tied at once. Throws `file.too_many`. */
export async function addFile(
  { tx, session, context }: OwnerCall,
  owner: Pick<AttachmentOwner, 'kind' | 'id' | 'confidential'>,
  file: CheckedFile,
  place: UploadPlace,
  isTied: boolean,
): Promise<AttachmentRow> {
  const fileId = await storeFile(tx, context.contents, session.tenantId, {
    content: file.incoming,
    mediaType: file.mediaType,
    scan: 'clean',
    confidential: owner.confidential,
  });
  const id = await insertAttachment(tx, {
    fileId,
    ownerKind: owner.kind,
    ownerId: owner.id,
    fileName: file.fileName,
    ...place,
    isTied,
  });
  return (await findAttachment(tx, id))!;
}

/** Finds the attachment and its owner if the caller may see the owner, or sees the file in the form of the task `via`. */
async function findVisible(
  call: OwnerCall,
  owners: Owners,
  id: string,
  via: string | undefined,
): Promise<{ row: AttachmentRow; owner: AttachmentOwner | undefined } | undefined> {
  const row = await findAttachment(call.tx, id);
  if (!row) return undefined;
  const owner = await owners[row.owner_kind](call, row.owner_id);
  if (owner) return { row, owner };
  const other = via !== undefined && isUuid(via) ? await owners.task(call, via.toLowerCase()) : undefined;
  return other && (await other.shows(row.id, row.owner_id)) ? { row, owner } : undefined;
}

function mayRemove(row: AttachmentRow, owner: AttachmentOwner | undefined, { session }: OwnerCall): boolean {
  return session.isAdmin || (owner?.isOpen === true && row.created_by === session.userId);
}

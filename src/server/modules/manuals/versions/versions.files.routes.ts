import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MEGABYTE } from '../../../../shared/contracts/file-kinds.ts';
import {
  addManualAttachment,
  addManualImage,
  deleteManualAttachment,
  updateManualAttachment,
} from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { storeFile } from '../../../platform/files.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { type CheckedFile, checkFile, fileLimit, malformed, readMultipart } from '../../attachments/index.ts';
import { foundManual } from '../manual/manual.store.ts';
import * as store from './versions.files.ts';
import { foundDraft } from './versions.routes.ts';
import { dropDetachedFiles } from './versions.store.ts';
import { readText } from './versions.texts.ts';

const IMAGES = { accept: store.IMAGE_TYPES, maxSize: store.IMAGE_MAX_MB };

export function fileRoutes(app: FastifyInstance, context: AppContext): void {
  const inTenant = <T>({ tenantId, userId }: CallerSession, request: FastifyRequest, work: (tx: Tx) => Promise<T>) =>
    context.db.tenantTransaction({ tenantId, userId, requestId: request.id }, work);

  serve<typeof addManualImage, { image: store.CheckedImage }>(
    app,
    context,
    addManualImage,
    async ({ tx, params, request, received, session }) => {
      const { id } = await foundManual(tx, params.id, languageOf(request));
      const { image } = received;
      await store.keepImage(tx, { contents: context.contents, tenantId: session.tenantId }, id, image);
      return { sha256: image.sha256.toString('hex'), width: image.width, height: image.height };
    },
    {
      receive: async ({ params, request, session }) => {
        await inTenant(session, request, (tx) => foundManual(tx, params.id, languageOf(request)));
        const { incoming, mediaType, release } = await oneFile(context, request, IMAGES.maxSize * MEGABYTE, IMAGES);
        try {
          const size = store.measureImage(await incoming.read(0, incoming.size), mediaType);
          await context.contents.put(session.tenantId, incoming.sha256, incoming);
          return { image: { content: incoming, sha256: incoming.sha256, mediaType, ...size }, release };
        } catch (error) {
          await release();
          throw error;
        }
      },
    },
  );

  serve<typeof addManualAttachment, { file: CheckedFile }>(
    app,
    context,
    addManualAttachment,
    async ({ tx, params, request, received: { file }, session }) => {
      const place = await foundPlace(tx, params, languageOf(request), true);
      const { incoming: content, mediaType, fileName } = file;
      const fileId = await storeFile(tx, context.contents, session.tenantId, { content, mediaType, scan: 'clean' });
      return store.readAttachment(tx, await store.insertAttachment(tx, place, fileId, fileName));
    },
    {
      // Rejects an unknown draft before the upload is received.
      receive: async ({ params, request, session }) => {
        const limit = await inTenant(session, request, async (tx) => {
          await foundPlace(tx, params, languageOf(request), false);
          return fileLimit(tx);
        });
        const { release, ...file } = await oneFile(context, request, limit);
        try {
          await context.contents.put(session.tenantId, file.incoming.sha256, file.incoming);
          return { file, release };
        } catch (error) {
          await release();
          throw error;
        }
      },
    },
  );

  serve(app, context, updateManualAttachment, async ({ tx, params, body }) => {
    const place = await foundAttachment(tx, params.id);
    await store.writeAttachment(tx, place, body.required, body.position);
    return store.readAttachment(tx, place.id);
  });

  serve(app, context, deleteManualAttachment, async ({ tx, params }) => {
    const place = await foundAttachment(tx, params.id);
    await store.removeAttachment(tx, place.id);
    await dropDetachedFiles(tx, [place.fileId]);
    return null;
  });
}

/** Returns the one file of a multipart body, with its type checked; the caller releases it. */
export async function oneFile(
  { contents }: AppContext,
  request: FastifyRequest,
  limit: number,
  rules?: Parameters<typeof checkFile>[2],
): Promise<CheckedFile & { release(): Promise<void> }> {
  if (!request.isMultipart()) throw new AppError('request.media_type');
  const { files } = await readMultipart(request, contents, limit);
  try {
    const [file, second] = files;
    if (!file || second || file.name !== 'file') throw malformed(second?.name ?? 'file');
    const checked = await checkFile(file.fileName, file.incoming, rules);
    return { ...checked, release: () => checked.incoming.release() };
  } catch (error) {
    await Promise.all(files.map(({ incoming }) => incoming.release()));
    throw error;
  }
}

async function foundPlace(
  tx: Tx,
  params: { readonly id: string; readonly number: string; readonly languageId: string },
  languageId: string,
  lock: boolean,
) {
  const { id } = await foundManual(tx, params.id, languageId, lock);
  const version = await foundDraft(tx, id, params.number);
  if (!(await readText(tx, version.id, params.languageId))) throw new AppError('manual_text.not_found');
  return { versionId: version.id, languageId: params.languageId };
}

async function foundAttachment(tx: Tx, id: string): Promise<store.AttachmentPlace> {
  const place = isUuid(id) ? await store.lockAttachment(tx, id) : undefined;
  if (!place) throw new AppError('file.not_found');
  if (!place.isDraft) throw new AppError('manual.released_is_fixed');
  return place;
}

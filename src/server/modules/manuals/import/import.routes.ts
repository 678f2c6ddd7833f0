import { posix } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { MEGABYTE } from '../../../../shared/contracts/file-kinds.ts';
import { importManuals, type ManualImport } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { convertInThread as inThread } from '../../../platform/workers/index.ts';
import { addManual } from '../authoring/authoring.routes.ts';
import { foundGroup } from '../groups/groups.routes.ts';
import { storeFallbackTitle } from '../manual/manual.store.ts';
import { oneFile } from '../versions/versions.files.routes.ts';
import { type CheckedImage, keepImage } from '../versions/versions.files.ts';
import { saveText } from '../versions/versions.texts.ts';
import type { convertFile, Imported, ImportedImage } from './convert.ts';

const convertInThread = inThread<typeof convertFile>(new URL('./convert.ts', import.meta.url), 'convertFile');

const KINDS = { accept: ['md', 'zip', 'docx'], maxSize: 50 } as const;

export function importRoutes(app: FastifyInstance, context: AppContext): void {
  serve<typeof importManuals, { imported: Imported }>(
    app,
    context,
    importManuals,
    async ({ tx, query, received: { imported }, session }) => {
      const { id: groupId } = await foundGroup(tx, query.groupId);
      const languageId = query.languageId ?? 'en';
      const taken = await codesOf(tx);
      const created: ManualImport['created'] = [];
      for (const { file, title, text, images } of imported.texts) {
        const code = freeCode(file, taken);
        const asked = { code, groupId, fallbackLanguageId: languageId };
        const manualId = await addManual(tx, session, asked, title);
        for (const image of images) {
          await keepImage(tx, { contents: context.contents, tenantId: session.tenantId }, manualId, buffersOf(image));
        }
        await saveText(tx, { manualId, versionId: await draftOf(tx, manualId), languageId, title, text });
        await storeFallbackTitle(tx, manualId);
        created.push({ manualId, code, title, words: text.words, images: images.length });
      }
      return { created, notes: [...imported.notes] };
    },
    {
      receive: async ({ query, request, session }) => {
        const who = { tenantId: session.tenantId, userId: session.userId, requestId: request.id };
        await context.db.tenantTransaction(who, (tx) => foundGroup(tx, query.groupId));
        const { incoming, fileName, release } = await oneFile(context, request, KINDS.maxSize * MEGABYTE, KINDS);
        try {
          const bytes = await incoming.read(0, incoming.size);
          const asked = { together: query.together ?? false, languageId: languageOf(request) };
          return { imported: await convertInThread(session.tenantId, fileName, bytes, asked), release };
        } catch (error) {
          await release();
          throw error;
        }
      },
    },
  );
}

/** Restores a picture received from a thread, which delivers buffers as plain byte arrays. */
function buffersOf({ content, sha256, ...rest }: ImportedImage): CheckedImage {
  const buffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { ...rest, content: buffer(content), sha256: buffer(sha256) };
}

async function codesOf(tx: Tx): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`SELECT code FROM manual WHERE removed_at IS NULL`.execute(tx);
  return new Set(rows.map(({ code }) => code));
}

async function draftOf(tx: Tx, manualId: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM manual_version WHERE manual_id = ${manualId}::uuid AND state = 'draft'`.execute(tx);
  return rows[0]!.id;
}

/** Returns an unused code derived from the file name; a README gets the name of its folder. */
function freeCode(file: string, taken: Set<string>): string {
  const path = file.replace(/\.\w+$/, '').replace(/\/(readme|index|_index)$/i, '');
  const base =
    posix
      .basename(path)
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|(?<!-)-+$/g, '')
      .slice(0, 32) || 'manual';
  for (let turn = 1; ; turn += 1) {
    const code = turn === 1 ? base : `${base}-${turn}`;
    if (taken.has(code)) continue;
    taken.add(code);
    return code;
  }
}

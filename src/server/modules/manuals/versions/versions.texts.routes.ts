import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  deleteManualDraftText,
  getManualDraftText,
  type ManualDraftText,
  saveManualDraftText,
} from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertFresh } from '../../../platform/http/if-match.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { assertLanguage, foundManual, storeFallbackTitle } from '../manual/manual.store.ts';
import { importMessages } from '../text/import.messages.ts';
import { type PreparedText, prepareInThread } from '../text/index.ts';
import { foundDraft, foundVersion } from './versions.routes.ts';
import { dropDetachedFiles } from './versions.store.ts';
import { readText, removeText, saveText, type TextRow } from './versions.texts.ts';

export function textRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getManualDraftText, async ({ tx, params, request, reply }) => {
    const { id } = await foundManual(tx, params.id, languageOf(request));
    const version = await foundVersion(tx, id, params.number);
    const row = await readText(tx, version.id, params.languageId);
    if (!row) throw new AppError('manual_text.not_found');
    return tagged(reply, row);
  });

  serve<typeof saveManualDraftText, { text: PreparedText }>(
    app,
    context,
    saveManualDraftText,
    async ({ tx, params, body, request, reply, received: { text } }) => {
      const { id: manualId } = await foundManual(tx, params.id, languageOf(request), true);
      const { id: versionId } = await foundDraft(tx, manualId, params.number);
      const { languageId } = params;
      const before = await readText(tx, versionId, languageId);
      if (before) assertFresh(before, toText(before), request.headers['if-match'], body.version);
      else await assertLanguage(tx, languageId);
      await saveText(tx, { manualId, versionId, languageId, title: body.title.trim(), text });
      await storeFallbackTitle(tx, manualId);
      return {
        ...tagged(reply, (await readText(tx, versionId, languageId))!),
        removed: text.removed.map((kind) => importMessages.text(languageOf(request), `removed.${kind}`)),
      };
    },
    {
      // Runs before the transaction, so that no lock is held while a long text is sanitised.
      receive: async ({ body, session }) => ({
        text: await prepareInThread(session.tenantId, body.html),
        release: async () => undefined,
      }),
    },
  );

  serve(app, context, deleteManualDraftText, async ({ tx, params, request }) => {
    const { id } = await foundManual(tx, params.id, languageOf(request), true);
    const version = await foundDraft(tx, id, params.number);
    const row = await readText(tx, version.id, params.languageId);
    if (!row) throw new AppError('manual_text.not_found');
    assertFresh(row, toText(row), request.headers['if-match']);
    await dropDetachedFiles(tx, await removeText(tx, version.id, params.languageId));
    return null;
  });
}

function toText({ language_id, title, html, sha256, words, attachments, version }: TextRow): ManualDraftText {
  const hash = Buffer.from(sha256).toString('hex');
  return { languageId: language_id, title, html, sha256: hash, words, attachments, removed: [], version };
}

function tagged(reply: FastifyReply, row: TextRow): ManualDraftText {
  reply.header('etag', `"${row.version}"`);
  return toText(row);
}

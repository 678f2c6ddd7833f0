import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createManualVersion,
  deleteManualVersion,
  listManualVersions,
  type ManualVersion,
} from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertFresh } from '../../../platform/http/if-match.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { foundManual, storeFallbackTitle } from '../manual/manual.store.ts';
import * as store from './versions.store.ts';

export function versionRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listManualVersions, async ({ tx, params, request }) => {
    const { id } = await foundManual(tx, params.id, languageOf(request));
    return (await store.readVersions(tx, id)).map(store.toVersion);
  });

  serve(app, context, createManualVersion, async ({ tx, params, request, reply }) => {
    const manual = await foundManual(tx, params.id, languageOf(request), true);
    const { id, current_number: current, draft_number: draft } = manual;
    if (draft !== null) throw new AppError('manual.draft_exists', { number: draft });
    if (current === null) {
      await store.addDraft(tx, id, { languageId: manual.fallback_language_id, title: manual.title });
    } else await store.copyVersion(tx, id, current);
    const [made] = await store.readVersions(tx, id);
    return taggedVersion(reply, made!);
  });

  serve(app, context, deleteManualVersion, async ({ tx, params, request }) => {
    const { id } = await foundManual(tx, params.id, languageOf(request), true);
    const row = await foundDraft(tx, id, params.number);
    assertFresh(row, store.toVersion(row), request.headers['if-match']);
    await store.removeDraft(tx, row.id);
    await storeFallbackTitle(tx, id);
    return null;
  });
}

/** Throws manual_version.not_found. */
export async function foundVersion(tx: Tx, manualId: string, number: string): Promise<store.VersionRow> {
  const wanted = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined;
  const [row] = wanted === undefined ? [] : await store.readVersions(tx, manualId, wanted);
  if (!row) throw new AppError('manual_version.not_found');
  return row;
}

/** Returns a version that can be changed. A scheduled version is as fixed as a released one until it is unscheduled. */
export async function foundDraft(tx: Tx, manualId: string, number: string): Promise<store.VersionRow> {
  const row = await foundVersion(tx, manualId, number);
  if (row.state !== 'draft') throw new AppError('manual.released_is_fixed');
  return row;
}

export function taggedVersion(reply: FastifyReply, row: store.VersionRow): ManualVersion {
  reply.header('etag', `"${row.version}"`);
  return store.toVersion(row);
}

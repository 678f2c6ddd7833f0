import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createManual,
  deleteManual,
  getManual,
  type ManualSettings,
  updateManual,
} from '../../../../shared/contracts/manual-authoring.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertFresh } from '../../../platform/http/if-match.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve, serveMissing } from '../../../platform/http/serve.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { personOfPath } from '../../users/index.ts';
import { followManual, moveDueDays } from '../assignment/readings-follow.ts';
import { foundGroup } from '../groups/groups.routes.ts';
import { assertDueInFuture } from '../manual/manual.rules.ts';
import * as store from '../manual/manual.store.ts';
import { foundManual } from '../manual/manual.store.ts';
import { addDraft } from '../versions/versions.store.ts';

const DEFAULTS = {
  status: '1_active',
  fallbackLanguageId: 'en',
  due: { kind: 'days', days: 14 },
  remindDays: [3, 0],
  escalateDays: 7,
  requireScroll: true,
} as const;

export function authoringRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getManual, async ({ tx, params, request, reply }) => {
    const language = languageOf(request);
    return tagged(reply, await foundManual(tx, params.id, language), language);
  });

  serve(app, context, createManual, async ({ tx, body, session, request, reply, now }) => {
    const language = languageOf(request);
    const { title = '', ...given } = body;
    assertDueInFuture(given.due ?? DEFAULTS.due, dayOf(now, session.timeZone));
    const id = await addManual(tx, session, given, title);
    return tagged(reply, await foundManual(tx, id, language), language);
  });

  serve(app, context, updateManual, async ({ tx, params, body, session, request, reply, now }) => {
    const language = languageOf(request);
    const row = await foundManual(tx, params.id, language, true);
    assertFresh(row, store.toSettings(row, language), request.headers['if-match'], body.version);
    const { version: _, ...asked } = body;
    const isDueChanged = !isDeepStrictEqual(asked.due, row.due);
    // A due date that has passed may stay while other settings are changed.
    if (isDueChanged) assertDueInFuture(asked.due, dayOf(now, session.timeZone));
    await store.writeManual(tx, row.id, await checked(tx, session, asked));
    if (asked.fallbackLanguageId !== row.fallback_language_id) await store.storeFallbackTitle(tx, row.id);
    const scope = { now, timeZone: session.timeZone };
    await followManual(tx, row.id, scope);
    if (isDueChanged) await moveDueDays(tx, { id: row.id, due: asked.due }, scope);
    return tagged(reply, await foundManual(tx, row.id, language), language);
  });

  serve(app, context, deleteManual, async ({ tx, params, request }) => {
    const language = languageOf(request);
    const row = await foundManual(tx, params.id, language, true);
    assertFresh(row, store.toSettings(row, language), request.headers['if-match']);
    if (row.current_number !== null) throw new AppError('manual.in_use');
    await store.removeManual(tx, row.id);
    return null;
  });
  serveMissing(app, context, updateManual);
  serveMissing(app, context, deleteManual);
}

/** Adds a manual with an empty draft. Throws for an unknown group, user or language, and manual.code_taken. */
export async function addManual(
  tx: Tx,
  session: CallerSession,
  given: Partial<store.ManualValues> & Pick<store.ManualValues, 'code' | 'groupId'>,
  title: string,
): Promise<string> {
  const values = await checked(tx, session, { ...DEFAULTS, remindDays: [3, 0], ownerId: session.userId, ...given });
  const id = await store.insertManual(tx, values, title.trim());
  await addDraft(tx, id, { languageId: values.fallbackLanguageId, title: title.trim() });
  return id;
}

/** Throws for an unknown group, user or language. */
async function checked(tx: Tx, session: CallerSession, asked: store.ManualValues): Promise<store.ManualValues> {
  const code = asked.code.trim();
  if (code === '') throw new AppError('request.missing_parameter', { parameter: 'code' });
  const { id: groupId } = await foundGroup(tx, asked.groupId);
  const ownerId = await store.ownerKey(tx, personOfPath(asked.ownerId, session));
  await store.assertLanguage(tx, asked.fallbackLanguageId, '/fallbackLanguageId');
  return { ...asked, code, groupId, ownerId };
}

function tagged(reply: FastifyReply, row: store.ManualRow, languageId: string): ManualSettings {
  reply.header('etag', `"${row.version}"`);
  return store.toSettings(row, languageId);
}

import type { FastifyInstance } from 'fastify';
import {
  previewManualRelease,
  releaseManualVersion,
  unscheduleManualVersion,
} from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertFresh } from '../../../platform/http/if-match.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { foundManual } from '../manual/manual.store.ts';
import { foundDraft, foundVersion, taggedVersion } from '../versions/versions.routes.ts';
import { toVersion } from '../versions/versions.store.ts';
import { budgetOf, readBudget } from './release.budget.ts';
import * as store from './release.store.ts';
import { assertPublishable, publish } from './release.ts';

export function releaseRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, releaseManualVersion, async ({ tx, params, body, session, request, reply, now }) => {
    const manual = await foundManual(tx, params.id, languageOf(request), true);
    const draft = await foundDraft(tx, manual.id, params.number);
    assertFresh(draft, toVersion(draft), request.headers['if-match']);
    const scope = { now, timeZone: session.timeZone };
    const publishAt = body.publishAt ? new Date(body.publishAt) : null;
    const version = { manualId: manual.id, versionId: draft.id };
    await assertPublishable(
      tx,
      { ...version, fallbackLanguageId: manual.fallback_language_id, due: manual.due, publishAt },
      scope,
    );
    const release = { asks: body.asks, changeNote: body.changeNote ?? {}, effectiveOn: body.effectiveOn ?? null };
    if (publishAt) await store.schedule(tx, draft.id, release, publishAt);
    else {
      await store.keepRelease(tx, draft.id, release);
      await publish(tx, { ...version, by: session.userId }, scope);
    }
    return taggedVersion(reply, await foundVersion(tx, manual.id, params.number));
  });

  serve(
    app,
    context,
    previewManualRelease,
    async ({ params, body, session, request, now }) => {
      const { tenantId, userId, timeZone } = session;
      const budget = await context.db.tenantTransaction({ tenantId, userId, requestId: request.id }, async (tx) => {
        const manual = await foundManual(tx, params.id, languageOf(request));
        const version = await foundVersion(tx, manual.id, params.number);
        if (version.released_at) throw new AppError('manual.released_is_fixed');
        return readBudget(tx, manual, version, body.asks, { now, timeZone });
      });
      return budgetOf(tenantId, budget);
    },
    { transaction: 'none' },
  );

  serve(app, context, unscheduleManualVersion, async ({ tx, params, request, reply }) => {
    const manual = await foundManual(tx, params.id, languageOf(request), true);
    const version = await foundVersion(tx, manual.id, params.number);
    assertFresh(version, toVersion(version), request.headers['if-match']);
    if (version.released_at) throw new AppError('manual.released_is_fixed');
    await store.unschedule(tx, version.id);
    return taggedVersion(reply, await foundVersion(tx, manual.id, params.number));
  });
}

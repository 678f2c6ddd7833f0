import type { FastifyInstance } from 'fastify';
import { getManualAudience, saveManualAudience } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertFresh } from '../../../platform/http/if-match.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { followManual } from '../assignment/readings-follow.ts';
import { malformedRef, tidyRules } from '../audience/audience.rules.ts';
import { describeAudience, findUnknown, rulesGiven, rulesOf, writeAudience } from '../audience/audience.store.ts';
import { foundManual, toSettings } from '../manual/manual.store.ts';

export function audienceRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getManualAudience, async ({ tx, params, request }) => {
    const { id } = await foundManual(tx, params.id, languageOf(request));
    return describeAudience(tx, rulesOf(id));
  });

  serve(app, context, saveManualAudience, async ({ tx, params, query, body, request, session, now }) => {
    const language = languageOf(request);
    const row = await foundManual(tx, params.id, language, query.preview !== true);
    const rules = tidyRules(body.rules);
    const unknown = malformedRef(rules) ?? (await findUnknown(tx, rules));
    if (unknown !== undefined) {
      const params = { value: unknown };
      const at = body.rules.findIndex(({ ref }) => ref.toLowerCase() === unknown.toLowerCase());
      throw new AppError('manual.audience_unknown', params, {
        errors: [{ pointer: `/rules/${at}/ref`, code: 'manual.audience_unknown', params }],
      });
    }
    if (query.preview === true) return describeAudience(tx, rulesGiven(rules));
    assertFresh(row, toSettings(row, language), request.headers['if-match']);
    await writeAudience(tx, row.id, rules);
    await followManual(tx, row.id, { now, timeZone: session.timeZone });
    return describeAudience(tx, rulesOf(row.id));
  });
}

import type { FastifyInstance } from 'fastify';
import { countAlerts, listAlerts, seeAlerts } from '../../../shared/contracts/alerts.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { enqueue } from '../../platform/outbox.ts';
import { countUnseen, describeAlerts, markSeen, PAGE, readAlerts } from './alerts.store.ts';

/** Alerts of the caller. */
export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listAlerts, async ({ tx, session, query, request }) => {
    const rows = await readAlerts(tx, session.userId, query.before);
    const shown = rows.slice(0, PAGE);
    const seen = new Set(shown.filter(({ isSeen }) => isSeen).map(({ id }) => id));
    const described = await describeAlerts(tx, shown, languageOf(request));
    return {
      alerts: described.map((alert) => ({ ...alert, at: alert.at.toISOString(), isSeen: seen.has(alert.id) })),
      next: rows.length > PAGE ? shown.at(-1)!.id : null,
    };
  });

  serve(app, context, countAlerts, async ({ tx, session }) => ({ count: await countUnseen(tx, session.userId) }));

  serve(app, context, seeAlerts, async ({ tx, session, body, now }) => {
    await markSeen(tx, session.userId, body.until, now);
    await enqueue(tx, 'live', { principals: [`u:${session.userId}`], type: 'alerts.changed', data: {} });
    return null;
  });
}

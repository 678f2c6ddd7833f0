import type { FastifyInstance } from 'fastify';
import { getManualReport, remindReaders } from '../../../../shared/contracts/manual-authoring.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { remindNow } from '../../notifications/index.ts';
import { readReport } from './report.store.ts';

const ROWS = 100;

/** Totals of the read report, and manual reminders. */
export function reportRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getManualReport, async ({ tx, query, session, now }) =>
    readReport(tx, {
      by: query.by,
      manualId: query.manualId === undefined ? undefined : assertUuid(query.manualId, 'manual.not_found'),
      departmentId:
        query.departmentId === undefined ? undefined : assertUuid(query.departmentId, 'department.not_found'),
      limit: query.limit ?? ROWS,
      offset: query.offset ?? 0,
      today: dayOf(now, session.timeZone),
      languageId: session.languageId,
    }),
  );

  serve(app, context, remindReaders, async ({ tx, params, body, session, now }) => {
    const id = assertUuid(params.id, 'manual.not_found');
    const manual = await tx
      .selectFrom('manual')
      .select('id')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!manual) throw new AppError('manual.not_found');
    return remindNow(tx, { manualId: id, people: body.userIds, today: dayOf(now, session.timeZone) });
  });
}

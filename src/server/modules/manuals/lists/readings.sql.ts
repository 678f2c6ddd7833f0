import { sql } from 'kysely';
import type { Reading } from '../../../../shared/contracts/manuals.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import type { RecordViewer } from '../../records/index.ts';
import { readReadings } from '../reading/reading.store.ts';

/** The colour of reading `r` on a day: a reading that is neither read nor cancelled is overdue or not. */
export const colorOf = (today: string) => sql<Reading['color']>`CASE WHEN r.state = 'read' THEN 'read'
  WHEN r.state IN ('cancelled', 'superseded') THEN 'cancelled' WHEN r.due_on < ${today}::date THEN 'overdue' ELSE 'notDue' END`;

/** The title of version `v` of manual `m` for the caller. */
export const titleFor = (languageId: string) =>
  sql<string>`coalesce((SELECT t.title FROM manual_text t WHERE t.version_id = v.id AND t.language_id = ${languageId}),
    (SELECT t.title FROM manual_text t WHERE t.version_id = v.id AND t.language_id = m.fallback_language_id), m.title)`;

/** Returns readings by id, in any order; the calling code checks access. */
export function readingsOf(tx: Tx, { session, today }: RecordViewer, ids: readonly string[]): Promise<Reading[]> {
  const viewer = { userId: session.userId, languageId: session.languageId, today };
  return ids.length === 0 ? Promise.resolve([]) : readReadings(tx, viewer, sql`r.id = ANY(${[...ids]}::uuid[])`);
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { OUTBOX_CHANNEL } from '../../../platform/outbox.ts';

/**
 * Adds `request.changed` to the outbox, for the requester and the starter of each case of `instances`: a SELECT of `id`,
 * `root_id`, `requester_id` and `starter_id`. A called instance belongs to the case of its root.
 */
export const announcementOf = (instances: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO outbox (id, topic, payload)
  SELECT uuid7(), 'live', jsonb_build_object('type', 'request.changed', 'data', jsonb_build_object('instanceId', c.id),
    'principals', to_jsonb(array_remove(ARRAY['c:' || c.requester_id,
      CASE WHEN c.starter_id IS DISTINCT FROM c.requester_id THEN 'c:' || c.starter_id END], NULL)))
  FROM (SELECT DISTINCT coalesce(i.root_id, i.id) AS id, CASE WHEN i.root_id IS NULL THEN i.requester_id ELSE r.requester_id END AS requester_id,
      CASE WHEN i.root_id IS NULL THEN i.starter_id ELSE r.starter_id END AS starter_id
    FROM (${instances}) i LEFT JOIN process_instance r ON r.id = i.root_id) c
  WHERE c.requester_id IS NOT NULL`;

/** Rows for `announcementOf` of stored instances. */
export const storedInstances = (ids: readonly string[]): RawBuilder<unknown> => sql`
  SELECT s.id, s.root_id, s.requester_id, s.starter_id FROM unnest(${[...ids]}::uuid[]) AS x(id) JOIN process_instance s ON s.id = x.id`;

/** Sends `request.changed` to the requesters of these instances. One round trip. */
export async function announceRequests(tx: Tx, instanceIds: readonly string[]): Promise<void> {
  await sql`
    WITH row AS (${announcementOf(storedInstances(instanceIds))})
    SELECT pg_notify(${sql.lit(OUTBOX_CHANNEL)}, '')`.execute(tx);
}

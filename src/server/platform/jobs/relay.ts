import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseHandle, Tx } from '../database.ts';
import { LIVE_CHANNEL, type LiveNotice } from '../live-channel.ts';
import type { OutboxPayloads } from '../outbox.ts';
import { keysOf } from '../row-keys.ts';
import { uuid7 } from '../uuid.ts';
import { ofActiveTenant } from './active-tenants.ts';
import type { JobQueue } from './queue.ts';

interface Row {
  id: string;
  tenant_id: number;
  topic: string;
  payload: unknown;
  attempts: number;
}

const BATCH = 100;
/** A row that cannot be relayed is set aside after this many attempts; it keeps its error. */
const MOST_ATTEMPTS = 10;

/**
 * Turns rows of the outbox into jobs and live events, each in the transaction that marks it as sent: a crash at any
 * moment loses and duplicates none. Several servers share the rows. Returns whether there may be more.
 */
export async function relayOutbox(db: DatabaseHandle, queue: JobQueue, log: Logger): Promise<boolean> {
  const touched = new Set<string>();
  const count = await db.systemTransaction(async (tx) => {
    const { rows } = await sql<Row>`
      SELECT id, tenant_id, topic, payload, attempts FROM outbox
      WHERE sent_at IS NULL AND available_at <= statement_timestamp() AND ${ofActiveTenant}
      ORDER BY available_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(tx);
    const sent: Row[] = [];
    for (const [name, group] of Map.groupBy(rows, queueOf)) {
      try {
        await tx.transaction().execute((nested) => send(nested, queue, name, group));
        sent.push(...group);
        if (name !== 'live') touched.add(name);
      } catch (error) {
        log.error({ err: error, queue: name, rows: group.length }, 'sending outbox rows failed');
        await postpone(tx, group, error);
      }
    }
    if (sent.length > 0) {
      await sql`UPDATE outbox o SET sent_at = clock_timestamp(), attempts = attempts + 1, error = NULL
        FROM ${keysOf(sent)} WHERE o.tenant_id = k.tenant_id AND o.id = k.id`.execute(tx);
    }
    return rows.length;
  });
  for (const name of touched) queue.wake(name);
  return count === BATCH;
}

/** Returns the queue of a row; `live` is the only topic that becomes rows instead of a job. */
function queueOf({ topic, payload }: Row): string {
  return topic === 'job' ? String((payload as { job?: unknown } | null)?.job ?? 'job without a name') : topic;
}

async function send(tx: Tx, queue: JobQueue, name: string, rows: readonly Row[]): Promise<void> {
  if (name === 'live') return sendLive(tx, rows);
  await queue.send(
    tx,
    name,
    rows.map(({ id, tenant_id: tenantId, topic, payload, attempts }) => ({
      // A row that is sent again, after its organisation was resumed, must not meet the job of the first time.
      id: attempts === 0 ? id : uuid7(),
      // The tenant is that of the transaction that wrote the row, whatever the payload claims.
      data: topic === 'job' ? { ...(payload as object), tenantId } : { outboxId: id, tenantId },
    })),
  );
}

async function sendLive(tx: Tx, rows: readonly Row[]): Promise<void> {
  const events = rows.flatMap(({ tenant_id, payload }) => {
    const { principals, type, data } = payload as OutboxPayloads['live'];
    return [...new Set(principals)].map((principal) => ({
      tenant_id,
      id: uuid7(),
      principal,
      type,
      data: JSON.stringify(data ?? null),
    }));
  });
  if (events.length === 0) return;
  await tx.insertInto('live_event').values(events).execute();
  for (const [tenantId, group] of Map.groupBy(events, (event) => event.tenant_id)) {
    // The payload of NOTIFY is limited to 8000 bytes.
    for (let from = 0; from < group.length; from += BATCH) {
      const notice: LiveNotice = { tenantId, ids: group.slice(from, from + BATCH).map(({ id }) => id) };
      await sql`SELECT pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notice)})`.execute(tx);
    }
  }
}

async function postpone(tx: Tx, rows: readonly Row[], error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  await sql`UPDATE outbox o SET attempts = attempts + 1, error = ${text.slice(0, 500)},
      available_at = CASE WHEN attempts + 1 >= ${MOST_ATTEMPTS} THEN 'infinity'
        ELSE clock_timestamp() + least(power(2, attempts)::int, 300) * interval '1 second' END
    FROM ${keysOf(rows)} WHERE o.tenant_id = k.tenant_id AND o.id = k.id`.execute(tx);
}

import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayOf } from '../../shared/locale/days.ts';
import type { DatabaseHandle } from './database.ts';
import { AppError } from './errors.ts';
import { LIVE_CHANNEL, type LiveNotice } from './live-channel.ts';
import type { CallerSession } from './session.ts';
import { isUuid, uuid7, uuid7Floor } from './uuid.ts';

const STREAMS_PER_PERSON = 12;
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 3000;
/** Maximum duration of a stream, also if the wall clock is moved while it opens; a longer timer would fire at once. */
const STREAM_MAX_MS = 3_600_000;
/** Maximum number of streams whose tokens are verified at once, so that requests get connections too. */
const RECHECKED_AT_ONCE = 5;
/** A browser that stops reading is disconnected; it reconnects and receives the missed events. */
const UNREAD_MAX = 262_144;
/** How long missed events are kept; after a longer absence the browser reloads everything. */
const KEPT_MS = 3_600_000;
/** A page loads its data before its stream is open: events of this period are sent as if they had been missed. */
const LOADING_MS = 30_000;

interface Stream {
  session: CallerSession;
  readonly verify: () => Promise<CallerSession>;
  principals: ReadonlySet<string>;
  /** Events that arrive while the stream is being opened; sent after the missed ones. */
  waiting: EventRow[] | undefined;
  /** Events sent from the table when the stream was opened: their notification may still arrive. */
  readonly caughtUp: Set<string>;
  readonly types: ReadonlySet<string> | null;
  readonly response: ServerResponse;
}

interface EventRow {
  readonly id: string;
  readonly principal: string;
  readonly type: string;
  readonly data: unknown;
}

export interface LiveHub {
  /** Listens to the database; before the first stream. */
  start(): Promise<void>;
  /** Sends events to a user until the connection, the token or the server ends. */
  open(request: OpenRequest): Promise<void>;
  /** Verifies the tokens of these streams again, ends refused streams, and reloads the groups of the others. */
  recheck(concerns: (session: CallerSession) => boolean): Promise<void>;
  /** Ends every stream, so that they do not delay a stopping server. */
  stop(): Promise<void>;
}

interface OpenRequest {
  readonly session: CallerSession;
  /** Verifies the token of the request once more. */
  readonly verify: () => Promise<CallerSession>;
  readonly response: ServerResponse;
  /** Requested types; all when empty. */
  readonly types: readonly string[];
  readonly lastEventId: string | undefined;
  /** When the token expires. */
  readonly until: Date;
}

/** Sends live events to the browsers connected to this process; the database notifies all processes. Data are ids only. */
export function createLiveHub(db: DatabaseHandle, log: Logger, clock: () => Date): LiveHub {
  const streams = new Set<Stream>();
  let stopListening: () => Promise<void> = async () => undefined;
  const heartbeat = setInterval(() => {
    for (const { response, waiting } of streams) if (!waiting && isOpen(response)) response.write(':\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  async function onNotice(payload: string): Promise<void> {
    if (streams.size === 0) return;
    if (payload === '') {
      // The database connection was lost for a while, so events may have been missed.
      for (const stream of [...streams]) {
        await finishOnError([stream], async () => {
          if (!stream.waiting) await readPrincipals(stream);
          give(stream, [{ id: uuid7(), principal: '*', type: 'resync', data: {} }]);
        });
      }
      return;
    }
    const { tenantId, ids } = JSON.parse(payload) as LiveNotice;
    const mine = [...streams].filter(({ session }) => session.tenantId === tenantId);
    if (mine.length === 0) return;
    await finishOnError(mine, async () => {
      const rows = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
        const found = await sql<EventRow>`
          SELECT id, principal, type, data FROM live_event WHERE id = ANY(${ids}::uuid[]) ORDER BY id`.execute(tx);
        return found.rows;
      });
      for (const stream of mine) {
        if (!stream.waiting && changesRights(stream, rows)) await readPrincipals(stream);
        give(stream, rows);
      }
    });
  }

  /** Ends streams whose events cannot be read: their browsers reconnect and receive the missed events. */
  async function finishOnError(affected: readonly Stream[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'sending live events failed');
      for (const stream of affected) {
        if (stream.response.headersSent) finish(stream);
        else stream.response.destroy();
      }
    }
  }

  async function recheckOne(stream: Stream): Promise<void> {
    try {
      stream.session = await stream.verify();
      if (!stream.waiting) await readPrincipals(stream);
    } catch {
      // Also when verification failed: the browser reconnects and is checked again.
      finish(stream);
    }
  }

  async function readPrincipals(stream: Stream): Promise<void> {
    stream.principals = await principalsOf(db, stream.session, dayOf(clock(), stream.session.timeZone));
  }

  return {
    async start() {
      stopListening = await db.listen(LIVE_CHANNEL, (payload) => {
        onNotice(payload).catch((error: unknown) => log.error({ err: error }, 'sending live events failed'));
      });
    },

    async open({ session, verify, response, types, lastEventId: sent, until }) {
      const own = [...streams].filter((one) => one.session.userId === session.userId);
      if (own.length >= STREAMS_PER_PERSON) throw new AppError('live.too_many_streams');
      const isReconnecting = sent !== undefined && isUuid(sent);
      const since = isReconnecting ? sent.toLowerCase() : uuid7Floor(clock().getTime() - LOADING_MS);
      const stream: Stream = {
        session,
        verify,
        principals: new Set(),
        waiting: [],
        caughtUp: new Set([since]),
        types: types.length > 0 ? new Set([...types, 'resync', 'bye', 'session.revoked']) : null,
        response,
      };
      // Registered before anything is read: later events are queued, so that none is lost in between.
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
      try {
        // A session that ended before registration was not noticed.
        await verify();
        await readPrincipals(stream);
        const missed = await missedEvents(db, session, stream.principals, since, clock());
        if (!isOpen(response)) return;
        response.writeHead(200, {
          ...headersOf(response),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        });
        // The id covers a disconnect before the first event: events after it then count as missed.
        response.write(`retry: ${RETRY_MS}\n${isReconnecting ? '' : `id: ${since}\n`}\n`);
        if (missed === 'too many') write(stream, { id: uuid7(), type: 'resync', data: {} });
        else {
          sendEvents(stream, missed);
          for (const { id } of missed) stream.caughtUp.add(id);
        }
        // Includes changes of delegations during the read.
        while (changesRights(stream, stream.waiting ?? [])) {
          const before = stream.waiting ?? [];
          stream.waiting = [];
          await readPrincipals(stream);
          sendEvents(stream, before);
        }
        const waiting = stream.waiting ?? [];
        stream.waiting = undefined;
        sendEvents(stream, waiting);
      } catch (error) {
        streams.delete(stream);
        if (!response.headersSent) throw error;
        // The response has begun, so the only possible signal is to end it.
        log.error({ err: error }, 'sending live events failed');
        finish(stream);
        return;
      }
      const end = setTimeout(
        () => finish(stream),
        Math.min(Math.max(0, until.getTime() - clock().getTime()), STREAM_MAX_MS),
      );
      end.unref();
      response.on('close', () => clearTimeout(end));
    },

    async recheck(concerns) {
      const affected = [...streams].filter(({ session }) => concerns(session));
      for (let at = 0; at < affected.length; at += RECHECKED_AT_ONCE) {
        await Promise.all(affected.slice(at, at + RECHECKED_AT_ONCE).map(recheckOne));
      }
    },

    async stop() {
      clearInterval(heartbeat);
      await stopListening();
      for (const stream of streams) finish(stream);
    },
  };
}

/** Returns the headers set before the stream took over the response: security and CORS. */
function headersOf(response: ServerResponse): Record<string, string | number | readonly string[]> {
  return Object.fromEntries(Object.entries(response.getHeaders()).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number | readonly string[]
  >;
}

/** Between its end and its `close` a response is still registered; writing to it would be an error. */
function isOpen(response: ServerResponse): boolean {
  return !response.destroyed && !response.writableEnded;
}

function finish({ response }: Stream): void {
  // Before its headers are sent it is not a stream yet.
  if (!response.headersSent) response.destroy();
  else if (isOpen(response)) response.end(`event: bye\ndata: {}\n\n`);
}

function give(stream: Stream, rows: readonly EventRow[]): void {
  if (stream.waiting) stream.waiting.push(...rows);
  else sendEvents(stream, rows);
}

/** Whether these events start or end a delegation to the user. */
function changesRights({ session }: Stream, rows: readonly EventRow[]): boolean {
  return rows.some(({ type, principal }) => type === 'delegation.changed' && principal === `u:${session.userId}`);
}

function sendEvents(stream: Stream, rows: readonly EventRow[]): void {
  if (!isOpen(stream.response)) return;
  const sent = new Set<string>();
  for (const row of rows) {
    if (!stream.principals.has(row.principal) || (stream.types && !stream.types.has(row.type))) continue;
    if (stream.caughtUp.has(row.id)) continue;
    const isRevoked = row.type === 'session.revoked';
    // Concerns a delegator: the user's own session continues.
    if (isRevoked && row.principal !== `u:${stream.session.userId}`) continue;
    // An event can reach a user through several principals, for example two groups.
    const same = `${row.type} ${JSON.stringify(row.data)}`;
    if (sent.has(same)) continue;
    sent.add(same);
    write(stream, row);
    // A sign-out is the last event of a stream.
    if (isRevoked) finish(stream);
    if (!isOpen(stream.response)) break;
  }
  if (stream.response.writableLength > UNREAD_MAX) stream.response.destroy();
}

function write({ response }: Stream, { id, type, data }: Pick<EventRow, 'id' | 'type' | 'data'>): void {
  response.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Returns the principals of a user: their own, their groups', and those of today's delegators. */
async function principalsOf(db: DatabaseHandle, session: CallerSession, today: string): Promise<Set<string>> {
  const { tenantId, userId } = session;
  const rows = await db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const found = await sql<{ principal: string }>`
      SELECT 'g:' || group_id AS principal FROM group_member WHERE user_id = ${userId}::uuid
      UNION SELECT 'u:' || user_id FROM delegation
        WHERE delegate_user_id = ${userId}::uuid AND removed_at IS NULL AND replace_verva AND ${today}::date BETWEEN start_date AND end_date`.execute(
      tx,
    );
    return found.rows;
  });
  return new Set(['*', `u:${userId}`, `c:${userId}`, ...rows.map(({ principal }) => principal)]);
}

const MISSED_MAX = 500;

async function missedEvents(
  db: DatabaseHandle,
  { tenantId, userId }: CallerSession,
  principals: ReadonlySet<string>,
  since: string,
  now: Date,
): Promise<readonly EventRow[] | 'too many'> {
  // A UUIDv7 starts with its timestamp.
  const at = Number.parseInt(since.replaceAll('-', '').slice(0, 12), 16);
  if (now.getTime() - at > KEPT_MS) return 'too many';
  const rows = await db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const found = await sql<EventRow>`
      SELECT id, principal, type, data FROM live_event
      WHERE principal = ANY(${[...principals]}::text[]) AND id > ${since}::uuid
        AND type <> 'session.revoked' -- who comes back is signed in again
      ORDER BY id LIMIT ${MISSED_MAX + 1}`.execute(tx);
    return found.rows;
  });
  return rows.length > MISSED_MAX ? 'too many' : rows;
}

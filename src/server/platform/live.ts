import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayOf } from '../../shared/locale/days.ts';
import type { DatabaseHandle } from './database.ts';
import { AppError } from './errors.ts';
import { type LiveEventRow, missedEvents, principalsOf } from './live.query.ts';
import { LIVE_CHANNEL, type LiveNotice } from './live-channel.ts';
import { changesRights, finish, give, isOpen, type Stream, sendEvents, write } from './live-stream.ts';
import type { CallerSession } from './session.ts';
import { isUuid, uuid7, uuid7Floor } from './uuid.ts';

const STREAMS_PER_PERSON = 12;
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 3000;
/** Maximum duration of a stream, also if the wall clock is moved while it opens; a longer timer would fire at once. */
const STREAM_MAX_MS = 3_600_000;
/** Maximum number of streams whose tokens are verified at once, so that requests get connections too. */
const RECHECKED_AT_ONCE = 5;
/** A page loads its data before its stream is open: events of this period are sent as if they had been missed. */
const LOADING_MS = 30_000;

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
        const found = await sql<LiveEventRow>`
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

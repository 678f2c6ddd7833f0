import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayOf } from '../../shared/locale/days.ts';
import type { DatabaseHandle } from './database.ts';
import { AppError } from './errors.ts';
import { LIVE_CHANNEL, type LiveNotice } from './live-channel.ts';
import type { CallerSession } from './session.ts';
import { uuid7, uuid7Floor } from './uuid.ts';

const STREAMS_PER_PERSON = 12;
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 3000;
/** A stream ends after this at the latest, also where the wall clock was moved while it opened; a longer timer would end at once. */
const STREAM_MAX_MS = 3_600_000;
/** Streams whose tokens are verified at the same time, so that requests get connections too. */
const RECHECKED_AT_ONCE = 5;
/** A browser that reads nothing any more is let go; it comes back and hears what it missed. */
const UNREAD_MAX = 262_144;
/** What a browser missed is kept this long; who was away longer fetches everything again. */
const KEPT_MS = 3_600_000;
/** A page fetches what it shows before its stream is open: what happened in between is told as if it had been missed. */
const LOADING_MS = 30_000;

interface Stream {
  session: CallerSession;
  readonly verify: () => Promise<CallerSession>;
  principals: ReadonlySet<string>;
  /** What came while the stream was still being opened, to be told after what was missed. */
  waiting: EventRow[] | undefined;
  /** What was told from the table when the stream was opened: the database's notice of it may still be on its way. */
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
  /** Sends a person events until the connection, the token or the server ends. */
  open(request: OpenRequest): Promise<void>;
  /** Verifies the tokens of these streams again, ends those that are refused, and reads the groups of the others anew. */
  recheck(concerns: (session: CallerSession) => boolean): Promise<void>;
  /** Ends every stream, so that a stopping server is not held by them. */
  stop(): Promise<void>;
}

interface OpenRequest {
  readonly session: CallerSession;
  /** Verifies the token of the request once more. */
  readonly verify: () => Promise<CallerSession>;
  readonly response: ServerResponse;
  /** Types the caller wants; all when empty. */
  readonly types: readonly string[];
  readonly lastEventId: string | undefined;
  /** When the token ends. */
  readonly until: Date;
}

/** Live events to browsers, of this process; the database tells all processes. Data are ids only. */
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
      // The connection to the database was lost for a while: nobody knows what happened meanwhile.
      for (const stream of [...streams]) {
        await orFinish([stream], async () => {
          if (!stream.waiting) await readPrincipals(stream);
          give(stream, [{ id: uuid7(), principal: '*', type: 'resync', data: {} }]);
        });
      }
      return;
    }
    const { tenantId, ids } = JSON.parse(payload) as LiveNotice;
    const mine = [...streams].filter(({ session }) => session.tenantId === tenantId);
    if (mine.length === 0) return;
    await orFinish(mine, async () => {
      const rows = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
        const found = await sql<EventRow>`
          SELECT id, principal, type, data FROM live_event WHERE id = ANY(${ids}::uuid[]) ORDER BY id`.execute(tx);
        return found.rows;
      });
      for (const stream of mine) {
        if (!stream.waiting && changesStanding(stream, rows)) await readPrincipals(stream);
        give(stream, rows);
      }
    });
  }

  /** Ends streams that cannot be given what has happened: their browsers come back and hear what they missed. */
  async function orFinish(affected: readonly Stream[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'live events');
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
      // Also when it could not be asked: the browser comes back, and is answered by what holds then.
      finish(stream);
    }
  }

  async function readPrincipals(stream: Stream): Promise<void> {
    stream.principals = await principalsOf(db, stream.session, dayOf(clock(), stream.session.timeZone));
  }

  return {
    async start() {
      stopListening = await db.listen(LIVE_CHANNEL, (payload) => {
        onNotice(payload).catch((error: unknown) => log.error({ err: error }, 'live events'));
      });
    },

    async open({ session, verify, response, types, lastEventId: sent, until }) {
      const own = [...streams].filter((one) => one.session.userId === session.userId);
      if (own.length >= STREAMS_PER_PERSON) throw new AppError('live.too_many_streams');
      const isReturning = sent !== undefined && UUID.test(sent);
      const since = isReturning ? sent.toLowerCase() : uuid7Floor(clock().getTime() - LOADING_MS);
      const stream: Stream = {
        session,
        verify,
        principals: new Set(),
        waiting: [],
        caughtUp: new Set([since]),
        types: types.length > 0 ? new Set([...types, 'resync', 'bye', 'session.revoked']) : null,
        response,
      };
      // Among the others before anything is read: what happens from here on waits, and nothing falls in between.
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
      try {
        // What ended before the stream was among the others was not noticed by it.
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
        // The id is for a line that breaks before the first event: what follows is known to be missed then.
        response.write(`retry: ${RETRY_MS}\n${isReturning ? '' : `id: ${since}\n`}\n`);
        if (missed === 'too many') write(stream, { id: uuid7(), type: 'resync', data: {} });
        else {
          tell(stream, missed);
          for (const { id } of missed) stream.caughtUp.add(id);
        }
        // What changed for whom they stand while this was read counts as well.
        while (changesStanding(stream, stream.waiting ?? [])) {
          const before = stream.waiting ?? [];
          stream.waiting = [];
          await readPrincipals(stream);
          tell(stream, before);
        }
        const waiting = stream.waiting ?? [];
        stream.waiting = undefined;
        tell(stream, waiting);
      } catch (error) {
        streams.delete(stream);
        if (!response.headersSent) throw error;
        // The answer has begun: all that can still be said is that it ends.
        log.error({ err: error }, 'live events');
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

/** What the response was given before we took it over: security and CORS headers. */
function headersOf(response: ServerResponse): Record<string, string | number | readonly string[]> {
  return Object.fromEntries(Object.entries(response.getHeaders()).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number | readonly string[]
  >;
}

/** Between its end and its `close` a response is still among the streams; writing to it would be an error. */
function isOpen(response: ServerResponse): boolean {
  return !response.destroyed && !response.writableEnded;
}

function finish({ response }: Stream): void {
  // Before its head is sent it is no stream yet.
  if (!response.headersSent) response.destroy();
  else if (isOpen(response)) response.end(`event: bye\ndata: {}\n\n`);
}

function give(stream: Stream, rows: readonly EventRow[]): void {
  if (stream.waiting) stream.waiting.push(...rows);
  else tell(stream, rows);
}

/** Whether with these events a person begins or ends to stand for somebody. */
function changesStanding({ session }: Stream, rows: readonly EventRow[]): boolean {
  return rows.some(({ type, principal }) => type === 'delegation.changed' && principal === `u:${session.userId}`);
}

function tell(stream: Stream, rows: readonly EventRow[]): void {
  if (!isOpen(stream.response)) return;
  const sent = new Set<string>();
  for (const row of rows) {
    if (!stream.principals.has(row.principal) || (stream.types && !stream.types.has(row.type))) continue;
    if (stream.caughtUp.has(row.id)) continue;
    const isRevoked = row.type === 'session.revoked';
    // Of somebody they stand for: none of theirs ended.
    if (isRevoked && row.principal !== `u:${stream.session.userId}`) continue;
    // One event reaches a person by several principals, as by two groups.
    const same = `${row.type} ${JSON.stringify(row.data)}`;
    if (sent.has(same)) continue;
    sent.add(same);
    write(stream, row);
    // Whoever was signed out hears that, and nothing after it.
    if (isRevoked) finish(stream);
    if (!isOpen(stream.response)) break;
  }
  if (stream.response.writableLength > UNREAD_MAX) stream.response.destroy();
}

function write({ response }: Stream, { id, type, data }: Pick<EventRow, 'id' | 'type' | 'data'>): void {
  response.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** In whose name somebody hears: their own, their groups', and of those they stand for today. */
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

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const MISSED_MAX = 500;

async function missedEvents(
  db: DatabaseHandle,
  { tenantId, userId }: CallerSession,
  principals: ReadonlySet<string>,
  since: string,
  now: Date,
): Promise<readonly EventRow[] | 'too many'> {
  // A UUIDv7 begins with its time.
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

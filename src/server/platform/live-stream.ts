import type { ServerResponse } from 'node:http';
import type { LiveEventRow } from './live.query.ts';
import type { CallerSession } from './session.ts';

/** A browser that stops reading is disconnected; it reconnects and receives the missed events. */
const UNREAD_MAX = 262_144;

/** An open stream of events to a browser. */
export interface Stream {
  session: CallerSession;
  readonly verify: () => Promise<CallerSession>;
  principals: ReadonlySet<string>;
  /** Events that arrive while the stream is being opened; sent after the missed ones. */
  waiting: LiveEventRow[] | undefined;
  /** Events sent from the table when the stream was opened: their notification may still arrive. */
  readonly caughtUp: Set<string>;
  readonly types: ReadonlySet<string> | null;
  readonly response: ServerResponse;
}

/** Between its end and its `close` a response is still registered; writing to it would be an error. */
export function isOpen(response: ServerResponse): boolean {
  return !response.destroyed && !response.writableEnded;
}

export function finish({ response }: Stream): void {
  // Before its headers are sent it is not a stream yet.
  if (!response.headersSent) response.destroy();
  else if (isOpen(response)) response.end(`event: bye\ndata: {}\n\n`);
}

export function give(stream: Stream, rows: readonly LiveEventRow[]): void {
  if (stream.waiting) stream.waiting.push(...rows);
  else sendEvents(stream, rows);
}

/** Whether these events start or end a delegation to the user. */
export function changesRights({ session }: Stream, rows: readonly LiveEventRow[]): boolean {
  return rows.some(({ type, principal }) => type === 'delegation.changed' && principal === `u:${session.userId}`);
}

export function sendEvents(stream: Stream, rows: readonly LiveEventRow[]): void {
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

export function write({ response }: Stream, { id, type, data }: Pick<LiveEventRow, 'id' | 'type' | 'data'>): void {
  response.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}

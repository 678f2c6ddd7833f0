import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Elapsed } from '../clock.ts';
import { AppError } from '../errors.ts';
import { sendProblem } from './problems.ts';

/** How long a client may take to send a request. */
export interface ReceiveLimits {
  /** Until the last header has arrived. */
  readonly headersMs: number;
  /** Until the last byte of the body has arrived. */
  readonly totalMs: number;
  /** In each period of this length a body needs at least `windowBytes`. */
  readonly windowMs: number;
  readonly windowBytes: number;
  /** How often the limits are checked. */
  readonly checkMs: number;
}

/** A body that arrives with 8 kbit/s or more is received; 50 MB need 14 kB/s, or the total ends them. */
export const RECEIVE_LIMITS: ReceiveLimits = {
  headersMs: 20_000,
  totalMs: 3_600_000,
  windowMs: 30_000,
  windowBytes: 30_000,
  checkMs: 5_000,
};

interface Receiving {
  readonly reply: FastifyReply;
  at: number;
  bytes: number;
}

/** Ends requests with a very slow body with 408. A total time alone would either end large uploads or let slow ones occupy the server. */
export function endSlowBodies(
  app: FastifyInstance,
  elapsed: Elapsed,
  { windowMs, windowBytes, checkMs }: ReceiveLimits,
): void {
  const receiving = new Map<FastifyRequest, Receiving>();

  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    receiving.set(request, { reply, at: elapsed(), bytes: raw.socket.bytesRead });
    raw.once('end', () => receiving.delete(request));
  });

  const checking = setInterval(() => {
    const now = elapsed();
    for (const [request, one] of receiving) {
      const { raw } = request;
      if (raw.complete || raw.socket.destroyed) receiving.delete(request);
      else if (now - one.at < windowMs) continue;
      else if (raw.socket.bytesRead - one.bytes < windowBytes) {
        receiving.delete(request);
        end(request, one.reply);
      } else Object.assign(one, { at: now, bytes: raw.socket.bytesRead });
    }
  }, checkMs);
  checking.unref();
  app.addHook('onClose', async () => clearInterval(checking));
}

function end(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  // The response was sent without reading the body, or has begun: no further response is possible.
  if (reply.sent) {
    socket.destroy();
    return;
  }
  reply.raw.once('finish', () => socket.destroySoon());
  reply.header('connection', 'close');
  sendProblem(new AppError('request.timeout'), request, reply);
}

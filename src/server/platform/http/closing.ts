import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Interval for closing connections that have become idle while the server stops. */
const CHECK_MS = 50;

/**
 * Tracks connections without a request, as browsers open them in advance: `closeIdleConnections` leaves these open, so
 * each would delay a stop until its timeout. Call it before the server listens.
 */
export function trackUnused(server: Server): { close(): void } {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  // Not the socket's `data`: a listener for it would bypass Node's fast parser.
  server.on('request', ({ socket }) => unused.delete(socket));
  return {
    close() {
      for (const socket of unused) socket.destroy();
    },
  };
}

/**
 * Ends every connection as soon as its request is answered, and the others after `graceMs`.
 * Resolves when `closing` does; running requests keep their connection until then.
 */
export async function endConnections(
  server: Server,
  unused: { close(): void },
  closing: Promise<unknown>,
  graceMs: number,
): Promise<void> {
  const look = () => {
    unused.close();
    server.closeIdleConnections();
  };
  look();
  const idle = setInterval(look, CHECK_MS);
  const hard = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await closing;
  } finally {
    clearInterval(idle);
    clearTimeout(hard);
  }
}

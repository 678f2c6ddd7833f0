import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

const responses = new AsyncLocalStorage<ServerResponse>();

/** Runs the work of a request; what it starts may ask whether its client is still there. */
export function forClient<T>(response: ServerResponse, work: () => T): T {
  return responses.run(response, work);
}

/**
 * Calls `stop` when the client of the request that runs closes its connection without an answer, also if it already has. Does
 * nothing outside of a request. Returns a function that ends the watch.
 */
export function whenClientLeaves(stop: () => void): () => void {
  const response = responses.getStore();
  if (!response) return () => undefined;
  const check = () => {
    if (!response.writableFinished) stop();
  };
  if (response.destroyed) check();
  else response.once('close', check);
  return () => response.off('close', check);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

const responses = new AsyncLocalStorage<ServerResponse>();

/** Runs the work of a request; the work can check whether the client is still connected. */
export function forClient<T>(response: ServerResponse, work: () => T): T {
  return responses.run(response, work);
}

/**
 * Calls `stop` when the client of the current request disconnects before the response, or already has. Does nothing
 * outside of a request. Returns a function that stops watching.
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

import type { Endpoint } from '../../../shared/contracts/endpoint.ts';
import type { AppContext } from '../context.ts';

/** What answers an endpoint, and the check of its body. */
export interface Operation {
  readonly handle: (call: never) => Promise<unknown>;
  readonly check: ((body: unknown) => void) | undefined;
}

const served = new WeakMap<AppContext, Map<Endpoint, Operation>>();

/** Makes an operation available to `callWithin`. */
export function keepOperation(context: AppContext, endpoint: Endpoint, operation: Operation): void {
  const known = served.get(context) ?? new Map<Endpoint, Operation>();
  served.set(context, known.set(endpoint, operation));
}

export const keptOperation = (context: AppContext, endpoint: Endpoint): Operation | undefined =>
  served.get(context)?.get(endpoint);

import { randomId } from '../page/random.ts';
import { type ApiError, asApiError } from './api-error.ts';

/** A request to be executed once, however often it is sent. */
export interface IdempotentRequest {
  /**
   * Sends a request with an idempotency key (API-06). After a lost or incomplete response, the same `wanted` is retried
   * with the same key; after a decision, or for another `wanted`, a new key is used. Throws ApiError.
   */
  carryOut<Result>(wanted: unknown, run: (idempotencyKey: string) => Promise<Result>): Promise<Result>;
}

export function createIdempotentRequest(makeKey: () => string = randomId): IdempotentRequest {
  let known: { readonly text: string; readonly key: string } | null = null;
  return {
    async carryOut(wanted, run) {
      const text = JSON.stringify(wanted);
      const mine = known?.text === text ? known : { text, key: makeKey() };
      known = mine;
      const settle = () => {
        if (known === mine) known = null;
      };
      try {
        const result = await run(mine.key);
        settle();
        return result;
      } catch (error) {
        const problem = asApiError(error);
        if (isDecision(problem)) settle();
        throw problem;
      }
    },
  };
}

/** Whether the server has refused; after a lost or incomplete response the request may have been executed. */
function isDecision({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && code !== 'unreadable' && code !== 'idempotency.in_progress';
}

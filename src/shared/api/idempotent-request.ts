import { randomId } from '../page/random.ts';
import { type ApiError, asApiError } from './api-error.ts';

/** What a person wants done once, however often it has to be sent. */
export interface IdempotentRequest {
  /**
   * Sends it with a key by which the server knows it again (API-06). Sent again after a lost or a half answer, the same that
   * is `wanted` has the same key; after a decision, or when something else is wanted, it has a new one. Throws ApiError.
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

/** Whether the server has answered no; a lost or a half answer may stand for something that was carried out. */
function isDecision({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && code !== 'unreadable' && code !== 'idempotency.in_progress';
}

import type { AppContext } from './context.ts';
import type { Tx } from './database.ts';
import type { CallerSession } from './session.ts';

/** The caller of a request or job, with the transaction and the time of what is done for them. */
export interface Caller {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly now: Date;
}

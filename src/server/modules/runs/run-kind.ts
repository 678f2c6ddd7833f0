import type { ErrorCode } from '../../../shared/contracts/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import type { Detail, RunRow, StoredKind } from './runs.store.ts';

interface NamedKind extends StoredKind {
  /** Type of the live event about progress, for the user who started the run. */
  readonly progressEvent: string;
  readonly errors: { readonly notFound: ErrorCode; readonly nothingFailed: ErrorCode };
}

/** An item to process. */
export interface RunItem {
  readonly id: string;
  /** The version that was selected; null for kinds without one, and in a retry. */
  readonly version: number | null;
}

/** A kind of run that acts in the name of the user who started it, with that user's rights at the time of each item. */
interface UserRunKind extends NamedKind {
  /**
   * Processes one item in the transaction that also stores its result. An AppError below 500 becomes the result and
   * undoes what was written. A returned detail is stored with the result. Work passed to `afterwards` runs after that transaction, and never in a dry run.
   */
  readonly execute: (
    call: Caller,
    run: RunRow,
    item: RunItem,
    afterwards: (work: () => Promise<void>) => void,
  ) => Promise<Detail | undefined>;
}

/** What a run without a caller works with. */
interface SystemWork {
  readonly tx: Tx;
  readonly context: AppContext;
  readonly tenantId: number;
  readonly timeZone: string;
  /** The user who started the run; null if another system did. */
  readonly userId: string | null;
  readonly now: Date;
}

/** A kind of run that was authorised when it started, and needs the rights of no user afterwards. */
interface SystemRunKind extends NamedKind {
  /** As `execute` of the other kinds. */
  readonly executeAsSystem: (work: SystemWork, run: RunRow, item: RunItem) => Promise<Detail | undefined>;
}

/** A kind of run: what is done with each item, and the names under which clients know it. */
export type RunKind = UserRunKind | SystemRunKind;

/** Returns the kind of a stored run. */
export function kindNamed(kinds: readonly RunKind[], name: string): RunKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind of run ${name}.`);
  return kind;
}

import type { ErrorCode } from '../../../shared/contracts/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Detail, RunRow, StoredKind } from './runs.store.ts';

/** A kind of run: what is done with each item, and the names under which clients know it. */
export interface RunKind extends StoredKind {
  /** Type of the live event about progress, for the user who started the run. */
  readonly progressEvent: string;
  readonly errors: { readonly notFound: ErrorCode; readonly nothingFailed: ErrorCode };
  /**
   * Processes one item in the transaction that also stores its result. An AppError below 500 becomes the result and
   * undoes what was written. A returned detail is stored with the result. Work passed to `afterwards` runs after that transaction, and never in a dry run.
   */
  readonly execute: (
    call: Caller,
    run: RunRow,
    itemId: string,
    afterwards: (work: () => Promise<void>) => void,
  ) => Promise<Detail | undefined>;
}

/** Returns the kind of a stored run. */
export function kindNamed(kinds: readonly RunKind[], name: string): RunKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind of run ${name}.`);
  return kind;
}

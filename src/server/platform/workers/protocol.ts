import type { ErrorCode, ErrorParams } from '../../../shared/contracts/errors.ts';
import type { ErrorExtra } from '../errors.ts';

/** One call of an exported function in a worker thread. Arguments and results are copied (structured clone). */
export interface Call {
  /** URL of the module. */
  readonly module: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type Answer =
  | { readonly result: unknown }
  /** An AppError, which cannot be copied by structured clone. */
  | { readonly refusal: { readonly code: ErrorCode; readonly params: ErrorParams; readonly extra: ErrorExtra } }
  | { readonly failure: string };

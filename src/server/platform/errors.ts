import { ERRORS, type ErrorCode, type ErrorParams, type FieldError } from '../../shared/contracts/errors.ts';

/** Additional members of a problem: faults by field, and others (`current`, `usedBy`, …). */
export interface ErrorExtra {
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/**
 * A failure reported to the caller. The code decides the HTTP status and the text; `params` fill in the text.
 * Thrown inside a transaction it rolls everything back.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly params: ErrorParams;
  readonly extra: ErrorExtra;

  constructor(code: ErrorCode, params: ErrorParams = {}, extra: ErrorExtra = {}) {
    super(`${code}: ${ERRORS[code].text}`);
    this.code = code;
    this.status = ERRORS[code].status;
    this.params = params;
    this.extra = extra;
  }
}

/** A failure with the same code at the field that caused it, named by a JSON pointer. */
export function faultAt(code: ErrorCode, pointer: string, params: ErrorParams = {}): AppError {
  return new AppError(code, params, { errors: [{ pointer, code, params }] });
}

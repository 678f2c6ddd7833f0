import { ERRORS, type ErrorCode, type ErrorParams, type FieldError } from '../../shared/contracts/errors.ts';

/** What a problem may carry besides its code: faults by field, and members of its own (`current`, `usedBy`, …). */
export interface ErrorExtra {
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/**
 * A failure that the caller is told about. The code decides the HTTP status and the text; `params` fill the text in.
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

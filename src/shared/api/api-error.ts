import type { ErrorCode, ErrorParams, FieldError, Problem } from '../contracts/errors.ts';

/** `network`: no response, the request may or may not have arrived. `unreadable`: a response that is not ours. */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable';

/** Error of every failed call: a refusal with its code, or an unreachable server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly params: ErrorParams;
  readonly errors: readonly FieldError[];
  /** The complete problem response, including additional members; its `title` is in the language of the request. */
  readonly problem: (Problem & Readonly<Record<string, unknown>>) | undefined;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(
    code: ApiErrorCode,
    status: number,
    details: { problem?: Problem | undefined; requestId?: string | undefined; cause?: unknown } = {},
  ) {
    super(details.problem?.title ?? code, { cause: details.cause });
    this.code = code;
    this.status = status;
    this.params = details.problem?.params ?? {};
    this.errors = details.problem?.errors ?? [];
    this.problem = details.problem as ApiError['problem'];
    this.requestId = details.requestId;
  }
}

/** Converts a caught value; anything other than an ApiError means that the server was unreachable. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('network', 0, { cause: error });
}

/** The code of a caught error; `network` for anything other than an ApiError. */
export function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'network';
}

/** The error of a response. */
export async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  let problem: Problem | undefined;
  try {
    if (response.headers.get('content-type')?.includes('json')) problem = (await response.json()) as Problem;
  } catch {
    // A truncated proxy response is not one of our problems; the status is enough.
  }
  if (problem?.code) return new ApiError(problem.code, response.status, { problem, requestId });
  return new ApiError('unreadable', response.status, { requestId });
}

import type { ErrorCode, ErrorParams, FieldError, Problem } from '../contracts/errors.ts';

/** `network`: no answer came, the request may or may not have arrived. `unreadable`: an answer that is not ours. */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable';

/** What a call throws, always: a refusal of the server with its code, or that it could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly params: ErrorParams;
  readonly errors: readonly FieldError[];
  /** The whole answer of the server with what it adds to a code; its `title` is in the language of the request. */
  readonly problem: (Problem & Readonly<Record<string, unknown>>) | undefined;
  /** By this id the server's log finds the request. */
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

/** What a call threw; anything else means that it could not be reached. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('network', 0, { cause: error });
}

/** The code of what a call threw; `network` for everything else. */
export function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'network';
}

/** The error that an answer stands for. */
export async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  let problem: Problem | undefined;
  try {
    if (response.headers.get('content-type')?.includes('json')) problem = (await response.json()) as Problem;
  } catch {
    // Half an answer of a proxy is no problem of ours; the status says enough.
  }
  if (problem?.code) return new ApiError(problem.code, response.status, { problem, requestId });
  return new ApiError('unreadable', response.status, { requestId });
}

import { language } from '../locale/language.ts';
import { problemMessages } from '../locale/problems.messages.ts';
import { ApiError } from './api-error.ts';

/**
 * Message for a failed call. The server's texts are translated; without a response there are local texts. Server errors
 * include the request id for support.
 */
export function problemText(error: unknown): string {
  const id = language.value;
  if (!(error instanceof ApiError) || !error.problem) {
    const unreachable = error instanceof ApiError && error.code === 'network';
    return problemMessages.text(id, unreachable ? 'network' : 'unreadable');
  }
  const text = error.problem.title;
  if (error.status < 500 || !error.requestId) return text;
  return problemMessages.text(id, 'reference', { text, requestId: error.requestId });
}

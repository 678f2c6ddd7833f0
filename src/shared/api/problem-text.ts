import { language } from '../locale/language.ts';
import { problemMessages } from '../locale/problems.messages.ts';
import { ApiError } from './api-error.ts';

/**
 * The sentence that tells a person what went wrong. The server sends its texts translated; what never reached it has
 * words of our own. A fault of the server adds the number by which support finds it.
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

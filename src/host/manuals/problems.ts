import { ApiError, type ApiErrorCode } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';

/** The code of what went wrong; `network` when there was no answer. */
export function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'network';
}

/** Says at the edge of the screen why something did not work. */
export function tellProblem(error: unknown): void {
  showSnack({ text: problemText(error), color: 'red' });
}

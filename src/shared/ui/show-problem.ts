import { problemText } from '../api/problem-text.ts';
import { showSnack } from './snackbar.ts';

/** Shows a snackbar with the reason of a failure. */
export function showProblem(error: unknown): void {
  showSnack({ text: problemText(error), color: 'red' });
}

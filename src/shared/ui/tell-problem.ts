import { problemText } from '../api/problem-text.ts';
import { showSnack } from './snackbar.ts';

/** Says at the edge of the screen why something did not work. */
export function tellProblem(error: unknown): void {
  showSnack({ text: problemText(error), color: 'red' });
}

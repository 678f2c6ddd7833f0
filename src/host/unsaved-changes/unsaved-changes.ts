import { signal } from '@preact/signals-core';
import { unsavedInputs } from '../../shared/page/unsaved.ts';

export type LeaveChoice = 'stay' | 'keep' | 'discard';

/** The question that is open: what answers it, and whether keeping saves, since there are no drafts. */
interface OpenQuestion {
  readonly answer: (choice: LeaveChoice) => void;
  readonly saves: boolean;
}
export const openQuestion = signal<OpenQuestion | null>(null);

/**
 * Whether the page may be left (LAY-07): at once when nothing was typed, else as the person says. What is kept is a draft,
 * which is there again when the task is opened; settings have none and are saved, and where that fails one stays.
 */
export async function confirmLeaving(): Promise<boolean> {
  const inputs = unsavedInputs();
  if (inputs.length === 0) return true;
  // A second wish to leave takes the place of the first.
  openQuestion.peek()?.answer('stay');
  const choice = await new Promise<LeaveChoice>((answer) => {
    openQuestion.value = { answer, saves: inputs.every(({ keeping }) => keeping === 'saves') };
  });
  openQuestion.value = null;
  if (choice === 'stay') return false;
  await Promise.allSettled(inputs.map((input) => (choice === 'keep' ? input.keep() : input.discard())));
  return !inputs.some((input) => choice === 'keep' && input.keeping === 'saves' && input.isTyped());
}

type Navigate = (to: string, options?: { readonly replace?: boolean }) => void;

/**
 * Asks before another page is gone to. Within a page, as from task to task of the inbox, the draft is kept without a
 * question.
 */
export function askBeforeLeaving(navigate: Navigate, to: string, options?: { readonly replace?: boolean }): void {
  const isSamePage = new URL(to, location.href).pathname === location.pathname;
  if (isSamePage || options?.replace || unsavedInputs().length === 0) {
    navigate(to, options);
    return;
  }
  void confirmLeaving().then((isFree) => isFree && navigate(to, options));
}

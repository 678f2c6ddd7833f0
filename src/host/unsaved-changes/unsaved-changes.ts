import { signal } from '@preact/signals-core';
import { unsavedInputs } from '../../shared/page/unsaved.ts';

export type LeaveChoice = 'stay' | 'keep' | 'discard';

/** The open question: its answer callback, and whether keeping saves because the page has no drafts. */
interface OpenQuestion {
  readonly answer: (choice: LeaveChoice) => void;
  readonly saves: boolean;
}
export const openQuestion = signal<OpenQuestion | null>(null);

/**
 * Whether the page may be left (LAY-07): at once without changes, otherwise as the user decides. Keeping stores a draft,
 * which is restored when the task is opened again; settings have no drafts and are saved. If saving fails, the page stays.
 */
export async function confirmLeaving(): Promise<boolean> {
  const inputs = unsavedInputs();
  if (inputs.length === 0) return true;
  // A second navigation replaces the first question.
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
 * Asks before navigating to another page. Within a page, such as from task to task in the inbox, the draft is kept without
 * asking.
 */
export function askBeforeLeaving(navigate: Navigate, to: string, options?: { readonly replace?: boolean }): void {
  const isSamePage = new URL(to, location.href).pathname === location.pathname;
  if (isSamePage || options?.replace || unsavedInputs().length === 0) {
    navigate(to, options);
    return;
  }
  void confirmLeaving().then((isFree) => isFree && navigate(to, options));
}

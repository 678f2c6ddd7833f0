import { pageWide } from './page-wide.ts';

/** Something that a person types into, of any element on the page. */
export interface UnsavedInput {
  /** Whether there is something that has not been sent. */
  isTyped(): boolean;
  /** Keeps it as a draft; resolves when that has been tried. */
  keep(): Promise<unknown>;
  discard(): Promise<unknown>;
  /** What is kept holds at once, so that there is no draft of it: settings. Where that fails, the page stays. */
  readonly keeping?: 'saves';
  /** Whether it is lost when the window is closed; where that is not said, whatever was typed. */
  isAtRisk?(): boolean;
}

const inputs = pageWide<Set<UnsavedInput>>('unsaved', () => new Set());

/** Has the application ask before the page with this input is left, and the browser before its window is closed (LAY-07). Gives what ends it. */
export function watchUnsaved(input: UnsavedInput): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (input.isAtRisk?.() ?? input.isTyped()) event.preventDefault();
  };
  inputs.add(input);
  addEventListener('beforeunload', warn);
  return () => {
    inputs.delete(input);
    removeEventListener('beforeunload', warn);
  };
}

/** What somebody has typed on this page and not sent. */
export function unsavedInputs(): readonly UnsavedInput[] {
  return [...inputs].filter((input) => input.isTyped());
}

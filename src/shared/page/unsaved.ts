import { pageWide } from './page-wide.ts';

/** User input in any element of the page. */
export interface UnsavedInput {
  /** Whether there is unsent input. */
  isTyped(): boolean;
  /** Saves it as a draft; resolves after the attempt. */
  keep(): Promise<unknown>;
  discard(): Promise<unknown>;
  /** For settings: saving takes effect at once, without a draft. If it fails, the page stays. */
  readonly keeping?: 'saves';
  /** Whether closing the window would lose it; by default any unsent input. */
  isAtRisk?(): boolean;
}

const inputs = pageWide<Set<UnsavedInput>>('unsaved', () => new Set());

/**
 * Makes the application ask before leaving a page with this input, and the browser before closing its window (LAY-07).
 * Returns the function that ends it.
 */
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

/** All inputs with unsent changes on this page. */
export function unsavedInputs(): readonly UnsavedInput[] {
  return [...inputs].filter((input) => input.isTyped());
}

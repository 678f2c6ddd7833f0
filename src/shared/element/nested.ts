const LOADER = Symbol.for('verva.loader');

/**
 * Lets the page's loader find elements inside an element. Without a loader, as in the application, their code is
 * already loaded.
 */
export function watchForElements(root: ShadowRoot): void {
  const page = globalThis as unknown as Record<symbol, { observe(root: ShadowRoot): void } | undefined>;
  page[LOADER]?.observe(root);
}

const LOADER = Symbol.for('verva.loader');

/** Lets the page's loader see elements inside of an element. Without a loader, as in the application, their code is there already. */
export function watchForElements(root: ShadowRoot): void {
  const page = globalThis as unknown as Record<symbol, { observe(root: ShadowRoot): void } | undefined>;
  page[LOADER]?.observe(root);
}

import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Animations that end, of the page and of all shadow trees in it. */
function runningAnimations(root: Document | ShadowRoot = document): Animation[] {
  const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? runningAnimations(shadowRoot) : [],
  );
  const own = root
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  return [...new Set([...own.filter(({ playState }) => playState === 'running'), ...inside])];
}

/**
 * Runs axe once nothing on the page is animated any more. In the middle of a transition, as of a button that is enabled
 * again, colours have too little contrast, which a slow machine shows.
 */
export async function runAxe(context: Element | string, options: RunOptions = {}): Promise<AxeResults> {
  for (let running = runningAnimations(); running.length > 0; running = runningAnimations())
    await Promise.allSettled(running.map(({ finished }) => finished));
  return axe.run(context as Element, options);
}

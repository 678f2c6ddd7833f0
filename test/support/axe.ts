import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Returns the finite animations of the page and of all its shadow trees. */
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
 * Runs axe once no animation is running. During a transition, for example of a button that becomes enabled, colours
 * have too little contrast; a slow machine reveals it.
 */
export async function runAxe(context: Element | string, options: RunOptions = {}): Promise<AxeResults> {
  for (let running = runningAnimations(); running.length > 0; running = runningAnimations())
    await Promise.allSettled(running.map(({ finished }) => finished));
  return axe.run(context as Element, options);
}

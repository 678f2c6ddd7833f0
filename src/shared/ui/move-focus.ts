const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

type Axis = 'vertical' | 'horizontal';

/** Moves the focus among elements by arrow keys, Home and End, and returns the new element. Ignores other keys. */
export function moveFocus(
  event: { readonly key: string; preventDefault(): void },
  elements: readonly HTMLElement[],
  axis: Axis,
): HTMLElement | undefined {
  const wrong = axis === 'vertical' ? /Left|Right/ : /Up|Down/;
  const step = STEPS[event.key];
  if (!step || wrong.test(event.key) || elements.length === 0) return undefined;
  event.preventDefault();
  const root = elements[0]?.getRootNode() as Document | ShadowRoot;
  const at = elements.indexOf(root.activeElement as HTMLElement);
  const next = elements[at < 0 && event.key.startsWith('Arrow') ? 0 : step(at, elements.length)];
  next?.focus();
  return next;
}

/** Time on screen after which a change counts as read; shorter while scrolling does not count. */
const DWELL_MS = 300;
const STEPS = [0, 0.25, 0.5, 0.75, 1];

/**
 * Reports which changes of a list were on screen long enough, in full or filling the screen. They get the attribute
 * `data-seen`. Elements may be added later.
 */
export function watchChanges(
  list: HTMLElement,
  onSeen: (index: number) => void,
  onCurrent: (index: number) => void,
): () => void {
  const waiting = new Map<Element, ReturnType<typeof setTimeout>>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio, intersectionRect, rootBounds } of entries) {
        const screen = (rootBounds?.height ?? innerHeight) / 2;
        const fills = isIntersecting && (intersectionRatio >= 0.75 || intersectionRect.height >= screen);
        const index = Number((target as HTMLElement).dataset.change);
        if (fills && !waiting.has(target)) {
          onCurrent(index);
          waiting.set(
            target,
            setTimeout(() => {
              observer.unobserve(target);
              target.toggleAttribute('data-seen', true);
              onSeen(index);
            }, DWELL_MS),
          );
        }
        if (!fills) {
          clearTimeout(waiting.get(target));
          waiting.delete(target);
        }
      }
    },
    { threshold: STEPS },
  );
  const watched = new WeakSet<Element>();
  const look = () => {
    for (const change of list.querySelectorAll('[data-change]')) {
      if (watched.has(change)) continue;
      watched.add(change);
      observer.observe(change);
    }
  };
  const more = new MutationObserver(look);
  more.observe(list, { childList: true });
  look();
  return () => {
    observer.disconnect();
    more.disconnect();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}

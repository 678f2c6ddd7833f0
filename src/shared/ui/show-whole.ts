/**
 * Gives what its place cuts off a tooltip with the whole text of it, for as long as the pointer is there. Listens to
 * `pointerover` of a root; where somebody has written a title already, it stays.
 */
export function showWhole({ target }: Event): void {
  let at = target instanceof Element ? target : null;
  for (; at && !at.hasAttribute('title'); at = at.parentElement) {
    if (at.scrollWidth <= at.clientWidth || getComputedStyle(at).textOverflow !== 'ellipsis') continue;
    show(at);
    return;
  }
}

function show(cut: Element): void {
  // biome-ignore lint/performance/useDomNodeTextContent: parts that stand below each other are to stay apart
  const text = cut instanceof HTMLInputElement ? cut.type === 'text' && cut.value : (cut as HTMLElement).innerText;
  if (!text || cut.closest('[title]')) return;
  cut.setAttribute('title', text);
  cut.addEventListener('pointerleave', () => cut.removeAttribute('title'), { once: true });
}

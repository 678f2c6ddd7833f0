/**
 * Gives truncated content a tooltip with the full text while the pointer is over it. Listens to `pointerover` of a
 * root; existing titles stay.
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
  // biome-ignore lint/performance/useDomNodeTextContent: text of separate lines must stay separated
  const text = cut instanceof HTMLInputElement ? cut.type === 'text' && cut.value : (cut as HTMLElement).innerText;
  if (!text || cut.closest('[title]')) return;
  cut.setAttribute('title', text);
  cut.addEventListener('pointerleave', () => cut.removeAttribute('title'), { once: true });
}

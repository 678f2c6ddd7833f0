const GAP = 4;
const EDGE = 8;
const NARROWEST = 200;

/**
 * Positions a floating box (position: fixed, in the top layer) below its anchor, or above where there is more room,
 * within the window.
 */
export function placeBeside(anchor: Element, box: HTMLElement, align: 'start' | 'end' = 'start'): void {
  const from = anchor.getBoundingClientRect();
  box.style.minWidth = `${Math.min(Math.max(from.width, NARROWEST), innerWidth - 2 * EDGE)}px`;
  const { width, height } = box.getBoundingClientRect();
  const below = innerHeight - from.bottom - GAP - EDGE;
  const above = from.top - GAP - EDGE;
  const top = height <= below || below >= above ? from.bottom + GAP : from.top - GAP - height;
  const left = align === 'start' ? from.left : from.right - width;
  box.style.top = `${Math.round(Math.max(EDGE, Math.min(top, innerHeight - height - EDGE)))}px`;
  box.style.left = `${Math.round(Math.max(EDGE, Math.min(left, innerWidth - width - EDGE)))}px`;
}

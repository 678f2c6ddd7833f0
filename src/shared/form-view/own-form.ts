/** Boxes that are typed into; those of one choice belong together and stay so. */
const OTHERS: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'submit', 'button', 'reset']);

/**
 * With each key Chromium reads all boxes of the form that the box belongs to, or all of the page that belong to none, in
 * case it can fill them in: with hundreds of them that costs more than drawing the key. So the box that has the focus
 * belongs to the empty form `id` as long as it has it.
 */
export function joinOwnForm(target: EventTarget, id: string): void {
  if (isTyped(target) && !target.form) target.setAttribute('form', id);
}

export function leaveOwnForm(target: EventTarget, id: string): void {
  if (isTyped(target) && target.getAttribute('form') === id) target.removeAttribute('form');
}

function isTyped(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !OTHERS.has(target.type));
}

/** Inputs that are not typed into; those of one choice must stay together. */
const OTHERS: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'submit', 'button', 'reset']);

/**
 * On each key press Chromium reads all inputs of the input's form, or all of the page without a form, for autofill:
 * with hundreds of them that costs more than rendering. Therefore the focused input belongs to the empty form `id`
 * while it has the focus.
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

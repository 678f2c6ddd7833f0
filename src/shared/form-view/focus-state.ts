import type { FieldState, TableState } from '../forms/index.ts';
import { controlId } from './form-context.ts';
import type { FormNavigation } from './form-navigation.ts';

/** A row that was not rendered appears within a frame or two. */
const FRAMES = 12;

/** Scrolls to a field, cell or table, wherever it is, and focuses it. */
export function focusState(
  frame: HTMLElement | null,
  places: FormNavigation,
  prefix: string,
  state: FieldState | TableState,
): void {
  places.reveal(state);
  const selector = `#${controlId(prefix, state.id)}`;
  const look = (left: number) => {
    const element = frame?.querySelector<HTMLElement>(selector);
    if (element) {
      element.focus();
      // Safari's own scrolling leaves half of the field and its error below the edge.
      (element.closest('.field') ?? element).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (left > 0) requestAnimationFrame(() => look(left - 1));
  };
  look(FRAMES);
}

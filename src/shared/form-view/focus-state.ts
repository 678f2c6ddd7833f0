import type { FieldState, TableState } from '../forms/index.ts';
import { controlId } from './form-context.ts';
import type { FormNavigation } from './form-navigation.ts';

/** A row that was not drawn is there after a frame or two. */
const FRAMES = 12;

/** Brings a field, cell or table on the screen, wherever it stands, and gives it the focus. */
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
      // Safari's own scrolling leaves half of it, and what is wrong with it, below the edge.
      (element.closest('.field') ?? element).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (left > 0) requestAnimationFrame(() => look(left - 1));
  };
  look(FRAMES);
}

import type { InboxStore } from './inbox.store.ts';
import type { InboxText } from './inbox-text.ts';

/** Props of the tools above the list. */
export interface ToolsProps {
  readonly store: InboxStore;
  readonly t: InboxText;
  /** Called after each change by the user. */
  readonly onChange: () => void;
  readonly onHelp: () => void;
  /** Opens the catalogue, or an item of it; null where the page does not offer it. */
  readonly onStart: ((item: string | null) => void) | null;
}

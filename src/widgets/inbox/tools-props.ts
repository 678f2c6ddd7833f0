import type { InboxStore } from './inbox.store.ts';
import type { InboxText } from './inbox-text.ts';

/** What stands above the list is given. */
export interface ToolsProps {
  readonly store: InboxStore;
  readonly t: InboxText;
  /** After each change that somebody made. */
  readonly onChange: () => void;
  readonly onHelp: () => void;
}

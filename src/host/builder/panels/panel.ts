import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { BuilderStore } from '../builder.store.ts';
import type { NodeId } from '../edits/tree.ts';
import type { panelsMessages } from './panels.messages.ts';

/** Props of every builder panel. */
export interface PanelProps {
  readonly store: BuilderStore;
  /** Shows the design view with this part selected. */
  readonly show: (node: NodeId | null) => void;
  /** Shows the texts that are missing in a language. */
  readonly showMissing?: (languageId: string) => void;
  /** Language whose missing texts are shown first, in the view of texts. */
  readonly missing?: string;
}

/** Translates the texts of the panels. */
export type PanelsText = typeof panelsMessages extends Messages<infer Key> ? Translate<Key> : never;

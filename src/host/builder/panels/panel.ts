import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { BuilderStore } from '../builder.store.ts';
import type { NodeId } from '../edits/tree.ts';
import type { panelsMessages } from './panels.messages.ts';

/** Props of every builder panel. */
export interface PanelProps {
  readonly store: BuilderStore;
  /** Shows the design view with this part selected. */
  readonly show: (node: NodeId | null) => void;
}

/** Translates the texts of the panels. */
export type PanelsText = typeof panelsMessages extends Messages<infer Key> ? Translate<Key> : never;

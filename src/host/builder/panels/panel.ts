import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { BuilderStore } from '../builder.store.ts';
import type { NodeId } from '../edits/tree.ts';
import type { panelsMessages } from './panels.messages.ts';

/** What every panel of the builder gets. */
export interface PanelProps {
  readonly store: BuilderStore;
  /** Shows the form as it is designed, with this part selected. */
  readonly show: (node: NodeId | null) => void;
}

/** Gives the texts of the panels. */
export type PanelsText = typeof panelsMessages extends Messages<infer Key> ? Translate<Key> : never;

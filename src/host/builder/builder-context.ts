import { type Signal, signal } from '@preact/signals-core';
import { createContext, useContext } from 'react';
import type { BuilderStore } from './builder.store.ts';
import type { BuilderText } from './builder-text.ts';
import type { Target } from './edits/allowed.ts';
import type { LostUse } from './edits/member-edits.ts';
import type { NodeId } from './edits/tree.ts';

/** Drop target of the current drag. */
export type Drop =
  | {
      readonly kind: 'gap';
      readonly target: Target;
      readonly beside: NodeId | null;
      readonly edge: 'before' | 'after' | 'inside';
    }
  | { readonly kind: 'side'; readonly beside: NodeId; readonly edge: 'left' | 'right' };

export type BuilderDialog =
  | { readonly kind: 'help' }
  | { readonly kind: 'problems' }
  | { readonly kind: 'remove'; readonly ids: readonly NodeId[]; readonly lost: readonly LostUse[] }
  | { readonly kind: 'fragment'; readonly ids: readonly NodeId[] };

/** View state of the builder: open panels, menus and edits in progress. None of it is part of the draft. */
export function createBuilderView() {
  return {
    /** Node whose label is edited in place. */
    editing: signal<NodeId | null>(null),
    /** Node picked up with the keyboard, and how many steps it has moved since. */
    grabbed: signal<{ readonly steps: number } | null>(null),
    /** Open list of parts to add; drawn next to `anchor`. */
    adding: signal<{ readonly target: Target | undefined; readonly anchor: Element } | null>(null),
    /** Position of the open node menu. */
    menu: signal<{ readonly x: number; readonly y: number } | null>(null),
    /** `design`, or the id of the panel shown instead of the canvas. */
    shown: signal('design'),
    /** Language whose missing texts the view of texts shows; empty: all texts. */
    missing: signal(''),
    dialog: signal<BuilderDialog | null>(null),
    drop: signal<Drop | null>(null),
    /** The visible pane on screens too narrow for all three. */
    pane: signal<'palette' | 'canvas' | 'properties'>('canvas'),
    /** Visible page of each tabs or wizard node, by node id. */
    pages: signal<ReadonlyMap<NodeId, NodeId>>(new Map()),
    /** Incremented to move the focus to the selected node. */
    focus: signal(0) as Signal<number>,
  };
}

export interface Builder {
  readonly store: BuilderStore;
  readonly view: ReturnType<typeof createBuilderView>;
  readonly t: BuilderText;
}

const Context = createContext<Builder | null>(null);
export const BuilderProvider = Context.Provider;

export function useBuilder(): Builder {
  const builder = useContext(Context);
  if (!builder) throw new Error('This part stands inside of a form builder only.');
  return builder;
}

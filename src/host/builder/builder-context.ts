import { type Signal, signal } from '@preact/signals-core';
import { createContext, useContext } from 'react';
import type { BuilderStore } from './builder.store.ts';
import type { BuilderText } from './builder-text.ts';
import type { Target } from './edits/allowed.ts';
import type { LostUse } from './edits/member-edits.ts';
import type { NodeId } from './edits/tree.ts';

/** Where something that is dragged would be put down. */
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

/** What is open and under way on the screen; nothing of it is in the draft. */
export function createBuilderView() {
  return {
    /** Whose label is edited in place. */
    editing: signal<NodeId | null>(null),
    /** What was picked up by key and how many steps it was moved since. */
    grabbed: signal<{ readonly steps: number } | null>(null),
    /** The list of parts that is open in place; at `beside` it is drawn. */
    adding: signal<{ readonly target: Target | undefined; readonly anchor: Element } | null>(null),
    /** The menu of a node. */
    menu: signal<{ readonly x: number; readonly y: number } | null>(null),
    /** `design`, or the id of the panel that stands in its place. */
    shown: signal('design'),
    dialog: signal<BuilderDialog | null>(null),
    drop: signal<Drop | null>(null),
    /** Below the width of three panes one is shown at a time. */
    pane: signal<'palette' | 'canvas' | 'properties'>('canvas'),
    /** The page of tabs and wizards that is drawn, by their id. */
    pages: signal<ReadonlyMap<NodeId, NodeId>>(new Map()),
    /** Counts up when the focus is to go to what is selected. */
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

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import {
  type FieldState,
  type FormModel,
  type FormNode,
  isLayout,
  type LayoutNode,
  type TableState,
} from '../forms/index.ts';

type AnyState = FieldState | TableState;

/** The last step of a wizard: everything that was entered, to be looked over. */
export const REVIEW = '-review';

/** What of a form is on the screen: the tab, the step; and how to get to a field that is not. */
export interface FormNavigation {
  /** The child of a `tabs` or `wizard` that is shown. */
  shownIn(node: LayoutNode): Signal<string>;
  /** The children of a `tabs` or `wizard` that can be seen now. */
  partsOf(node: LayoutNode): readonly LayoutNode[];
  /** Fields and tables inside of a part, in the order of the form. */
  statesIn(node: FormNode): readonly AnyState[];
  /** Faults that are shown now, in the order of the form; cells after their table. */
  readonly faults: ReadonlySignal<readonly AnyState[]>;
  /** Attempts to go on to the next step, each of which may have shown faults. */
  readonly tries: Signal<number>;
  /** Attempts, to submit and to go on, whose first fault has had the focus. */
  attended: number;
  /** Whether the outcomes that need the whole form may be offered: always, or at the end of a wizard. */
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Brings a field or cell on the screen, also out of a hidden tab, and calls back when it may be looked for. */
  reveal(state: AnyState): void;
  /** A table that draws a part of its rows tells how to draw a certain one. Gives what takes it back. */
  onReveal(tableKey: string, show: (rowId: string) => void): () => void;
}

const known = new WeakMap<FormModel, FormNavigation>();

/** The same for all that draw a model: what is shown stays while the form leaves the screen for a moment. */
export function formNavigation(model: FormModel): FormNavigation {
  const before = known.get(model);
  if (before) return before;
  const places = createFormNavigation(model);
  known.set(model, places);
  return places;
}

function createFormNavigation(model: FormModel): FormNavigation {
  const shown = new Map<string, Signal<string>>();
  const inside = new Map<FormNode, readonly AnyState[]>();
  const showRow = new Map<string, (rowId: string) => void>();
  /** The tabs and steps around a field, from the outside in. */
  const around = new Map<string, readonly { readonly switcher: LayoutNode; readonly part: string }[]>();

  const visit = (node: FormNode, path: readonly { switcher: LayoutNode; part: string }[]): readonly AnyState[] => {
    let states: readonly AnyState[] = [];
    if (isLayout(node)) {
      const switches = node.type === 'tabs' || node.type === 'wizard';
      states = node.children.flatMap((child) =>
        visit(child, switches && 'id' in child ? [...path, { switcher: node, part: child.id }] : path),
      );
      if (switches) shown.set(node.id, signal(node.children.map((child) => ('id' in child ? child.id : ''))[0] ?? ''));
    } else if (node.type !== 'richText') {
      const state = model.states.get(node.key);
      if (state) states = [state];
      around.set(node.key, path);
    }
    inside.set(node, states);
    return states;
  };
  visit(model.body.root, []);

  const wizard = model.body.root.children.find(
    (child): child is LayoutNode => isLayout(child) && child.type === 'wizard',
  );
  const partsOf = (node: LayoutNode) =>
    node.children.filter((child): child is LayoutNode => isLayout(child) && model.partVisible(child.id).value);
  const shownIn = (node: LayoutNode) => shown.get(node.id) as Signal<string>;

  return {
    shownIn,
    partsOf,
    statesIn: (node) => inside.get(node) ?? [],
    tries: signal(0),
    attended: 0,
    isAtEnd: computed(
      () => !wizard || model.readOnly || !model.partVisible(wizard.id).value || shownIn(wizard).value === REVIEW,
    ),
    faults: computed(() => [...model.states.values()].flatMap((state) => visibleErrors(state))),
    reveal(state) {
      const [key = '', rowId] = state.id.split('.');
      for (const { switcher, part } of around.get(key) ?? []) shownIn(switcher).value = part;
      if (rowId !== undefined) showRow.get(key)?.(rowId);
    },
    onReveal(tableKey, show) {
      showRow.set(tableKey, show);
      return () => {
        if (showRow.get(tableKey) === show) showRow.delete(tableKey);
      };
    },
  };
}

/** What is shown as wrong at a field, or at a table and in its cells. */
export function visibleErrors(state: AnyState): readonly AnyState[] {
  const own: AnyState[] = state.shown.value ? [state] : [];
  if (state.kind === 'field' || !state.visible.value) return own;
  for (const row of state.rows.value) for (const cell of row.cells.values()) if (cell.shown.value) own.push(cell);
  return own;
}

/** As `shownFaults`, whether or not it is time to say so. */
export function allErrors(state: AnyState): readonly AnyState[] {
  const own: AnyState[] = state.issue.value ? [state] : [];
  if (state.kind === 'field' || !state.visible.value) return own;
  for (const row of state.rows.value) for (const cell of row.cells.values()) if (cell.issue.value) own.push(cell);
  return own;
}

/** From now on the faults of these are shown. */
export function touchAll(states: readonly AnyState[]): void {
  for (const state of states) {
    state.leave();
    if (state.kind === 'table')
      for (const row of state.rows.peek()) for (const cell of row.cells.values()) cell.leave();
  }
}

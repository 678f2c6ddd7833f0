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

/** The last step of a wizard: review of all input. */
export const REVIEW = '-review';

/** Visible tabs and steps of a form, and how to reach a hidden field. */
export interface FormNavigation {
  /** The visible child of a `tabs` or `wizard`. */
  shownIn(node: LayoutNode): Signal<string>;
  /** The available children of a `tabs` or `wizard`. */
  partsOf(node: LayoutNode): readonly LayoutNode[];
  /** Fields and tables within a part, in form order. */
  statesIn(node: FormNode): readonly AnyState[];
  /** Errors shown now, in form order; cells after their table. */
  readonly faults: ReadonlySignal<readonly AnyState[]>;
  /** Number of attempts to go to the next step, each of which may have shown errors. */
  readonly tries: Signal<number>;
  /** Number of attempts, to submit and to continue, whose first error has been focused. */
  attended: number;
  /** Whether outcomes that need the whole form are available: always, or at the end of a wizard. */
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Shows a field or cell, also in a hidden tab, then calls back. */
  reveal(state: AnyState): void;
  /** Registers how a table with partial rendering shows a row. Returns the function that unregisters it. */
  onReveal(tableKey: string, show: (rowId: string) => void): () => void;
}

const known = new WeakMap<FormModel, FormNavigation>();

/** One instance per model: the navigation survives unmounting. */
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
  /** Tabs and steps around a field, outermost first. */
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

/** Visible errors of a field, or of a table and its cells. */
export function visibleErrors(state: AnyState): readonly AnyState[] {
  const own: AnyState[] = state.shown.value ? [state] : [];
  if (state.kind === 'field' || !state.visible.value) return own;
  for (const row of state.rows.value) for (const cell of row.cells.values()) if (cell.shown.value) own.push(cell);
  return own;
}

/** Like `visibleErrors`, including errors that are not shown yet. */
export function allErrors(state: AnyState): readonly AnyState[] {
  const own: AnyState[] = state.issue.value ? [state] : [];
  if (state.kind === 'field' || !state.visible.value) return own;
  for (const row of state.rows.value) for (const cell of row.cells.values()) if (cell.issue.value) own.push(cell);
  return own;
}

/** Shows the errors of these from now on. */
export function touchAll(states: readonly AnyState[]): void {
  for (const state of states) {
    state.leave();
    if (state.kind === 'table')
      for (const row of state.rows.peek()) for (const cell of row.cells.values()) cell.leave();
  }
}

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { onPersonLeft } from '../../shared/page/person.ts';
import { ancestorsOf, findByText, firstExpanded, rowsOf, stepOf, type Tree } from './tree.rules.ts';

/** Whole levels are expanded at first, while the tree has at most this number of lines. */
const EXPANDED_MOST = 60;
/** Letters typed with shorter pauses are one text. */
const TYPING_PAUSE_MS = 700;

/** Expanded departments by organisation and user: they survive another page and Back. */
const kept = new Map<string, ReadonlySet<string>>();
onPersonLeft(() => kept.clear());

interface Shown {
  readonly q: string;
  readonly showsInactive: boolean;
}

/** `q=crane&inactive=true` */
export function readShown(query: string): Shown {
  const parameters = new URLSearchParams(query);
  return { q: parameters.get('q') ?? '', showsInactive: parameters.get('inactive') === 'true' };
}

export const printShown = ({ q, showsInactive }: Shown): string =>
  String(new URLSearchParams({ ...(q && { q }), ...(showsInactive && { inactive: 'true' }) }));

/** What of the tree is visible, and where the focus is. `owner` identifies the organisation and the user. */
export function createTreeView(tree: ReadonlySignal<Tree>, owner: string, first: Shown, now: () => number = Date.now) {
  const shown = signal<Shown>(first);
  /** Null: the first levels. */
  const chosen = signal<ReadonlySet<string> | null>(kept.get(owner) ?? null);
  /** Collapsed while searching, when the found departments are expanded. */
  const folded = signal<ReadonlySet<string>>(new Set());
  const opened = signal<string | null>(null);
  const wanted = signal<string | null>(null);
  /** Counts requests to move the focus of the browser to the focused line. */
  const focusRequest = signal(0);
  let typed = { text: '', at: Number.NEGATIVE_INFINITY };

  const expanded = computed(() => chosen.value ?? firstExpanded(tree.value, EXPANDED_MOST));
  const rows = computed(() => {
    const { q, showsInactive } = shown.value;
    const isExpanded = q === '' ? (id: string) => expanded.value.has(id) : (id: string) => !folded.value.has(id);
    return rowsOf(tree.value, { q, showsInactive, opened: opened.value, isExpanded });
  });
  /** Index of the line with the focus; -1 without lines. */
  const focused = computed(() => {
    const at = (id: string | null) => rows.value.findIndex(({ node }) => node.department.id === id);
    const own = at(wanted.value);
    if (own >= 0) return own;
    return Math.max(at(opened.value), rows.value.length > 0 ? 0 : -1);
  });

  function expand(ids: ReadonlySet<string>): void {
    kept.set(owner, ids);
    chosen.value = ids;
  }

  function toggle(id: string): void {
    const source = shown.peek().q === '' ? expanded : folded;
    const next = new Set(source.peek());
    if (!next.delete(id)) next.add(id);
    if (source === folded) folded.value = next;
    else expand(next);
  }

  const focus = (id: string) => {
    wanted.value = id;
  };

  function focusLine(at: number): void {
    const row = rows.peek()[at];
    if (!row) return;
    focus(row.node.department.id);
    focusRequest.value += 1;
  }

  /** Makes a department visible: expands those above it. */
  function reveal(id: string): void {
    const node = tree.peek().byId.get(id);
    if (!node) return;
    const above = ancestorsOf(node).map(({ department }) => department.id);
    if (above.some((one) => !expanded.peek().has(one))) expand(new Set([...expanded.peek(), ...above]));
  }

  return {
    ...{ shown, rows, focused, opened, focusRequest, toggle, focus, reveal },
    show(change: Partial<Shown>): void {
      batch(() => {
        if (change.q !== undefined && change.q !== shown.peek().q) folded.value = new Set();
        shown.value = { ...shown.peek(), ...change };
      });
    },
    expandAll(): void {
      batch(() => {
        folded.value = new Set();
        expand(new Set(tree.peek().byId.keys()));
      });
    },
    collapseAll(): void {
      batch(() => {
        folded.value = new Set(tree.peek().byId.keys());
        expand(new Set());
      });
    },
    /** Moves the focus of the browser to a department, which becomes visible. */
    goTo(id: string): void {
      reveal(id);
      focus(id);
      focusRequest.value += 1;
    },
    /** Handles a key of the tree; false if it has no meaning there. */
    press(key: string): boolean {
      const step = stepOf(key, rows.peek(), focused.peek());
      if (step === null) return false;
      if ('toggle' in step) toggle(step.toggle);
      else focusLine(step.focus);
      return true;
    },
    /** Whether the next letter continues what was typed: a space is part of a name then. */
    isTyping: () => now() - typed.at < TYPING_PAUSE_MS,
    /** Moves the focus to the line that begins with what was typed. */
    type(letter: string): void {
      const text = now() - typed.at < TYPING_PAUSE_MS ? typed.text + letter : letter;
      typed = { text, at: now() };
      focusLine(findByText(rows.peek(), focused.peek(), text));
    },
  };
}

export type TreeView = ReturnType<typeof createTreeView>;

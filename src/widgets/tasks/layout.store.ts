import { signal } from '@preact/signals-core';
import type { ViewDefinition } from '../../shared/contracts/views.contract.ts';
import type { TimedStorage } from '../../shared/session/storage.ts';
import { COLUMNS, type Column, STANDARD } from './columns.ts';

/** Layout of the table, stored in the browser. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly widths: Readonly<Record<string, number>>;
  readonly density: 'dense' | 'comfortable' | null;
}

const LAYOUT = 'tasks_layout';
const keyOf = (view: string | null) => (view === null ? LAYOUT : `${LAYOUT}.${view}`);

/**
 * Columns, widths and density, stored in the browser for each saved view: a user's own changes do not alter a shared
 * view for others.
 */
export function createLayout(storage: TimedStorage | undefined, first: string | null) {
  let view = first;
  const layout = signal<Layout>(readLayout(storage?.get(keyOf(view)) ?? storage?.get(LAYOUT)));
  /** Columns, and their filters, are folded. */
  const isFolded = signal(false);

  function setLayout(change: Partial<Layout>): void {
    layout.value = { ...layout.peek(), ...change };
    storage?.set(keyOf(view), layout.peek(), null);
  }

  /** Shows a view as the user left it, at first as it was saved. */
  function applyLayoutOf(id: string | null, { columns, widths, density }: Partial<ViewDefinition> = {}): void {
    view = id;
    const stored = storage?.get(keyOf(id));
    if (stored !== undefined || id === null) {
      layout.value = readLayout(stored);
      return;
    }
    layout.value = {
      columns: columns ? known(columns) : layout.peek().columns,
      widths: widths ?? layout.peek().widths,
      density: density ?? layout.peek().density,
    };
  }

  return { layout, isFolded, setLayout, applyLayoutOf };
}

const known = (columns: readonly string[]): Column[] => COLUMNS.filter((column) => columns.includes(column));

/** Reads the stored layout, which can be from an older version or corrupt. */
function readLayout(kept: unknown): Layout {
  const { columns, widths, density } = (kept ?? {}) as Partial<Record<keyof Layout, unknown>>;
  const chosen = Array.isArray(columns) ? known(columns as string[]) : [];
  const entries = Object.entries((widths ?? {}) as object).filter(([, width]) => Number.isFinite(width));
  return {
    columns: chosen.length > 0 ? chosen : STANDARD,
    widths: Object.fromEntries(entries) as Record<string, number>,
    density: density === 'dense' || density === 'comfortable' ? density : null,
  };
}

import { batch, signal } from '@preact/signals-core';
import { ApiError, type call } from '../api/index.ts';
import {
  getImport,
  getRefusedRows,
  type ImportRow,
  type ImportRun,
  listImportRows,
  planImport,
  runImport,
  undoImport,
} from '../contracts/imports.contract.ts';

export type Shown = 'matters' | 'refuse' | 'disable' | 'change' | 'add' | 'remove' | 'same';

/** Resources with an import on their list. */
type OwnResource = 'people' | 'departments' | 'companies' | 'dimension_values' | 'tags' | 'groups';
/** One of them, or the records of a registry. */
export type ImportedResource = OwnResource | { readonly registry: string; readonly title: string };

export interface Choices {
  readonly invite: boolean;
  readonly disablesMissing: boolean;
  /** What happens to the open tasks of users who are deactivated. */
  readonly leavers: ImportRun['options']['leavers'];
}

export type ImportState =
  | { readonly status: 'choosing'; readonly error?: unknown }
  | { readonly status: 'planning' }
  /** The plan of a dry run. */
  | { readonly status: 'planned'; readonly run: ImportRun; readonly isStarting: boolean; readonly error?: unknown }
  /** A run or an undo. */
  | { readonly status: 'running'; readonly run: ImportRun }
  | { readonly status: 'ended'; readonly run: ImportRun; readonly isUndoing: boolean; readonly error?: unknown };

export type RowsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly rows: readonly ImportRow[]; readonly next: string | null };

const PAGE = 100;

export const NO_CHOICES: Choices = { invite: false, disablesMissing: false, leavers: 'manager' };

/** One import into a resource, from the file to the undo. `send` is `call` of shared/api. */
export function createImportStore(send: typeof call, imported: ImportedResource) {
  const resource = typeof imported === 'string' ? imported : imported.registry;
  const state = signal<ImportState>({ status: 'choosing' });
  const rows = signal<RowsState>({ status: 'loading' });
  const shown = signal<Shown>('matters');
  let file: File | undefined;
  let choices: Choices = NO_CHOICES;

  const idOf = (): string | undefined => {
    const now = state.peek();
    return 'run' in now ? now.run.id : undefined;
  };

  async function loadRows(after?: string): Promise<void> {
    const id = idOf();
    if (id === undefined) return;
    const verb = shown.peek();
    const before = rows.peek();
    if (after === undefined) rows.value = { status: 'loading' };
    const isCurrent = () => idOf() === id && shown.peek() === verb;
    try {
      const query = { verb, limit: PAGE, ...(after !== undefined && { after }) };
      const page = await send(listImportRows, { params: { id }, query });
      if (!isCurrent()) return;
      const earlier = after !== undefined && before.status === 'ready' ? before.rows : [];
      rows.value = { status: 'ready', rows: [...earlier, ...page.items], next: page.next };
    } catch (error) {
      if (isCurrent()) rows.value = { status: 'failed', error };
    }
  }

  async function plan(ignoreUnknown = false): Promise<void> {
    if (!file) return;
    state.value = { status: 'planning' };
    try {
      // A type that depends on the system would be refused.
      const body = new Blob([file], { type: 'text/csv' });
      const { invite, disablesMissing, leavers } = choices;
      const missing = disablesMissing ? ('disable' as const) : ('keep' as const);
      const query = { invite, ignoreUnknown, missing, leavers };
      const run = await send(planImport, { params: { resource }, query, body });
      batch(() => {
        state.value = { status: 'planned', run, isStarting: false };
        shown.value = 'matters';
      });
      await loadRows();
    } catch (error) {
      state.value = { status: 'choosing', error };
    }
  }

  async function follow(run: ImportRun): Promise<void> {
    const isOver = run.state === 'done' || run.state === 'stopped';
    batch(() => {
      state.value = isOver ? { status: 'ended', run, isUndoing: false } : { status: 'running', run };
      if (isOver) shown.value = 'matters';
    });
    if (isOver) await loadRows();
  }

  /** Reads the progress of a run. */
  async function refresh(): Promise<void> {
    const now = state.peek();
    if (now.status !== 'running') return;
    try {
      const run = await send(getImport, { params: { id: now.run.id } });
      if (state.peek().status === 'running') await follow(run);
    } catch (error) {
      // A lost connection: the next event or the next look reads it.
      if (error instanceof ApiError) return;
      throw error;
    }
  }

  return {
    ...{ state, rows, shown, loadRows, refresh },
    fileName: () => file?.name ?? '',
    async choose(chosen: File, wanted: Choices): Promise<void> {
      file = chosen;
      choices = wanted;
      await plan();
    },
    /** Plans the same file again, without its unknown columns. */
    ignoreUnknown: () => plan(true),
    async show(verb: Shown): Promise<void> {
      shown.value = verb;
      await loadRows();
    },
    async start(confirmDisabled?: number): Promise<void> {
      const now = state.peek();
      if (now.status !== 'planned' || now.isStarting) return;
      state.value = { ...now, isStarting: true };
      try {
        const body = confirmDisabled === undefined ? {} : { confirmDisabled };
        await follow(await send(runImport, { params: { id: now.run.id }, body }));
      } catch (error) {
        state.value = { ...now, isStarting: false, error };
      }
    },
    async undo(): Promise<void> {
      const now = state.peek();
      if (now.status !== 'ended' || now.isUndoing) return;
      state.value = { ...now, isUndoing: true };
      try {
        await follow(await send(undoImport, { params: { id: now.run.id } }));
      } catch (error) {
        state.value = { ...now, isUndoing: false, error };
      }
    },
    restart(): void {
      state.value = { status: 'choosing' };
    },
    /** Returns the refused rows as a CSV file. */
    async refusedFile(): Promise<Blob> {
      const text = await send(getRefusedRows, { params: { id: idOf() ?? '' } });
      return new Blob([text], { type: 'text/csv;charset=utf-8' });
    },
  };
}

/** An import, or its undo, that has ended. */
export interface ImportDone {
  readonly runId: string;
  readonly counts: ImportRun['counts'];
}

export type ImportStore = ReturnType<typeof createImportStore>;

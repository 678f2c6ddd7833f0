import { computed, signal } from '@preact/signals-core';
import { type ApiErrorCode, codeOf } from '../shared/api/index.ts';

type EditState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready' | 'saving' }
  | { readonly status: 'unsaved'; readonly error: unknown };

interface Requests<Settings> {
  readonly read: () => Promise<Settings>;
  /** Returns the settings as they were saved. */
  readonly write: (settings: Settings) => Promise<Settings>;
}

/** Settings of an organisation on a page that saves them together. They are compared as JSON. */
export function createEditedSettings<Settings extends object>({ read, write }: Requests<Settings>) {
  const state = signal<EditState>({ status: 'loading' });
  const saved = signal<Settings | null>(null);
  const values = signal<Settings | null>(null);
  const isChanged = computed(() => JSON.stringify(saved.value) !== JSON.stringify(values.value));

  return {
    state,
    values,
    isChanged,
    async load(): Promise<void> {
      state.value = { status: 'loading' };
      try {
        saved.value = await read();
        values.value = saved.value;
        state.value = { status: 'ready' };
      } catch (error) {
        state.value = { status: 'failed', code: codeOf(error) };
      }
    },
    change(more: Partial<Settings>): void {
      const now = values.peek();
      if (now) values.value = { ...now, ...more };
    },
    /** Saves; returns false on failure and keeps the input. */
    async save(): Promise<boolean> {
      const wanted = values.peek();
      const { status } = state.peek();
      if (!wanted || (status !== 'ready' && status !== 'unsaved')) return false;
      state.value = { status: 'saving' };
      try {
        saved.value = await write(wanted);
        state.value = { status: 'ready' };
        return true;
      } catch (error) {
        state.value = { status: 'unsaved', error };
        return false;
      }
    },
    reset(): void {
      values.value = saved.peek();
      if (state.peek().status === 'unsaved') state.value = { status: 'ready' };
    },
  };
}

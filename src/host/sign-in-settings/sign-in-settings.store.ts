import { computed, signal } from '@preact/signals-core';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import {
  getSignInSettings,
  putSignInSettings,
  type SignInSettings,
} from '../../shared/contracts/sign-in-settings.contract.ts';

type SettingsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready' | 'saving' }
  | { readonly status: 'unsaved'; readonly error: unknown };

/** The organisation's rules for signing in, being edited. `send` is `call` of shared/api. */
export function createSignInSettings({ send }: { readonly send: typeof call }) {
  const state = signal<SettingsState>({ status: 'loading' });
  const saved = signal<SignInSettings | null>(null);
  const values = signal<SignInSettings | null>(null);
  const isChanged = computed(() => saved.value?.secondFactor !== values.value?.secondFactor);

  return {
    state,
    values,
    isChanged,
    async load(): Promise<void> {
      state.value = { status: 'loading' };
      try {
        saved.value = await send(getSignInSettings, {});
        values.value = saved.value;
        state.value = { status: 'ready' };
      } catch (error) {
        state.value = { status: 'failed', code: codeOf(error) };
      }
    },
    choose(secondFactor: SignInSettings['secondFactor']): void {
      if (values.peek()) values.value = { secondFactor };
    },
    /** Saves; returns false on failure and keeps the input. */
    async save(): Promise<boolean> {
      const wanted = values.peek();
      const { status } = state.peek();
      if (!wanted || (status !== 'ready' && status !== 'unsaved')) return false;
      state.value = { status: 'saving' };
      try {
        saved.value = await send(putSignInSettings, { body: wanted });
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

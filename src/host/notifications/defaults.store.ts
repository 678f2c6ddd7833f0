import { computed, signal } from '@preact/signals-core';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import type { NotificationKind } from '../../shared/contracts/notification-kinds.ts';
import {
  getNotificationDefaults,
  type NotificationChoice,
  type NotificationDefaults,
  putNotificationDefaults,
} from '../../shared/contracts/notifications.contract.ts';

type DefaultsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready' | 'saving' }
  | { readonly status: 'unsaved'; readonly error: unknown };

/** Default notification preferences being edited. `send` is `call` of shared/api. */
export function createDefaults({ send }: { readonly send: typeof call }) {
  const state = signal<DefaultsState>({ status: 'loading' });
  const saved = signal<NotificationDefaults | null>(null);
  const values = signal<NotificationDefaults | null>(null);
  const isChanged = computed(() => JSON.stringify(saved.value) !== JSON.stringify(values.value));

  const change = (more: Partial<NotificationDefaults>) => {
    const now = values.peek();
    if (now) values.value = { ...now, ...more };
  };

  return {
    state,
    values,
    isChanged,
    async load(): Promise<void> {
      state.value = { status: 'loading' };
      try {
        saved.value = await send(getNotificationDefaults, {});
        values.value = saved.value;
        state.value = { status: 'ready' };
      } catch (error) {
        state.value = { status: 'failed', code: codeOf(error) };
      }
    },
    choose(kind: NotificationKind, choice: NotificationChoice): void {
      const now = values.peek();
      if (now) change({ choices: { ...now.choices, [kind]: choice } });
    },
    chooseHour: (hour: number) => change({ hour }),
    chooseDays: (actionDays: number) => change({ actionDays }),
    /** Saves; returns false on failure and keeps the input. */
    async save(): Promise<boolean> {
      const wanted = values.peek();
      const { status } = state.peek();
      if (!wanted || (status !== 'ready' && status !== 'unsaved')) return false;
      state.value = { status: 'saving' };
      try {
        saved.value = await send(putNotificationDefaults, { body: wanted });
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

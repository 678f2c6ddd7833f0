import { computed, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import type { NotificationKind } from '../../shared/contracts/notification-kinds.ts';
import {
  getNotificationSettings,
  type NotificationChoice,
  type NotificationSettings,
  putNotificationSettings,
} from '../../shared/contracts/notifications.contract.ts';

export type NotificationsState =
  | { readonly status: 'loading' }
  | { readonly status: 'unreachable'; readonly error: unknown }
  | {
      readonly status: 'ready';
      /** E-mail address for notifications; null if there is none. */
      readonly email: string | null;
      readonly timeZone: string;
      readonly isSaving: boolean;
      readonly error?: unknown;
    };

/** Notification preferences being edited. `send` is `call` of shared/api. */
export function createNotificationsStore(send: typeof call) {
  const state = signal<NotificationsState>({ status: 'loading' });
  const saved = signal<NotificationSettings | null>(null);
  const values = signal<NotificationSettings | null>(null);

  return {
    state,
    values,
    isChanged: computed(() => JSON.stringify(saved.value) !== JSON.stringify(values.value)),
    /** The hour matters only with at least one digest. */
    hasDigest: computed(() => Object.values(values.value?.choices ?? {}).includes('daily')),
    async load(): Promise<void> {
      state.value = { status: 'loading' };
      try {
        const { email, timeZone, choices, hour } = await send(getNotificationSettings, {});
        saved.value = { choices, hour };
        values.value = { choices, hour };
        state.value = { status: 'ready', email, timeZone, isSaving: false };
      } catch (error) {
        state.value = { status: 'unreachable', error };
      }
    },
    choose(kind: NotificationKind, choice: NotificationChoice): void {
      const now = values.peek();
      if (now) values.value = { ...now, choices: { ...now.choices, [kind]: choice } };
    },
    chooseHour(hour: number): void {
      const now = values.peek();
      if (now) values.value = { ...now, hour };
    },
    /** Saves; returns whether that succeeded. After a failure the choices stay. */
    async save(): Promise<boolean> {
      const now = state.peek();
      const wanted = values.peek();
      if (now.status !== 'ready' || now.isSaving || !wanted) return false;
      const { email, timeZone } = now;
      state.value = { status: 'ready', email, timeZone, isSaving: true };
      try {
        saved.value = await send(putNotificationSettings, { body: wanted });
        state.value = { status: 'ready', email, timeZone, isSaving: false };
        return true;
      } catch (error) {
        state.value = { status: 'ready', email, timeZone, isSaving: false, error };
        return false;
      }
    },
    reset(): void {
      values.value = saved.peek();
    },
  };
}

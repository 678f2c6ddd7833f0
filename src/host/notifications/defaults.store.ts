import type { call } from '../../shared/api/index.ts';
import type { NotificationKind } from '../../shared/contracts/notification-kinds.ts';
import {
  getNotificationDefaults,
  type NotificationChoice,
  type NotificationDefaults,
  putNotificationDefaults,
} from '../../shared/contracts/notifications.contract.ts';
import { createEditedSettings } from '../edited-settings.ts';

/** Default notification preferences being edited. `send` is `call` of shared/api. */
export function createDefaults({ send }: { readonly send: typeof call }) {
  const { change, ...store } = createEditedSettings<NotificationDefaults>({
    read: () => send(getNotificationDefaults, {}),
    write: (body) => send(putNotificationDefaults, { body }),
  });
  return {
    ...store,
    choose(kind: NotificationKind, choice: NotificationChoice): void {
      const now = store.values.peek();
      if (now) change({ choices: { ...now.choices, [kind]: choice } });
    },
    chooseHour: (hour: number) => change({ hour }),
    chooseDays: (actionDays: number) => change({ actionDays }),
  };
}

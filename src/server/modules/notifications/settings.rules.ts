import type { NotificationKind } from '../../../shared/contracts/notification-kinds.ts';
import type {
  NotificationChoice,
  NotificationChoices,
  NotificationDefaults,
  NotificationSettings,
} from '../../../shared/contracts/notifications.contract.ts';

/** Defaults for organisations without defaults of their own. */
export const PRODUCT_DEFAULTS: NotificationDefaults = {
  choices: {
    assigned: 'now',
    offered: 'off',
    delegated: 'now',
    dueSoon: 'now',
    overdue: 'now',
    mentioned: 'now',
    requestReceived: 'off',
    requestEnded: 'now',
    requestReply: 'now',
    reading: 'now',
    lateReading: 'now',
    standIn: 'now',
    security: 'now',
  },
  hour: 8,
  actionDays: 14,
};

/** Stored defaults can be older than the current kinds. */
export function defaultsOf(stored: Partial<NotificationDefaults> | null | undefined): NotificationDefaults {
  return { ...PRODUCT_DEFAULTS, ...stored, choices: { ...PRODUCT_DEFAULTS.choices, ...stored?.choices } };
}

/** Returns the effective settings of a user: their own choices, otherwise the organisation's. */
export function settingsOf(
  own: { readonly choices: Partial<NotificationChoices>; readonly hour: number | null } | undefined,
  { choices, hour }: NotificationDefaults,
): NotificationSettings {
  return { choices: { ...choices, ...own?.choices }, hour: own?.hour ?? hour };
}

/** Returns the choices with these kinds switched off; unknown kinds are ignored. */
export function without(choices: NotificationChoices, kinds: readonly string[]): NotificationChoices {
  const off = Object.keys(choices).filter((kind) => kinds.includes(kind));
  return { ...choices, ...Object.fromEntries(off.map((kind) => [kind, 'off'])) };
}

export function choiceOf(settings: NotificationSettings, kind: NotificationKind): NotificationChoice {
  return settings.choices[kind];
}

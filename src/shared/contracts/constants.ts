/**
 * Business constants of the product, in one place (CONST-01). Durations are milliseconds and sizes are pixels, unless
 * the name says otherwise.
 */
export const DELEGATION_DEBOUNCE_MS = 500;
export const DELEGATION_COMMENT_MAX = 100;
/** Stored format of a phone number: a plus and 5 to 15 digits. */
export const PHONE_PATTERN = /^\+[0-9]{5,15}$/;
export const USERNAME_MIN = 5;
export const CURRENT_PASSWORD_MIN = 6;
export const NEW_PASSWORD_MIN = 12;
/** Minimum password length in the reset and new-password modes of the sign-in screen. */
export const RESET_PASSWORD_MIN = 8;
/**
 * A username that looks like a phone number (LOG-13): seven characters or more, including a plus and at least one
 * digit.
 */
export const PHONE_LIKE_PATTERN = /^(?=.{7})(?=.*\d)\+?[\d\s().-]+$/;
/** Maximum number of tasks in one mass action (TSK-14). */
export const MASS_MAX = 5000;
export const SSO_COUNTDOWN_SECONDS = 5;
export const SESSION_CHECK_MS = 300_000;
/** After this time a session may no longer change who signs in, nor how (`recent` of an endpoint). */
export const RECENT_SIGN_IN_MS = 600_000;
export const SNACKBAR_MS = 4000;
export const SCROLL_TO_TOP_AFTER = 300;
export const LAZY_TIMEOUT_MS = 120_000;
export const DRAWER_WIDTH = 220;
export const DRAWER_MINI_WIDTH = 56;
export const DRAWER_MOBILE_WIDTH = '90%';
export const TOOLBAR_HEIGHT = 65;
export const DIALOG_MAX_WIDTH = 655;
/** Maximum width of a mobile viewport (LAY-13). */
export const MOBILE_MAX_WIDTH = 711;
/** Up to this width the drawer is initially folded. */
export const NARROW_MAX_WIDTH = 1000;
export const PRIMARY_COLOUR = '#5053DE';
export const STORAGE_PREFIX = 'vva_';
/**
 * Lifetime of cached interface data in browser storage; does not apply to sessions and the stored single sign-on
 * username.
 */
export const STORAGE_TTL_MINUTES = 60;
export const DENSE_BY_DEFAULT = true;
export const ROUTE_PRIORITY = { default: 100, tasks: 998, settings: 999 } as const;
export const LANGUAGES = ['en', 'et', 'ru', 'zh'] as const;
/** The languages whose texts are part of the code. */
export type ShippedLanguageId = (typeof LANGUAGES)[number];
/** A shipped language, or one that the provider added. */
export type LanguageId = ShippedLanguageId | (string & {});
export const DEFAULT_LANGUAGE = 'en';
/** The languages by their own names, as every screen, list and document shows them. */
export const LANGUAGE_NAMES: Readonly<Record<ShippedLanguageId, string>> = {
  en: 'English',
  et: 'Eesti',
  ru: 'Русский',
  zh: '简体中文',
};
export const LOCALES: Record<ShippedLanguageId, string> = { en: 'en-US', et: 'et-EE', ru: 'ru-RU', zh: 'zh-CN' };
/** Time for undoing a completion or the removal of a delegation in our own interface (BEY-06). */
export const UNDO_SECONDS = 10;
/** Until the tasks of a deactivated user are handed over. */
export const HAND_OVER_UNDO_SECONDS = 30;
export const UNDO_MS = UNDO_SECONDS * 1000;
/** Longest time for which continuous typing is not saved, in drafts of tasks, forms and manuals. */
export const AUTOSAVE_LONGEST_MS = 8000;
/** Time after which a draft that could not be saved is sent again. */
export const AUTOSAVE_RETRY_MS = 15_000;
/** Format of typed dates (DEL-09). */
export const DATE_INPUT_FORMAT: Record<ShippedLanguageId, string> = {
  en: 'DD/MM/YYYY',
  et: 'DD.MM.YYYY',
  ru: 'DD.MM.YYYY',
  zh: 'YYYY-MM-DD',
};
const RED = '#E57373';
const AMBER = '#FFB74D';
const GREY = '#BDBDBD';
const GREEN = '#70CA44';
/** States of readings (MAN-03). */
export const MANUAL_COLOURS = { overdue: RED, notDue: AMBER, cancelled: GREY, read: GREEN } as const;
/** States of manuals (MAN-02). */
export const MANUAL_STATUS_COLOURS = { '1_active': GREEN, '2_inactive': RED } as const;
/** Statuses of assets (PRV-01). */
export const ASSET_STATUS_COLOURS = { pending: AMBER, assigned: GREEN, archived: RED, inventory: GREY } as const;
/** Statuses of other registries. */
export const NEUTRAL_COLOUR = GREY;
/** Text on status colours, and the ink of signatures. */
export const INK_COLOUR = '#1B1B22';
/** Id of "no value" in dropdown filters. */
export const EMPTY_OPTION_ID = 'emptyValue';
/** Text of that option, in lists of values and in filters. */
export const EMPTY_OPTION_TEXT: Readonly<Record<ShippedLanguageId, string>> = {
  en: '(empty)',
  et: '(tühi)',
  ru: '(пусто)',
  zh: '（空）',
};

/** Maximum time for snoozing an overdue task, unless its clock is stopped. */
export const OVERDUE_SNOOZE_MAX_MS = 7 * 86_400_000;

/** Maximum length of a task comment, in characters. */
export const COMMENT_MAX = 4000;

/** Maximum length of an organisation's own interface text. */
export const TRANSLATION_MAX = 2000;

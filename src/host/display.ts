import { effect, signal } from '@preact/signals-core';
import { call } from '../shared/api/index.ts';
import type { LanguageId } from '../shared/contracts/constants.ts';
import {
  type AddedLanguage,
  putUiSettings,
  type UiSettings,
  type UiSettingsChange,
} from '../shared/contracts/session.contract.ts';
import { changedUi } from '../shared/contracts/ui-settings.rules.ts';
import { addedLanguages, isShipped, language } from '../shared/locale/index.ts';
import { density, type Theme, theme } from '../shared/page/display.ts';
import { configureVerva, session, takeOwnTexts, uiStorage } from '../shared/session/index.ts';

const THEME_KEY = 'theme';
const LANGUAGE_KEY = 'language';
/** What an added language needs before the session is known. */
const ADDED_KEY = 'added-language';

interface StoredLanguage {
  readonly language: AddedLanguage;
  readonly texts: readonly string[];
}

/** Display settings of the signed-in user (LAY-15); null before sign-in. */
export const ui = signal<UiSettings | null>(null);
/** Settings being saved; until then the server's answers are older. */
let saving = 0;
let sending: Promise<unknown> = Promise.resolve();
let applied: UiSettings | undefined;

/** Before sign-in, the appearance of the last visit applies; afterwards the user's setting. */
export function applyDisplay(): void {
  const storedTheme = uiStorage.get<Theme>(THEME_KEY);
  theme.value = storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system';
  void applyStoredLanguage();

  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'light' || theme.value === 'dark') dataset.theme = theme.value;
    else delete dataset.theme;
    dataset.density = density.value;
    // The colours are defined in host.css; 0 is the default, or the organisation's colour.
    const accent = ui.value?.theme.index ?? 0;
    if (accent > 0) dataset.accent = String(accent);
    else delete dataset.accent;
  });
  effect(() => {
    document.documentElement.lang = language.value;
  });
  effect(storeAddedLanguage);
  effect(() => {
    const state = session.value;
    if (state.status === 'signed-out' && state.reason === 'left') ui.value = null;
    // A session event after a token refresh carries no new settings.
    if (state.status !== 'signed-in' || state.session.ui === applied) return;
    applied = state.session.ui;
    if (saving === 0) show(applied);
  });
}

async function applyStoredLanguage(): Promise<void> {
  const locale = uiStorage.get<LanguageId>(LANGUAGE_KEY);
  if (!locale) return;
  const stored = isShipped(locale) ? null : uiStorage.get<StoredLanguage>(ADDED_KEY);
  if (stored) {
    addedLanguages.value = [stored.language];
    await takeOwnTexts(stored.texts);
  }
  configureVerva({ locale });
}

/** Keeps what the page needs to show its added language from the start of the next visit. */
function storeAddedLanguage(): void {
  const state = session.value;
  if (state.status !== 'signed-in') return;
  const { languages = [], texts } = state.session.tenant;
  const added = languages.find(({ languageId }) => languageId === language.value);
  if (added) uiStorage.set(ADDED_KEY, { language: added, texts } satisfies StoredLanguage, null);
}

function show(settings: UiSettings): void {
  const { dense, theme: own } = settings;
  ui.value = settings;
  density.value = dense ? 'dense' : 'comfortable';
  theme.value = own.dark === null ? 'system' : own.dark ? 'dark' : 'light';
  uiStorage.set(THEME_KEY, theme.value, null);
}

/** Applies the settings at once and stores them for the user, in all tabs and on all devices. */
export async function changeUi(change: UiSettingsChange): Promise<void> {
  const before = ui.peek();
  if (session.peek().status !== 'signed-in' || !before) return;
  show(changedUi(before, change));
  saving += 1;
  try {
    // Sent one after the other, so that the last answer includes all changes.
    const put = () => call(putUiSettings, { body: change });
    const answer = sending.then(put, put);
    sending = answer;
    const saved = await answer;
    if (saving === 1) show(saved);
  } catch {
    // The setting applies to this visit; it is stored with the next change once the server is available.
  } finally {
    saving -= 1;
  }
}

/** Applies the appearance at once and stores it for the user. */
export function chooseTheme(wanted: 'system' | 'light' | 'dark'): void {
  theme.value = wanted;
  uiStorage.set(THEME_KEY, wanted, null);
  void changeUi({ theme: { dark: wanted === 'system' ? null : wanted === 'dark' } });
}

/** Whether the settings panel is open. On a phone it covers the page and does not stay open. */
export const phoneSettings = signal(false);
/** The user has just opened the settings: moves the focus there. A page loaded with the panel open does not. */
export const settingsAsked = signal(false);

/** Opens or closes the settings panel. */
export function showSettings(open: boolean, mobile: boolean): void {
  settingsAsked.value = open;
  if (mobile) phoneSettings.value = open;
  else void changeUi({ settingsPanel: open });
}

/** Language chosen in this browser; takes precedence over the profile's language. */
export function chooseLanguage(id: LanguageId): void {
  uiStorage.set(LANGUAGE_KEY, id, null);
  configureVerva({ locale: id });
}

/** Clears the browser's language after the user chose one in the profile. */
export function followProfileLanguage(languageId: string): void {
  uiStorage.set(LANGUAGE_KEY, languageId, null);
}

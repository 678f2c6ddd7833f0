import { effect } from '@preact/signals-core';
import { call } from '../shared/api/index.ts';
import { LANGUAGES, type LanguageId } from '../shared/contracts/constants.ts';
import { putUiSettings, type UiSettingsChange } from '../shared/contracts/session.contract.ts';
import { language } from '../shared/locale/index.ts';
import { density, type Theme, theme } from '../shared/page/display.ts';
import { configureVerva, session, uiStorage } from '../shared/session/index.ts';

const THEME_KEY = 'theme';
const LANGUAGE_KEY = 'language';
const MINI_KEY = 'drawer-mini';

/** The appearance before anybody is signed in is that of the last visit; afterwards the person's own setting. */
export function applyDisplay(): void {
  const storedTheme = uiStorage.get<Theme>(THEME_KEY);
  theme.value = storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system';
  const storedLanguage = uiStorage.get<LanguageId>(LANGUAGE_KEY);
  if (storedLanguage && LANGUAGES.includes(storedLanguage)) configureVerva({ locale: storedLanguage });

  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === 'light' || theme.value === 'dark') dataset.theme = theme.value;
    else delete dataset.theme;
    dataset.density = density.value;
  });
  effect(() => {
    document.documentElement.lang = language.value;
  });
  effect(() => {
    const state = session.value;
    if (state.status !== 'signed-in') return;
    const { dense, theme: own } = state.session.ui;
    density.value = dense ? 'dense' : 'comfortable';
    theme.value = own.dark === null ? 'system' : own.dark ? 'dark' : 'light';
    uiStorage.set(THEME_KEY, theme.value, null);
  });
}

/** Changes the appearance at once and keeps it with the person. */
export function chooseTheme(wanted: 'system' | 'light' | 'dark'): void {
  theme.value = wanted;
  uiStorage.set(THEME_KEY, wanted, null);
  save({ theme: { dark: wanted === 'system' ? null : wanted === 'dark' } });
}

export function chooseDensity(dense: boolean): void {
  density.value = dense ? 'dense' : 'comfortable';
  save({ dense });
}

/** The language of the interface in this browser, before that of the profile, which is changed there. */
export function chooseLanguage(id: LanguageId): void {
  uiStorage.set(LANGUAGE_KEY, id, null);
  configureVerva({ locale: id });
}

/** The person has chosen a language in the profile: what this browser had chosen before must not stand in front of it. */
export function followProfileLanguage(languageId: string): void {
  if (LANGUAGES.includes(languageId as LanguageId)) uiStorage.set(LANGUAGE_KEY, languageId, null);
  else uiStorage.remove(LANGUAGE_KEY);
}

export const drawerIsMini = (): boolean => uiStorage.get<boolean>(MINI_KEY) ?? false;
export const keepDrawerMini = (mini: boolean): void => uiStorage.set(MINI_KEY, mini, null);

function save(change: UiSettingsChange): void {
  if (session.peek().status !== 'signed-in') return;
  call(putUiSettings, { body: change }).catch(() => {
    // It holds for this visit; the next choice is kept when the server is back.
  });
}

import { effect, signal } from '@preact/signals-core';
import { call } from '../shared/api/index.ts';
import { LANGUAGES, type LanguageId } from '../shared/contracts/constants.ts';
import { putUiSettings, type UiSettings, type UiSettingsChange } from '../shared/contracts/session.contract.ts';
import { changedUi } from '../shared/contracts/ui-settings.rules.ts';
import { language } from '../shared/locale/index.ts';
import { density, type Theme, theme } from '../shared/page/display.ts';
import { configureVerva, session, uiStorage } from '../shared/session/index.ts';

const THEME_KEY = 'theme';
const LANGUAGE_KEY = 'language';

/** How the person who is signed in likes the interface (LAY-15); null before that. */
export const ui = signal<UiSettings | null>(null);
/** Choices that are on their way to the server; until they are there, what it tells is older. */
let saving = 0;
let sending: Promise<unknown> = Promise.resolve();
let told: UiSettings | undefined;

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
    // The colours stand in host.css; 0 is the product's own, or the organisation's.
    const accent = ui.value?.theme.index ?? 0;
    if (accent > 0) dataset.accent = String(accent);
    else delete dataset.accent;
  });
  effect(() => {
    document.documentElement.lang = language.value;
  });
  effect(() => {
    const state = session.value;
    if (state.status === 'signed-out' && state.reason === 'left') ui.value = null;
    // A session that is told again, as after its tokens were renewed, says nothing new.
    if (state.status !== 'signed-in' || state.session.ui === told) return;
    told = state.session.ui;
    if (saving === 0) show(told);
  });
}

function show(settings: UiSettings): void {
  const { dense, theme: own } = settings;
  ui.value = settings;
  density.value = dense ? 'dense' : 'comfortable';
  theme.value = own.dark === null ? 'system' : own.dark ? 'dark' : 'light';
  uiStorage.set(THEME_KEY, theme.value, null);
}

/** Changes the interface at once, and keeps it with the person: it is the same in all tabs and on every device. */
export async function changeUi(change: UiSettingsChange): Promise<void> {
  const before = ui.peek();
  if (session.peek().status !== 'signed-in' || !before) return;
  show(changedUi(before, change));
  saving += 1;
  try {
    // One after the other, so that the last answer has all of them.
    const put = () => call(putUiSettings, { body: change });
    const answer = sending.then(put, put);
    sending = answer;
    const kept = await answer;
    if (saving === 1) show(kept);
  } catch {
    // It holds for this visit; the next choice is kept when the server is back.
  } finally {
    saving -= 1;
  }
}

/** Changes the appearance at once and keeps it with the person. */
export function chooseTheme(wanted: 'system' | 'light' | 'dark'): void {
  theme.value = wanted;
  uiStorage.set(THEME_KEY, wanted, null);
  void changeUi({ theme: { dark: wanted === 'system' ? null : wanted === 'dark' } });
}

/** Whether the settings are open on a phone, where they cover everything: there they do not stay open. */
export const phoneSettings = signal(false);
/** Somebody has just asked for them: the focus goes there. A page that is opened with them leaves it where it is. */
export const settingsAsked = signal(false);

/** Opens or closes the settings of the interface. */
export function showSettings(open: boolean, mobile: boolean): void {
  settingsAsked.value = open;
  if (mobile) phoneSettings.value = open;
  else void changeUi({ settingsPanel: open });
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

import { DENSE_BY_DEFAULT } from './constants.ts';
import type { UiSettings, UiSettingsChange } from './session.contract.ts';

/** How the interface looks for whoever has chosen nothing (LAY-15). */
export const DEFAULT_UI: UiSettings = {
  dense: DENSE_BY_DEFAULT,
  navbar: { show: true, dense: false, logo: true },
  fullscreen: false,
  settingsPanel: false,
  footer: false,
  theme: { index: 0, dark: null },
};

/** What is not named stays as it was. */
export function changedUi(before: UiSettings, { navbar, theme, ...change }: UiSettingsChange): UiSettings {
  return { ...before, ...change, navbar: { ...before.navbar, ...navbar }, theme: { ...before.theme, ...theme } };
}

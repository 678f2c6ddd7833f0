import { DENSE_BY_DEFAULT } from './constants.ts';
import type { UiSettings, UiSettingsChange } from './session.contract.ts';

/** Default interface settings (LAY-15). */
export const DEFAULT_UI: UiSettings = {
  dense: DENSE_BY_DEFAULT,
  navbar: { show: true, dense: false, logo: true },
  fullscreen: false,
  settingsPanel: false,
  footer: false,
  theme: { index: 0, dark: null },
};

/** Omitted members stay unchanged. */
export function changedUi(before: UiSettings, { navbar, theme, ...change }: UiSettingsChange): UiSettings {
  return { ...before, ...change, navbar: { ...before.navbar, ...navbar }, theme: { ...before.theme, ...theme } };
}

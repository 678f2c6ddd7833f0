import { DENSE_BY_DEFAULT } from '../../../shared/contracts/constants.ts';
import type { UiSettings, UiSettingsChange } from '../../../shared/contracts/session.contract.ts';

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

/** The calendar day in a zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, now: Date): string {
  // The Swedish way to write a date is the ISO one.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

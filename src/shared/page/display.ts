import { pageWideSignal } from './page-wide.ts';

/** `page` follows the surrounding page; `system` follows the operating system. */
export type Theme = 'page' | 'system' | 'light' | 'dark';
export type Density = 'dense' | 'comfortable';

/** Appearance of all elements on the page. An element's own `theme` or `density` attribute takes precedence. */
export const theme = pageWideSignal<Theme>('theme', 'page');
export const density = pageWideSignal<Density>('density', 'dense');

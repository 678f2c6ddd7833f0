import { pageWideSignal } from './page-wide.ts';

/** `page` follows the page an element stands on; `system` follows the operating system. */
export type Theme = 'page' | 'system' | 'light' | 'dark';
export type Density = 'dense' | 'comfortable';

/** How every element on the page looks. An element's own `theme` or `density` attribute goes before these. */
export const theme = pageWideSignal<Theme>('theme', 'page');
export const density = pageWideSignal<Density>('density', 'dense');

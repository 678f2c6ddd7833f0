import css from '../ui/styles/element.css?inline';

/** The one sheet that every element of the page adopts. */
export const elementSheet = new CSSStyleSheet();
elementSheet.replaceSync(css);

/** Adopted by every element too, and empty until code arrives that needs it (parts-sheet.ts). */
export const partsSheet = new CSSStyleSheet();

import css from '../ui/styles/element.css?inline';

/** The one sheet that every element of the page adopts. */
export const elementSheet = new CSSStyleSheet();
elementSheet.replaceSync(css);

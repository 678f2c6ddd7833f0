import type { Texts } from '../../shared/contracts/shapes.contract.ts';

/** Returns the texts without blanks at their ends, and without empty ones, which would hide the text of another language. */
export const filledTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

import type { Texts } from '../../shared/contracts/shapes.contract.ts';

/** Returns texts by language without blanks around them and without empty ones. */
export const filledTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

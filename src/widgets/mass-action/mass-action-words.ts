import type { Texts } from '../../shared/contracts/shapes.contract.ts';

/** The text in a language, else in English, else in whatever language there is. */
export function textIn(texts: Texts, languageId: string): string {
  return texts[languageId] ?? texts.en ?? Object.values(texts)[0] ?? '';
}

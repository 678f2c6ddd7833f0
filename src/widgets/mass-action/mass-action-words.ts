import type { Texts } from '../../shared/contracts/shapes.contract.ts';

/** The text in a language, otherwise in English, otherwise in any language. */
export function textIn(texts: Texts, languageId: string): string {
  return texts[languageId] ?? texts.en ?? Object.values(texts)[0] ?? '';
}

import type { Texts } from '../../../../shared/contracts/shapes.contract.ts';
import { textOf } from '../../../../shared/forms/index.ts';
import { type dictionaryOf, withTexts } from '../../config-texts/index.ts';

/** Returns the name of a group of manuals in a language. */
export function groupName(
  texts: Awaited<ReturnType<typeof dictionaryOf>>,
  id: string,
  name: Texts,
  languageId: string,
): string {
  return textOf(withTexts({ name }, texts.of('manual-groups', id)).name, languageId);
}

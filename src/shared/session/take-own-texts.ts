import { ownTexts } from '../locale/own.ts';

/** Loads the organisation's own texts if they differ from the loaded ones. Never rejects. */
export async function takeOwnTexts(files: readonly string[]): Promise<void> {
  if (`${files}` !== ownTexts.files)
    await import('../texts/own-texts.ts')
      .then((part) => part.loadOwnTexts(files))
      // Without the code that reads them, the product's texts are used (ERR-06).
      .catch(() => undefined);
}

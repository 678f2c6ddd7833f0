import { ownTexts } from '../locale/own.ts';

/** Fetches own texts where they are others than those that are here. Never rejects. */
export async function takeOwnTexts(files: readonly string[]): Promise<void> {
  if (`${files}` !== ownTexts.files)
    await import('../texts/own-texts.ts')
      .then((part) => part.loadOwnTexts(files))
      // Without the code that reads them, the product's own words remain (ERR-06).
      .catch(() => undefined);
}

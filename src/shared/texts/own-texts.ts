import { apiBase } from '../api/base.ts';
import { languageOf } from '../locale/language.ts';
import { ownTexts } from '../locale/own.ts';

type Texts = Readonly<Record<string, string>>;

/** Maximum wait for own texts; the product's are used after that. */
const TIMEOUT_MS = 5000;

/**
 * Replaces the product's texts by those of these files (`verva-et.json?v=…`, below /i18n); later files take precedence.
 * Loads all languages, so that a change of language needs no wait. Never rejects.
 */
export async function loadOwnTexts(files: readonly string[]): Promise<void> {
  const name = `${files}`;
  ownTexts.files = name;
  const contents = await Promise.all(files.map(readFile));
  // Another organisation was chosen meanwhile.
  if (ownTexts.files !== name) return;
  const merged: Record<string, Texts> = {};
  for (const [index, file] of files.entries()) {
    const language = languageOf(/-([a-z]+)\.json/.exec(file)?.[1] ?? '');
    if (language) merged[language] = { ...merged[language], ...contents[index] };
  }
  ownTexts.byLanguage = merged;
}

async function readFile(file: string): Promise<Texts> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(new URL(`/i18n/${file}`, apiBase.peek()), { credentials: 'omit', signal });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const texts: unknown = await answer.json();
    if (typeof texts !== 'object' || texts === null) throw new Error('There are no texts in it.');
    return texts as Texts;
  } catch (error) {
    // The product has all texts; an organisation can work without its own (ERR-06).
    console.error(`Verva: the texts of ${file} could not be loaded.`, error);
    return {};
  }
}

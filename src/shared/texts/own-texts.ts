import { apiBase } from '../api/base.ts';
import { isShipped, language, languageOf } from '../locale/language.ts';
import { ownTexts } from '../locale/own.ts';

type Texts = Readonly<Record<string, string>>;

/** Maximum wait for own texts; the product's are used after that. */
const TIMEOUT_MS = 5000;

/**
 * Replaces the product's texts by those of these files (`verva-et.json?v=…`, below /i18n); later files take precedence.
 * Loads all shipped languages, so that a change of language needs no wait, and the language of the page. Never rejects.
 */
export async function loadOwnTexts(files: readonly string[]): Promise<void> {
  const name = `${files}`;
  ownTexts.files = name;
  const byLanguage = Map.groupBy(files, (file) => languageOf(/-([a-z]+)\.json/.exec(file)?.[1] ?? '') ?? '');
  byLanguage.delete('');
  const isNow = (id: string) => isShipped(id) || id === language.peek();
  const read = [...byLanguage]
    .filter(([id]) => isNow(id))
    .map(async ([id, own]) => [id, await readFiles(own)] as const);
  const merged = await Promise.all(read);
  // Another organisation was chosen meanwhile.
  if (ownTexts.files !== name) return;
  ownTexts.byLanguage = Object.fromEntries(merged);
  ownTexts.later = Object.fromEntries([...byLanguage].filter(([id]) => !isNow(id)));
}

/** Loads the texts of an added language, once. Never rejects. */
export async function loadTextsOf(id: string): Promise<void> {
  const name = ownTexts.files;
  const files = ownTexts.later[id];
  if (!files) return;
  const texts = await readFiles(files);
  if (ownTexts.files !== name) return;
  const { [id]: _, ...later } = ownTexts.later;
  ownTexts.later = later;
  ownTexts.byLanguage = { ...ownTexts.byLanguage, [id]: texts };
}

async function readFiles(files: readonly string[]): Promise<Texts> {
  return Object.assign({}, ...(await Promise.all(files.map(readFile))));
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

// Prints the transferred size of each element: `node scripts/size.ts`. The limits are in test/size.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { LANGUAGES } from '../src/shared/contracts/constants.ts';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

export interface FileSize {
  readonly file: string;
  readonly bytes: number;
}

const EMBED = join(import.meta.dirname, '../dist/embed');
const HOST = join(import.meta.dirname, '../dist/host');
const LOADER = 'src/loader.ts';
const SHARED = 'src/shared/define-widget/define-widget.tsx';
/** Loaded with the set-up call. */
const PREFETCH = 'src/prefetch.ts';

/** Returns the size of the loader alone, as on every page with the script tag. Sizes are brotli, in bytes. */
export function loaderSize(folder: string = EMBED): number {
  return sizeOf(folder, 'loader.js');
}

/** Lazy parts counted with an element's first screen; for an element that is not listed, all its parts count. */
const OPENED: Readonly<Record<string, readonly string[]>> = {
  // Its rows and the filter panel, without what opens later: calendar, user search, sort order, saved views, dialogs.
  inbox: ['src/widgets/inbox/panels/filter-panel.tsx'],
  // Until the text is visible, without what opens later: lists, changes, attachments, questions, receipts, print.
  'manual-reader': [],
  // Its cards and the form of one, without what opens later: the preview, the delegations to the user, the calendar.
  'delegation-editor': [],
  // Its fields, without what some forms need: pictures, PDF, calendar, comments, dialogs.
  'task-form': [],
  // The list and the progress of a request, without what opens later: form, messages, files, history, dialogs.
  'my-requests': ['src/widgets/my-requests/request-view.tsx'],
  // Its rows, without what opens later: import, change of status, dialogs.
  records: [],
  // The whole card, without what opens later: dialogs, preview of documents.
  'hr-card': [],
  // The same for the form of an item.
  'start-form': [],
};

/** Fetched after the first screen of every element; has a limit of its own. */
const SNACK_CARD = 'src/shared/ui/snack-card.tsx';
/** Fetched when a request needs a recent sign-in. */
const SIGN_IN_AGAIN = 'src/shared/ui/recent-sign-in-dialog.tsx';

/** Returns the size of the snackbar's card. */
export function snackCardSize(folder: string = EMBED): number {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const card = manifest[SNACK_CARD];
  if (!card) throw new Error(`There is no ${SNACK_CARD} in ${folder}.`);
  return sizeOf(folder, card.file);
}

/**
 * Returns everything a page fetches until the element is rendered and its lazy parts are opened (those of OPENED,
 * otherwise all of its own): the loader, shared code, its own code, and the texts of the language that needs most.
 * Nested elements, the snackbar's card and the dialog for a recent sign-in are not counted.
 */
export function elementSizes(name: string, folder: string = EMBED): FileSize[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const start = `src/widgets/${name}/index.ts`;
  for (const key of [start, ...(OPENED[name] ?? [])])
    if (!manifest[key]) throw new Error(`There is no ${key} in ${folder}.`);
  const sizes = LANGUAGES.map((language) => {
    const seen = new Set<string>();
    const take = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || seen.has(key)) return;
      seen.add(key);
      chunk.imports?.forEach(take);
      if (key !== LOADER)
        chunk.dynamicImports?.filter((lazy) => isNeeded(manifest[lazy], lazy, language, OPENED[name])).forEach(take);
    };
    [LOADER, PREFETCH, SHARED, start].forEach(take);
    return [...seen].map((key) => (manifest[key] as Chunk).file).map((file) => ({ file, bytes: sizeOf(folder, file) }));
  });
  return sizes.reduce((most, one) => (total(one) > total(most) ? one : most));
}

/**
 * Returns what the application's sign-in screen fetches until it is rendered, except React, which every page of the
 * application shares; with the texts of the language that needs most. Code for after sign-in, and for single sign-on,
 * is not counted.
 */
export function loginSizes(folder: string = HOST): FileSize[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const starts = ['index.html', 'login/login-screen.tsx'];
  for (const start of starts) if (!manifest[start]) throw new Error(`There is no ${start} in ${folder}.`);
  const sizes = LANGUAGES.map((language) => {
    const seen = new Set<string>();
    const take = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || seen.has(key) || chunk.name === 'react') return;
      seen.add(key);
      chunk.imports?.forEach(take);
      chunk.dynamicImports?.filter((lazy) => languageOf(manifest[lazy]) === language).forEach(take);
    };
    starts.forEach(take);
    return [...seen].map((key) => (manifest[key] as Chunk).file).map((file) => ({ file, bytes: sizeOf(folder, file) }));
  });
  return sizes.reduce((most, one) => (total(one) > total(most) ? one : most));
}

export function total(sizes: readonly FileSize[]): number {
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}

function isNeeded(chunk: Chunk | undefined, key: string, language: string, opened?: readonly string[]): boolean {
  if (!chunk || key === SNACK_CARD || key === SIGN_IN_AGAIN || /^src\/widgets\/[^/]+\/index\.ts$/.test(key))
    return false;
  const words = languageOf(chunk);
  return words === undefined ? (opened?.includes(key) ?? true) : words === language;
}

/** Returns the language of a chunk of texts; undefined for code. */
const languageOf = (chunk: Chunk | undefined): string | undefined => /^words-.*-([a-z]+)$/.exec(chunk?.name ?? '')?.[1];

const known = new Map<string, number>();

function sizeOf(folder: string, file: string): number {
  const path = join(folder, file);
  const size = known.get(path) ?? brotliCompressSync(readFileSync(path)).length;
  known.set(path, size);
  return size;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(`loader ${loaderSize()} bytes`);
  for (const name of ['inbox', 'task-form', 'profile', 'manual-reader']) {
    const sizes = elementSizes(name);
    console.log(`\nverva-${name} ${total(sizes)} bytes`);
    for (const { file, bytes } of sizes) console.log(`  ${String(bytes).padStart(6)}  ${file}`);
  }
  const sizes = loginSizes();
  console.log(`\nsign-in screen without React ${total(sizes)} bytes`);
  for (const { file, bytes } of sizes) console.log(`  ${String(bytes).padStart(6)}  ${file}`);
}

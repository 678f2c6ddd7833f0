// Prints what an element costs a page in bytes over the wire: `node scripts/size.ts`. The limits are in test/size.
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
const SHARED = 'src/shared/element/index.ts';
/** Comes with the set-up call. */
const AHEAD = 'src/prefetch.ts';

/** The loader alone, as every page that has the script tag pays it. Sizes are brotli, in bytes. */
export function loaderSize(folder: string = EMBED): number {
  return sizeOf(folder, 'loader.js');
}

/** Parts that are counted with an element besides what it draws first; of one that is not named, all of its parts are. */
const OPENED: Readonly<Record<string, readonly string[]>> = {
  // Its rows and the panel of filters. What opens later is not: calendar, look-up of people, order, saved views, dialogs.
  inbox: ['src/widgets/inbox/panels/filter-panel.tsx'],
  // Until the text shows. What opens later is not: lists, changes, attachments, questions, receipts, paper.
  'manual-reader': [],
  // Its fields. What a form may need besides (pictures, PDF, calendar, comments, dialogs) comes with it.
  'task-form': [],
};

/**
 * Everything a page fetches until the element is drawn and its lazy parts have been opened (those of OPENED, else all
 * of its own): loader, code it shares, its own code, and the words of the language that needs the most of them. Other
 * elements that it may show are not counted.
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
    [LOADER, AHEAD, SHARED, start].forEach(take);
    return [...seen].map((key) => (manifest[key] as Chunk).file).map((file) => ({ file, bytes: sizeOf(folder, file) }));
  });
  return sizes.reduce((most, one) => (total(one) > total(most) ? one : most));
}

/**
 * What the application's sign-in screen fetches until it is drawn, but for React, which every page of the application
 * shares; with the words of the language that needs the most of them. What waits for somebody to be signed in, or for
 * single sign-on, is not counted.
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
  if (!chunk || /^src\/widgets\/[^/]+\/index\.ts$/.test(key)) return false;
  const words = languageOf(chunk);
  return words === undefined ? (opened?.includes(key) ?? true) : words === language;
}

/** The language of a chunk of words; undefined for code. */
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

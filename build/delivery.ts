import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES, type LanguageId } from '../src/shared/contracts/constants.ts';
import type { ElementScripts, EmbedBuild } from '../src/shared/contracts/embed-build.ts';

/** The properties of a chunk that this plugin uses; file names are relative to the build's folder. */
interface Script {
  readonly fileName: string;
  readonly name: string;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly code: string;
}

const LOADER = 'loader.js';
const WIDGET = /\/src\/widgets\/([^/]+)\/index\.ts$/;

/**
 * Gives the loader a second, immutable address, and writes `build.json`: the hash of every script, and which scripts
 * each element needs. The loader names its chunks by content hash, and so do they, so its own hash identifies the whole
 * build.
 */
export function delivery(version: string): Plugin {
  return {
    name: 'verva:delivery',
    apply: 'build',
    writeBundle: {
      sequential: true,
      handler({ dir }, bundle) {
        if (!dir) return;
        const scripts = Object.values(bundle).filter((output) => output.type === 'chunk');
        const content = readFileSync(join(dir, LOADER));
        const loader = `loader-${version}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.js`;
        writeFileSync(join(dir, loader), content);
        const paths = [loader, ...scripts.map(({ fileName }) => fileName).filter((path) => path !== LOADER)];
        const build: EmbedBuild = {
          version,
          loader,
          integrity: Object.fromEntries(paths.map((path) => [path, integrityOf(readFileSync(join(dir, path)))])),
          elements: elementScripts(scripts),
        };
        writeFileSync(join(dir, 'build.json'), JSON.stringify(build));
      },
    },
  };
}

function integrityOf(content: Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** Lists what each element loads, by tag. Nested elements are found by their tags in its code. */
function elementScripts(scripts: readonly Script[]): Record<string, ElementScripts> {
  const byPath = new Map(scripts.map((script) => [script.fileName, script]));
  const starts = new Map<string, string>(
    scripts.flatMap(({ fileName, moduleIds }) =>
      moduleIds.flatMap((id) => {
        const name = WIDGET.exec(id)?.[1];
        return name ? [[`verva-${name}`, fileName] as const] : [];
      }),
    ),
  );
  const isOther = new Set(starts.values());
  /** Chunks that the loader loads for every element. */
  const common = (byPath.get(LOADER)?.dynamicImports ?? []).filter((path) => !isOther.has(path));
  /** Returns the imports of a script, with `isLazy` also its dynamic ones. Other elements are excluded. */
  const reached = (start: string, isLazy: boolean): Set<string> => {
    const seen = new Set<string>();
    const take = (path: string) => {
      const script = byPath.get(path);
      if (!script || seen.has(path)) return;
      seen.add(path);
      script.imports.forEach(take);
      if (isLazy) script.dynamicImports.filter((lazy) => !isOther.has(lazy)).forEach(take);
    };
    [start, ...common].forEach(take);
    return seen;
  };
  const own = new Map([...starts].map(([tag, start]) => [tag, reached(start, true)]));
  const withInner = (tag: string, seen: Set<string>): Set<string> => {
    if (seen.has(tag)) return seen;
    seen.add(tag);
    const code = [...(own.get(tag) ?? [])].map((path) => byPath.get(path)?.code).join('\n');
    for (const other of starts.keys()) if (new RegExp(`["'\`]${other}["'\`]`).test(code)) withInner(other, seen);
    return seen;
  };
  const scriptsOf = (tag: string, start: string): ElementScripts => {
    const first = reached(start, false);
    const later = [...first].flatMap((path) => byPath.get(path)?.dynamicImports ?? []);
    const wordsOf = (language: LanguageId) => [
      ...new Set(later.filter((path) => new RegExp(`^words-.*-${language}$`).test(byPath.get(path)?.name ?? ''))),
    ];
    return {
      first: [...first],
      words: Object.fromEntries(LANGUAGES.map((language) => [language, wordsOf(language)])) as Record<
        LanguageId,
        string[]
      >,
      all: [...new Set([...withInner(tag, new Set())].flatMap((inner) => [...(own.get(inner) ?? [])]))],
    };
  };
  return Object.fromEntries([...starts].map(([tag, start]) => [tag, scriptsOf(tag, start)]));
}

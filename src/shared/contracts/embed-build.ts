import type { LanguageId } from './constants.ts';

/** Content of `/embed/build.json`: one build for third-party pages. All paths are below `/embed/`. */
export interface EmbedBuild {
  /** The product version. */
  readonly version: string;
  /** The loader at an immutable address: `loader-0.1.0-3f2a91c07bde.js`. */
  readonly loader: string;
  /** The hash of every script, in `integrity` format. */
  readonly integrity: Readonly<Record<string, string>>;
  /** By tag. */
  readonly elements: Readonly<Record<string, ElementScripts>>;
}

export interface ElementScripts {
  /** Scripts required for rendering, in addition to the texts of one language. */
  readonly first: readonly string[];
  readonly words: Readonly<Record<LanguageId, readonly string[]>>;
  /** All scripts that it can load, including the elements that it can render inside. */
  readonly all: readonly string[];
}

/** Options of the embedding code. */
export interface SnippetChoice {
  /** Address of the server without a trailing slash. */
  readonly server: string;
  /** `pinned`: exactly this build, with each script verified by its hash. `newest`: the server's current build. */
  readonly form: 'pinned' | 'newest';
  readonly tags: readonly string[];
  /** The language whose texts are preloaded. */
  readonly language: LanguageId;
}

const NEWEST = 'loader.js';
/** Token endpoint of the page's own back end. */
const TOKEN = '/verva-token';

/**
 * Code for the page's head, before all other module scripts of the page. Without a build only `newest` is available.
 */
export function headSnippet(build: EmbedBuild | null, choice: SnippetChoice): string {
  const { server, form } = choice;
  // Requests the token before the script that needs it.
  const first = `<link rel="preconnect" href="${server}" crossorigin>
<link rel="preload" href="${TOKEN}" as="fetch" crossorigin>`;
  if (form === 'pinned' && build) return [first, ...pinnedLines(build, choice)].join('\n');
  return `${first}\n<script type="module" src="${server}/embed/${NEWEST}" crossorigin></script>`;
}

function pinnedLines(build: EmbedBuild, { server, tags, language }: SnippetChoice): string[] {
  const checked = (path: string) => `"${server}/embed/${path}" integrity="${build.integrity[path]}" crossorigin`;
  return [
    `<script type="importmap">${importMap(build, { server, tags })}</script>`,
    ...firstScripts(build, tags, language).map((path) => `<link rel="modulepreload" href=${checked(path)}>`),
    `<script type="module" src=${checked(build.loader)}></script>`,
  ];
}

/** The text of the import map: a strict policy of the page allows it by its hash. */
export function importMap(build: EmbedBuild, { server, tags }: Pick<SnippetChoice, 'server' | 'tags'>): string {
  const paths = [...new Set([build.loader, ...tags.flatMap((tag) => build.elements[tag]?.all ?? [])])];
  const integrity = paths.map((path) => [`${server}/embed/${path}`, build.integrity[path]]);
  const imports = { verva: `${server}/embed/${build.loader}` };
  return `\n${JSON.stringify({ imports, integrity: Object.fromEntries(integrity) }, null, 1).replaceAll('": "', '":"')}\n`;
}

/** The element tags. */
export function bodySnippet(tags: readonly string[]): string {
  return tags.map((tag) => `<${tag}></${tag}>`).join('\n');
}

/** The page's own script file with its token provider. */
export function scriptSnippet({ server, form }: Pick<SnippetChoice, 'server' | 'form'>): string {
  const from = form === 'pinned' ? 'verva' : `${server}/embed/${NEWEST}`;
  return `import { configureVerva } from '${from}';
configureVerva({ getToken: async () => (await fetch('${TOKEN}')).text() });`;
}

function firstScripts(build: EmbedBuild, tags: readonly string[], language: LanguageId): string[] {
  const scripts = tags.map((tag) => build.elements[tag]).filter((one) => one !== undefined);
  return [
    ...new Set([...scripts.flatMap(({ first }) => first), ...scripts.flatMap(({ words }) => words[language] ?? [])]),
  ];
}

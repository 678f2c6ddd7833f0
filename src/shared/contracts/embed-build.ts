import type { LanguageId } from './constants.ts';

/** What a build for pages of others says of itself at `/embed/build.json`. All paths are below `/embed/`. */
export interface EmbedBuild {
  /** Of the product. */
  readonly version: string;
  /** The loader at an address that always gives these bytes: `loader-0.1.0-3f2a91c07bde.js`. */
  readonly loader: string;
  /** The hash of every script, as `integrity` takes it. */
  readonly integrity: Readonly<Record<string, string>>;
  /** By tag. */
  readonly elements: Readonly<Record<string, ElementScripts>>;
}

export interface ElementScripts {
  /** Without these nothing is drawn; the words of one language are needed besides. */
  readonly first: readonly string[];
  readonly words: Readonly<Record<LanguageId, readonly string[]>>;
  /** Everything that it may load in its life, with the elements that it may show inside. */
  readonly all: readonly string[];
}

/** What a page chooses. */
export interface SnippetChoice {
  /** Address of the server without a slash at its end. */
  readonly server: string;
  /** `pinned`: this build and no other, each script checked by its hash. `newest`: whatever the server has. */
  readonly form: 'pinned' | 'newest';
  readonly tags: readonly string[];
  /** The language whose words are fetched at once. */
  readonly language: LanguageId;
}

const NEWEST = 'loader.js';
/** Where the page's own back end gives tokens. */
const TOKEN = '/verva-token';

/** What goes into the page's head, before every other module script of the page. Without a build only the newest can be had. */
export function headSnippet(build: EmbedBuild | null, choice: SnippetChoice): string {
  const { server, form } = choice;
  // The token is on its way before the script that asks for it.
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

/** The text of the import map: its hash is what a strict policy of the page allows it by. */
export function importMap(build: EmbedBuild, { server, tags }: Pick<SnippetChoice, 'server' | 'tags'>): string {
  const paths = [...new Set([build.loader, ...tags.flatMap((tag) => build.elements[tag]?.all ?? [])])];
  const integrity = paths.map((path) => [`${server}/embed/${path}`, build.integrity[path]]);
  const imports = { verva: `${server}/embed/${build.loader}` };
  return `\n${JSON.stringify({ imports, integrity: Object.fromEntries(integrity) }, null, 1).replaceAll('": "', '":"')}\n`;
}

/** The elements themselves. */
export function bodySnippet(tags: readonly string[]): string {
  return tags.map((tag) => `<${tag}></${tag}>`).join('\n');
}

/** The page's own script, a file of its own: it says where tokens come from. */
export function scriptSnippet({ server, form }: Pick<SnippetChoice, 'server' | 'form'>): string {
  const from = form === 'pinned' ? 'verva' : `${server}/embed/${NEWEST}`;
  return `import { configureVerva } from '${from}';
configureVerva({ getToken: async () => (await fetch('${TOKEN}')).text() });`;
}

function firstScripts(build: EmbedBuild, tags: readonly string[], language: LanguageId): string[] {
  const scripts = tags.map((tag) => build.elements[tag]).filter((one) => one !== undefined);
  return [...new Set([...scripts.flatMap(({ first }) => first), ...scripts.flatMap(({ words }) => words[language])])];
}

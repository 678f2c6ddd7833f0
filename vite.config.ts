import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { contractEndpoints } from './build/contract-endpoints.ts';
import { delivery } from './build/delivery.ts';
import { eagerCompile } from './build/eager-compile.ts';
import { elementMetadata } from './build/element-metadata/index.ts';
import { messageChunks } from './build/message-chunks.ts';
import { minified } from './build/minify.ts';
import { nativeImports } from './build/native-imports.ts';
import { pdfFiles } from './build/pdf-files.ts';
import { precompress } from './build/precompress.ts';
import { shadowCss } from './build/shadow-css.ts';
import { stripUnused } from './build/strip-unused.ts';
import packageJson from './package.json' with { type: 'json' };

const ROOT = import.meta.dirname;

/** Browsers with light-dark(), relative colours and the popover attribute; older ones are not served. */
const CSS_TARGET = ['chrome131', 'firefox133', 'safari18'];

// React Compiler stays off: it caches `signal.value` and components go stale without a word.
const plugins = () => [
  contractEndpoints(),
  messageChunks(),
  stripUnused(),
  react(),
  tailwindcss(),
  shadowCss(/\/styles\/element\.css\?inline/),
  pdfFiles(),
  precompress(),
];

const alias = [
  { find: /^(?:\.\.?\/)+createLucideIcon\.mjs$/, replacement: resolve(ROOT, 'src/shared/ui/lucide.ts') },
  // React has the hook itself; the package is for versions before it.
  { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
];

/** Words of one widget in one language are one chunk; what is shared between widgets is another. */
function messageChunk(id: string): string | null {
  const language = /\.messages\.ts\?language=([a-z]+)$/.exec(id)?.[1];
  if (!language) return null;
  // Fields that open later in some elements and never in others.
  if (/\/shared\/ui\/(?:date-picker|password-field|person-field)\.messages/.test(id)) return `words-fields-${language}`;
  if (/\/inbox\/panels\//.test(id)) return `words-filters-${language}`;
  if (/\/shared\/ui\/combo-box\.messages/.test(id)) return `words-combo-box-${language}`;
  // What an open manual does not need until its text shows.
  const laterPart = /\/manual-reader\/(lists|parts)\//.exec(id)?.[1];
  if (laterPart) return `words-manual-${laterPart}-${language}`;
  return `words-${/\/src\/(?:widgets\/(?:[^/]+\/(?=(?:panels|views)\/))?|host\/(?=\w+\/)|shared\/(?:ui\/(?=\w+\/)|(?=form-view\/)))?([^/]+)\//.exec(id)?.[1]}-${language}`;
}

const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
  { name: 'virtual', test: /node_modules[\\/]@tanstack[\\/](react-)?virtual/, priority: 25 },
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-)?query/, priority: 25 },
  {
    name: 'headless',
    test: /node_modules[\\/](@headlessui|@floating-ui|@react-aria|@react-stately)[\\/]/,
    priority: 20,
  },
  { name: messageChunk, debugName: 'words', test: /\.messages\.ts\?language=/, priority: 15 },
  // What lists have in common; a chunk for each would weigh more than what is in it.
  {
    name: 'lists',
    test: /src[\\/]shared[\\/]contracts[\\/]((tasks|views|processes)\.contract|filters\.rules)|src[\\/]shared[\\/]ui[\\/]filters[\\/]columns/,
    priority: 12,
  },
];

/** What runs until the rows of an inbox show, on pages of others and in the application. */
const FIRST = /^(react|runtime|inbox)$/;
const FIRST_OF_HOST = /^(react|runtime|index|frame|element|inbox-page)$/;

/** What every element has in common, and small parts of most: a chunk for each would cost more than it holds. */
const elementRuntime = {
  name: 'runtime',
  test: /node_modules[\\/](@preact|@r2wc|@formatjs|intl-messageformat)[\\/]|src[\\/]shared[\\/](page|element(?![\\/]parts-sheet)|locale|api(?![\\/]intention)|session(?![\\/](sso|cognito-client))|ui[\\/](status-shape|icon|button|contained-part|in-time|empty-state|lazy-part|search-box|tell-problem))|icons[\\/](arrow-left|arrow-up-down|list-filter|message-square|search|user-round-check)\./,
  priority: 10,
};

/** What opens with a panel of filters. */
const filterParts = {
  name: 'filters',
  test: /src[\\/](shared[\\/]ui[\\/](filters[\\/](filter-rows|text-value|filters\.messages)|styles[\\/]filters\.css)|widgets[\\/]inbox[\\/]panels[\\/](columns|panels\.messages))/,
  priority: 9,
};

/** Drawings that most elements with forms have: a request for each would cost more than it brings. */
const icons = {
  name: 'icons',
  test: /icons[\\/](arrow-(up|down)|chevron-(left|right)|pencil|plus|trash)\./,
  priority: 8,
};

/** What every page of the application has in common: the sign-in shows neither elements nor dates. */
const hostRuntime = {
  name: 'runtime',
  test: /node_modules[\\/](@preact|@formatjs|intl-messageformat)[\\/]|src[\\/]shared[\\/](page|locale[\\/](?!da|numbers|index)|api[\\/](?!live|event|pictures|intention)|session(?![\\/]sso)|ui[\\/](icon|button|lucide))/,
  priority: 10,
};

/** Small parts of the sign-in screen: a request for each would cost more than it brings. */
const loginParts = {
  name: 'login-parts',
  test: /icons[\\/](arrow-left|chevron-down|circle-exclamation-point|external-link|eye|eye-off)\.|src[\\/]shared[\\/]ui[\\/](field|banner)\./,
  priority: 9,
};

/** Nobody loads dates and numbers for the sake of `useMessages`, which stands in the same index. */
const treeshake = {
  moduleSideEffects: [{ test: /src[\\/]shared[\\/]locale[\\/]/, sideEffects: false }],
};

/** What pages embed: loader.js and the chunks it asks for, addressed relative to it. */
const embed: UserConfig = {
  root: ROOT,
  base: './',
  resolve: { alias },
  publicDir: false,
  define: { 'import.meta.env.VERVA_VERSION': JSON.stringify(packageJson.version) },
  plugins: [
    delivery(packageJson.version),
    ...plugins(),
    nativeImports('loader.js'),
    minified(),
    eagerCompile(FIRST),
    elementMetadata(),
  ],
  build: {
    target: 'es2022',
    cssTarget: CSS_TARGET,
    outDir: resolve(ROOT, 'dist/embed'),
    emptyOutDir: true,
    manifest: true,
    // The loader asks for the shared code itself; Vite's helper would add links to the head of somebody's page.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // How long each plugin took is nothing for whoever starts the product.
      checks: { bundlerTimings: false },
      input: { loader: resolve(ROOT, 'src/loader.ts') },
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'c/[name]-[hash].js',
        assetFileNames: 'c/[name]-[hash][extname]',
        codeSplitting: { groups: [...groups, elementRuntime, filterParts, icons] },
      },
    },
  },
};

/** The application: index.html and its assets at the root of the server. */
const host: UserConfig = {
  root: resolve(ROOT, 'src/host'),
  base: '/',
  resolve: { alias },
  publicDir: resolve(ROOT, 'src/host/public'),
  plugins: [...plugins(), minified(), eagerCompile(FIRST_OF_HOST)],
  build: {
    target: 'es2022',
    cssTarget: CSS_TARGET,
    outDir: resolve(ROOT, 'dist/host'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // Words have nothing beside them to be fetched with them; the list of what is stands in the first script.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_name, files) => files.filter((file) => !WORDS.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      treeshake,
      output: { codeSplitting: { groups: [...groups, hostRuntime, loginParts] } },
    },
  },
};

/** Chunks of words, of one language each. */
const WORDS = /\/words-/;

export default defineConfig(({ mode }) => (mode === 'host' ? host : embed));

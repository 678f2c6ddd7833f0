import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { chunkGroups, chunkRulesMatch } from './build/chunk-groups.ts';
import { contractEndpoints } from './build/contract-endpoints.ts';
import { cssConstants } from './build/css-constants.ts';
import { delivery } from './build/delivery.ts';
import { eagerCompile } from './build/eager-compile.ts';
import { elementList } from './build/element-list.ts';
import { elementMetadata } from './build/element-metadata/index.ts';
import { helpPages } from './build/help-pages.ts';
import { messageChunks } from './build/message-chunks.ts';
import { minified } from './build/minify.ts';
import { nativeImports } from './build/native-imports.ts';
import { pdfFiles } from './build/pdf-files.ts';
import { precompress } from './build/precompress.ts';
import { shadowCss } from './build/shadow-css.ts';
import { stripUnused } from './build/strip-unused.ts';
import packageJson from './package.json' with { type: 'json' };
import { ELEMENT_CHUNKS, HOST_CHUNKS, textChunk } from './src/chunks.ts';

const ROOT = import.meta.dirname;

/** Browsers with light-dark(), relative colours and the popover attribute; older ones are not served. */
const CSS_TARGET = ['chrome131', 'firefox133', 'safari18'];

// React Compiler stays off: it caches `signal.value` and components go stale without a word.
const plugins = () => [
  contractEndpoints(),
  messageChunks(),
  helpPages(),
  stripUnused(),
  react(),
  tailwindcss(),
  cssConstants(),
  shadowCss(/\/styles\/element\.css\?inline/),
  pdfFiles(),
  precompress(),
];

const alias = [
  { find: /^(?:\.\.?\/)+createLucideIcon\.mjs$/, replacement: resolve(ROOT, 'src/shared/ui/lucide.ts') },
  // React has the hook itself; the package is for versions before it.
  { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
];

const texts = { name: textChunk, debugName: 'words', test: /\.messages\.ts\?language=/, priority: 15 };

/** Chunks that run until the rows of an inbox show, in an embedding page and in the application. */
const FIRST = /^(react|runtime|inbox)$/;
const FIRST_OF_HOST = /^(react|runtime|index|frame|element|inbox-page)$/;

/** Keeps dates and numbers out of pages that import only `useMessages` from the same index. */
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
    elementList('loader.js'),
    eagerCompile(FIRST),
    chunkRulesMatch(ELEMENT_CHUNKS),
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
        codeSplitting: { groups: [texts, ...chunkGroups(ELEMENT_CHUNKS)] },
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
  plugins: [...plugins(), minified(), eagerCompile(FIRST_OF_HOST), chunkRulesMatch(HOST_CHUNKS)],
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
      output: { codeSplitting: { groups: [texts, ...chunkGroups(HOST_CHUNKS)] } },
    },
  },
};

/** Chunks of words, of one language each. */
const WORDS = /\/words-/;

export default defineConfig(({ mode }) => (mode === 'host' ? host : embed));

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type { HelpPage } from '../src/shared/contracts/help-page.ts';
import { readHelpPage } from './help-markdown.ts';

const FOLDER = join(import.meta.dirname, '../docs/help');
const VIRTUAL = /^virtual:help\/([a-z]+)$/;

/** Serves the pages of docs/help as modules, one for each language: `virtual:help/et`. */
export function helpPages(): Plugin {
  return {
    name: 'verva:help-pages',
    resolveId: { filter: { id: VIRTUAL }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:help\// },
      handler(id) {
        const language = VIRTUAL.exec(id.slice(1))?.[1] ?? '';
        for (const file of helpFiles(language)) this.addWatchFile(file);
        return { code: `export default ${JSON.stringify(readHelp(language))};\n`, map: null };
      },
    },
  };
}

/** Returns the pages of one language. */
export function readHelp(language: string): HelpPage[] {
  return helpFiles(language).map((file) => readHelpPage(basename(file, '.md'), readFileSync(file, 'utf8')));
}

const helpFiles = (language: string) => globSync(join(FOLDER, language, '*.md')).sort();

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = join(import.meta.dirname, '../node_modules/pdfjs-dist');
/** What pdf.js fetches for the documents that need it: Asian character maps, standard fonts, decoders of scans. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm'];

/** Puts the files of pdf.js beside the chunks, at `pdf/<folder>/` (shared/ui/preview/pdf.ts). */
export function pdfFiles(): Plugin {
  return {
    name: 'verva:pdf-files',
    apply: 'build',
    generateBundle() {
      for (const folder of FOLDERS) {
        for (const name of readdirSync(join(PACKAGE, folder))) {
          // Scripts in forms of documents are never run; the decoders are those in JavaScript.
          if (name.startsWith('quickjs') || name.endsWith('.wasm')) continue;
          const source = readFileSync(join(PACKAGE, folder, name));
          this.emitFile({ type: 'asset', fileName: `pdf/${folder}/${name}`, source });
        }
      }
    },
  };
}

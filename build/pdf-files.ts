import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = join(import.meta.dirname, '../node_modules/pdfjs-dist');
/** Files that pdf.js fetches for some documents: Asian character maps, standard fonts, decoders for scans. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm'];

/** Copies the files of pdf.js next to the chunks, to `pdf/<folder>/` (shared/ui/preview/pdf.ts). */
export function pdfFiles(): Plugin {
  return {
    name: 'verva:pdf-files',
    apply: 'build',
    generateBundle() {
      for (const folder of FOLDERS) {
        for (const name of readdirSync(join(PACKAGE, folder))) {
          // Scripts in PDF forms are never executed; only the JavaScript decoders are used.
          if (name.startsWith('quickjs') || name.endsWith('.wasm')) continue;
          const source = readFileSync(join(PACKAGE, folder, name));
          this.emitFile({ type: 'asset', fileName: `pdf/${folder}/${name}`, source });
        }
      }
    },
  };
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { customElementsManifest } from './custom-elements.ts';
import { elementDeclarations, frameworkDeclarations, loaderDeclarations } from './declarations.ts';
import { vscodeElements, vscodeLook, webTypes } from './editors.ts';
import { loaderTypes } from './loader-types.ts';

const ROOT = new URL('../../', import.meta.url);

/**
 * Returns the metadata files for tools and editors by their name below /embed, generated from the table of elements and
 * the loader's source.
 */
export function metadataFiles(): Readonly<Record<string, string>> {
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string };
  const { functions, text } = loaderTypes(fileURLToPath(new URL('src/loader.ts', ROOT)));
  const types = {
    'verva-elements.d.ts': elementDeclarations(version),
    'verva-loader.d.ts': loaderDeclarations(text),
    ...frameworkDeclarations(),
  };
  const json = (data: object) => `${JSON.stringify(data, null, 1)}\n`;
  return {
    'custom-elements.json': json(customElementsManifest(functions)),
    'web-types.json': json(webTypes(version)),
    'vscode.html-custom-data.json': json(vscodeElements()),
    'vscode.css-custom-data.json': json(vscodeLook()),
    ...Object.fromEntries(Object.entries(types).map(([name, content]) => [`types/${name}`, content])),
  };
}

/** Writes the metadata files next to the loader. */
export function elementMetadata(): Plugin {
  return {
    name: 'verva:element-metadata',
    apply: 'build',
    generateBundle() {
      for (const [fileName, source] of Object.entries(metadataFiles()))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

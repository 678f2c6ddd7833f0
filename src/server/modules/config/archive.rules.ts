import { zipOf } from '../../platform/content/zip.ts';
import { byCodeUnit, canonicalContent, canonicalText, digestOf, type JsonObject } from './canonical.rules.ts';
import type { ConfigKind, ConfigObject } from './kind.ts';

/** What an organisation has configured, by kind. */
export type Configuration = readonly { readonly kind: ConfigKind; readonly objects: readonly ConfigObject[] }[];

export const FORMAT = 1;

/** Writes a configuration as a zip file: equal configurations have equal bytes. `line`: the family of files. */
export function archiveOf(line: string, configuration: Configuration): Buffer {
  const files = filesOf(configuration);
  const digests = Object.fromEntries(files.map(({ path, text }) => [path, digestOf(text)]));
  const kinds = configuration.map(({ kind }) => kind.id).sort(byCodeUnit);
  const manifest = { path: 'verva.json', text: canonicalText({ format: FORMAT, line, kinds, files: digests }) };
  const entries = [...files, manifest].sort((a, b) => byCodeUnit(a.path, b.path));
  return zipOf(entries.map(({ path, text }) => ({ name: path, content: Buffer.from(text) })));
}

interface TextFile {
  readonly path: string;
  readonly text: string;
}

const filesOf = (configuration: Configuration): TextFile[] =>
  configuration.flatMap(({ kind, objects }) => objects.flatMap((object) => filesOfObject(kind, object)));

function filesOfObject(kind: ConfigKind, { key, content }: ConfigObject): TextFile[] {
  const path = `${kind.id}/${fileNameOf(key)}`;
  const { [kind.textFile?.member ?? '']: text, ...rest } = canonicalContent(content, kind) as JsonObject & {
    readonly [member: string]: string;
  };
  const json = { path: `${path}.json`, text: canonicalText(kind.textFile ? rest : canonicalContent(content, kind)) };
  return kind.textFile ? [json, { path: `${path}.${kind.textFile.extension}`, text: text! }] : [json];
}

/** A name that every file system accepts. Keys that are none get a digest, because keys that differ must not meet. */
export function fileNameOf(key: string): string {
  if (/^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/i.test(key)) return key;
  const readable = key.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
  return `${readable.slice(0, 60)}-${digestOf(key).slice(0, 12)}`;
}

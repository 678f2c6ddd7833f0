import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { zipOf } from './zip.ts';

/** Packs a folder, without hidden files. */
export function zipFolder(folder: string): Buffer {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !/(^|\/)\./.test(name));
  return zipOf(names.sort().map((name) => ({ name, content: readFileSync(join(folder, name)) })));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContentStore, createContentFolder } from '../../src/server/platform/files.ts';

const folders = new WeakMap<ContentStore, string>();

/** Returns the folder of a store created by `contentFolder`. */
export const folderOf = (store: ContentStore): string => folders.get(store)!;

/** Creates a content store in a folder that is removed when the test process ends. */
export function contentFolder(): ContentStore {
  const folder = mkdtempSync(join(tmpdir(), 'verva-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const store = createContentFolder(folder);
  folders.set(store, folder);
  return store;
}

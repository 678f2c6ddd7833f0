import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContentStore, createContentFolder } from '../../src/server/platform/files.ts';

const folders = new WeakMap<ContentStore, string>();

/** Where a store of `contentFolder` keeps what it has. */
export const folderOf = (store: ContentStore): string => folders.get(store)!;

/** A folder for content that goes with the test process. */
export function contentFolder(): ContentStore {
  const folder = mkdtempSync(join(tmpdir(), 'verva-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const store = createContentFolder(folder);
  folders.set(store, folder);
  return store;
}

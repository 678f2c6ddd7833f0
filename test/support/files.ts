import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContentStore, createContentFolder } from '../../src/server/platform/files.ts';

/** A folder for content that goes with the test process. */
export function contentFolder(): ContentStore {
  const folder = mkdtempSync(join(tmpdir(), 'verva-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return createContentFolder(folder);
}

import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const MEMORY = '/dev/shm';
const GB = 1024 ** 3;
/** Needed for the databases of a run, and left for the processes. */
const ROOM = 8 * GB;
const LEFT = 4 * GB;

/**
 * Creates a folder in memory for the temporary files of a run, where there is room, and removes it with this process:
 * creating a database writes a thousand files, which takes several times longer on a disk. Returns undefined elsewhere.
 */
export function temporaryFolder() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM || freemem() < ROOM + LEFT) return undefined;
  const folder = mkdtempSync(`${MEMORY}/verva-test-`);
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

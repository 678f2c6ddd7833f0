import { closeSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The folder is in use by another process. The message is one line that can be shown as it is. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
}

const held = new Set<string>();

/**
 * Locks the folder for this process with a file `lock` in it and returns a function that unlocks it. The embedded
 * database has no lock of its own: a second writer's rows would be lost silently. The lock of a process that has died
 * is taken over. Throws FolderLockedError when another process, or this one, holds it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'lock');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (create(file)) {
      held.add(file);
      return () => {
        if (held.delete(file)) rmSync(file, { force: true });
      };
    }
    const owner = read(file);
    if (owner === undefined) continue;
    if (isAlive(owner, file)) throw refusal(folder, owner);
    removeStale(file, owner);
  }
  throw new FolderLockedError(`The data folder ${folder} is being taken by another process; try again.`);
}

interface Owner {
  readonly text: string;
  readonly pid: number;
  /** Start time of the process from the kernel: a process that reuses the pid is not the owner. */
  readonly started: string;
}

function create(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx');
    writeSync(descriptor, `${process.pid} ${startOf(process.pid)}\n`);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): Owner | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    const [pid = '', started = ''] = text.split(' ');
    return { text, pid: Number(pid), started };
  } catch (error) {
    // Removed since the attempt to create it: its owner has just stopped.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(owner: Owner, file: string): boolean {
  if (!Number.isInteger(owner.pid) || owner.pid <= 0) return false;
  // In a container every start has the same pid: our pid without our lock belongs to a previous process.
  if (owner.pid === process.pid) return held.has(file);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(owner.pid);
  return started === '' || owner.started === '' || started === owner.started;
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // No /proc on macOS: the pid alone decides.
    return '';
  }
}

/** Renames before removing: of two processes that both saw the stale lock only one moves it, and a new lock moved by mistake is put back. */
function removeStale(file: string, stale: Owner): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = read(aside);
  if (moved && moved.text !== stale.text) {
    try {
      linkSync(aside, file);
    } catch {
      // Another process has locked it meanwhile; the next attempt finds its lock.
    }
  }
  rmSync(aside, { force: true });
}

function refusal(folder: string, owner: Owner): FolderLockedError {
  return new FolderLockedError(
    `The data folder ${folder} is used by another running Verva (process ${owner.pid}). Stop it, or set DATA_DIR to another folder.`,
  );
}

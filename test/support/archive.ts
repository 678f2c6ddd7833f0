import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ReadArchive {
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect the manifest
  readonly manifest: any;
  /** Files by their path below the folder of the archive. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Rows of a table. */
  rows(table: string): Record<string, unknown>[];
}

/** Extracts an export of an organisation with the system's `tar`. */
export function readArchive(content: Buffer): ReadArchive {
  const folder = mkdtempSync(join(tmpdir(), 'verva-archive-'));
  try {
    const archive = join(folder, 'archive.tar.gz');
    writeFileSync(archive, content);
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    rmSync(archive);
    const [root] = readdirSync(folder);
    const files = new Map<string, Buffer>();
    for (const entry of readdirSync(join(folder, root!), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(path.slice(join(folder, root!).length + 1), readFileSync(path));
    }
    return {
      manifest: JSON.parse(files.get('manifest.json')!.toString()),
      files,
      rows: (table) =>
        files
          .get(`tables/${table}.ndjson`)!
          .toString()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTENT_NAME, type ContentStore, TENANT_NAME } from './content-store.ts';
import { receiveUpload, sweepPendingUploads } from './pending-upload.ts';

/** Content in a folder: `<folder>/<tenant>/<sha256>`. Servers on several hosts need a shared folder. */
export function createContentFolder(folder: string): ContentStore {
  const incoming = join(folder, '.incoming');
  const folderOf = (tenantId: number) => join(folder, String(tenantId));
  const pathOf = (tenantId: number, sha256: Buffer) => join(folderOf(tenantId), sha256.toString('hex'));
  return {
    receive: (source, limit) => receiveUpload(incoming, source, limit),
    async put(tenantId, sha256, content) {
      const path = pathOf(tenantId, sha256);
      if (await exists(path)) return;
      await mkdir(folderOf(tenantId), { recursive: true });
      if (!Buffer.isBuffer(content) && (await moved(content.path, path))) return;
      // Under its final name the file is complete, even after a power failure.
      const draft = `${path}.${randomUUID()}`;
      if (!Buffer.isBuffer(content)) await copyFile(content.path, draft);
      const file = await open(draft, Buffer.isBuffer(content) ? 'w' : 'r+', 0o600);
      try {
        if (Buffer.isBuffer(content)) await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
    async read(tenantId, sha256) {
      try {
        return await readFile(pathOf(tenantId, sha256));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async open(tenantId, sha256, range) {
      const path = pathOf(tenantId, sha256);
      if (!(await exists(path))) return undefined;
      return createReadStream(path, range ? { start: range.start, end: range.end } : {});
    },
    remove: (tenantId, sha256) => rm(pathOf(tenantId, sha256), { force: true }),
    async *storedBefore(time) {
      await sweepPendingUploads(incoming, time);
      for (const tenant of await namesIn(folder)) {
        if (!TENANT_NAME.test(tenant)) continue;
        const tenantId = Number(tenant);
        const contents: Buffer[] = [];
        for (const name of await namesIn(folderOf(tenantId))) {
          const path = join(folderOf(tenantId), name);
          const { mtime } = await stat(path).catch(() => ({ mtime: new Date() }));
          if (mtime >= time) continue;
          if (CONTENT_NAME.test(name)) contents.push(Buffer.from(name, 'hex'));
          // Left by a process that died while writing.
          else await rm(path, { force: true });
        }
        yield { tenantId, contents };
      }
    },
  };
}

/** Returns whether the file could be moved; between two file systems it must be copied. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

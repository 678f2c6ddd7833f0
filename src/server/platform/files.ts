import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from './database.ts';
import { uuid7 } from './uuid.ts';

/** Where the content of files lies: by tenant, named by its SHA-256, so that the same content is kept once per tenant. */
export interface ContentStore {
  /** Keeps it unless it is there. It survives a power failure from here on. */
  put(tenantId: number, sha256: Buffer, content: Buffer): Promise<void>;
  /** Undefined when it is not there, as after a restored backup of the database alone. */
  read(tenantId: number, sha256: Buffer): Promise<Buffer | undefined>;
  remove(tenantId: number, sha256: Buffer): Promise<void>;
  /** Everything that was kept before a time, tenant by tenant. */
  keptBefore(time: Date): AsyncIterable<{ readonly tenantId: number; readonly contents: readonly Buffer[] }>;
}

const CONTENT_NAME = /^[0-9a-f]{64}$/;

/** Content in a folder: `<folder>/<tenant>/<sha256>`. Servers on several hosts need one that they share. */
export function createContentFolder(folder: string): ContentStore {
  const folderOf = (tenantId: number) => join(folder, String(tenantId));
  const pathOf = (tenantId: number, sha256: Buffer) => join(folderOf(tenantId), sha256.toString('hex'));
  return {
    async put(tenantId, sha256, content) {
      const path = pathOf(tenantId, sha256);
      if (await exists(path)) return;
      await mkdir(folderOf(tenantId), { recursive: true });
      // Complete under its name or not there at all, also when the power fails.
      const draft = `${path}.${randomUUID()}`;
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(content);
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
    remove: (tenantId, sha256) => rm(pathOf(tenantId, sha256), { force: true }),
    async *keptBefore(time) {
      for (const tenant of await namesIn(folder)) {
        if (!/^[1-9]\d*$/.test(tenant)) continue;
        const tenantId = Number(tenant);
        const contents: Buffer[] = [];
        for (const name of await namesIn(folderOf(tenantId))) {
          const path = join(folderOf(tenantId), name);
          const { mtime } = await stat(path).catch(() => ({ mtime: new Date() }));
          if (mtime >= time) continue;
          if (CONTENT_NAME.test(name)) contents.push(Buffer.from(name, 'hex'));
          // What a process that died while writing has left.
          else await rm(path, { force: true });
        }
        yield { tenantId, contents };
      }
    },
  };
}

export interface NewFile {
  readonly content: Buffer;
  readonly mediaType: string;
  /** `clean`: it was checked already. */
  readonly scan: 'pending' | 'clean';
}

/**
 * Stores content and its row in the tenant's transaction; gives the id of the row. A rollback leaves content that nothing
 * names; `sweepContents` removes it.
 */
export async function storeFile(
  tx: Tx,
  contents: ContentStore,
  tenantId: number,
  { content, mediaType, scan }: NewFile,
): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest();
  await lockContent(tx, tenantId, sha256);
  await contents.put(tenantId, sha256, content);
  const id = uuid7();
  await tx.insertInto('file').values({ id, sha256, size: content.length, media_type: mediaType, scan }).execute();
  return id;
}

/** Marks a file that nothing names any more; after 30 days its row goes, and with the last row of a content the content. */
export async function removeFile(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE file SET removed_at = now() WHERE id = ${id}::uuid AND removed_at IS NULL`.execute(tx);
}

const SWEEP_BATCH = 500;

/** Removes content that no row of its tenant names; not what was kept in the last hour. Answers how many went. */
export async function sweepContents(db: DatabaseHandle, contents: ContentStore, now: Date): Promise<number> {
  let count = 0;
  for await (const { tenantId, contents: kept } of contents.keptBefore(new Date(now.getTime() - 3_600_000))) {
    for (let at = 0; at < kept.length; at += SWEEP_BATCH) {
      const batch = kept.slice(at, at + SWEEP_BATCH);
      const named = await db.systemTransaction((tx) => namesOf(tx, tenantId, batch));
      for (const sha256 of batch.filter((one) => !named.has(one.toString('hex')))) {
        const gone = await db.systemTransaction(async (tx) => {
          // Somebody may be storing the very same content at this moment.
          await lockContent(tx, tenantId, sha256);
          if ((await namesOf(tx, tenantId, [sha256])).size > 0) return 0;
          await contents.remove(tenantId, sha256);
          return 1;
        });
        count += gone;
      }
    }
  }
  return count;
}

async function namesOf(tx: Tx, tenantId: number, contents: readonly Buffer[]): Promise<Set<string>> {
  const hex = contents.map((one) => one.toString('hex'));
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT encode(sha256, 'hex') AS name FROM file
    WHERE tenant_id = ${tenantId} AND sha256 = ANY(ARRAY(SELECT decode(x, 'hex') FROM unnest(${hex}::text[]) AS n(x)))`.execute(
    tx,
  );
  return new Set(rows.map(({ name }) => name));
}

async function lockContent(tx: Tx, tenantId: number, sha256: Buffer): Promise<void> {
  const key = `file/${tenantId}/${sha256.toString('hex')}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
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

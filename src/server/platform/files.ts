import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ContentStore } from './content/content-store.ts';
import type { PendingUpload } from './content/pending-upload.ts';
import type { DatabaseHandle, Tx } from './database.ts';
import { uuid7 } from './uuid.ts';

export { createContentFolder } from './content/content-folder.ts';
export type { ByteRange, ContentStore } from './content/content-store.ts';
export { inMegabytes, type PendingUpload } from './content/pending-upload.ts';

export interface NewFile {
  readonly content: Buffer | PendingUpload;
  readonly mediaType: string;
  /** `clean`: already scanned. */
  readonly scan: 'pending' | 'clean';
  readonly confidential?: 'health' | 'pay' | 'hr' | null;
}

/**
 * Stores content and its row in the tenant's transaction; returns the id of the row. A rollback leaves unreferenced
 * content, which `sweepContents` removes.
 */
export async function storeFile(
  tx: Tx,
  contents: ContentStore,
  tenantId: number,
  { content, mediaType, scan, confidential = null }: NewFile,
): Promise<string> {
  const sha256 = Buffer.isBuffer(content) ? createHash('sha256').update(content).digest() : content.sha256;
  const size = Buffer.isBuffer(content) ? content.length : content.size;
  await lockContent(tx, tenantId, sha256);
  await contents.put(tenantId, sha256, content);
  const id = uuid7();
  await tx.insertInto('file').values({ id, sha256, size, media_type: mediaType, scan, confidential }).execute();
  return id;
}

/** Marks an unreferenced file; after 30 days its row is deleted, and with the last row of a content the content. */
export async function removeFile(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE file SET removed_at = now() WHERE id = ${id}::uuid AND removed_at IS NULL`.execute(tx);
}

/**
 * Deletes files at once, with each content that no other file has: for what must not remain for 30 days. `before` removes
 * what refers to them, in the transaction that deletes their rows.
 */
export async function deleteFiles(
  { db, contents }: { readonly db: DatabaseHandle; readonly contents: ContentStore },
  tenantId: number,
  ids: readonly string[],
  before: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  const gone = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    await before(tx);
    const { rows } = await sql<{
      sha256: Buffer;
    }>`DELETE FROM file WHERE id = ANY(${[...ids]}::uuid[]) RETURNING sha256`.execute(tx);
    return rows;
  });
  // After the commit: a rollback would leave rows without their content.
  for (const { sha256 } of gone) await removeUnnamed(db, contents, tenantId, sha256);
}

/** Removes a content unless a file has it. Returns whether it was removed. */
async function removeUnnamed(
  db: DatabaseHandle,
  contents: ContentStore,
  tenantId: number,
  sha256: Buffer,
): Promise<boolean> {
  return db.systemTransaction(async (tx) => {
    // Another request may be storing the same content at this moment.
    await lockContent(tx, tenantId, sha256);
    if ((await namesOf(tx, tenantId, [sha256])).size > 0) return false;
    await contents.remove(tenantId, sha256);
    return true;
  });
}

const SWEEP_BATCH = 500;

/** Removes content without a row in its tenant, except content stored in the last hour. Returns how many were removed. */
export async function sweepContents(db: DatabaseHandle, contents: ContentStore, now: Date): Promise<number> {
  let count = 0;
  for await (const { tenantId, contents: kept } of contents.storedBefore(new Date(now.getTime() - 3_600_000))) {
    for (let at = 0; at < kept.length; at += SWEEP_BATCH) {
      const batch = kept.slice(at, at + SWEEP_BATCH);
      const named = await db.systemTransaction((tx) => namesOf(tx, tenantId, batch));
      for (const sha256 of batch.filter((one) => !named.has(one.toString('hex')))) {
        if (await removeUnnamed(db, contents, tenantId, sha256)) count += 1;
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

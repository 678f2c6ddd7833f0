import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';

/** An upload that is not stored yet. The receiver must call `release`, stored or not. */
export interface PendingUpload {
  /** A local file; deleted by `release`. */
  readonly path: string;
  readonly size: number;
  readonly sha256: Buffer;
  /** Reads this many bytes from a position, fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  release(): Promise<void>;
}

const MB = 1_048_576;
/** Formats a size for a refusal. */
export const inMegabytes = (bytes: number): string => `${Math.round((bytes / MB) * 100) / 100} MB`;

/** Writes a stream into a file of the folder and computes its hash. Throws `file.too_large` and then leaves no file. */
export async function receiveUpload(folder: string, source: Readable, limit: number): Promise<PendingUpload> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  // Opened first: a stream that fails while it opens its file creates it after the removal below.
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > limit) throw new AppError('file.too_large', { limit: inMegabytes(limit) });
          hash.update(chunk);
          yield chunk;
        }
      },
      file.createWriteStream({ flush: true }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return {
    path,
    size,
    sha256: hash.digest(),
    async read(position, length) {
      const file = await open(path, 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    release: () => rm(path, { force: true }),
  };
}

/** Removes files left by a process that died while receiving. */
export async function sweepPendingUploads(folder: string, before: Date): Promise<void> {
  // Without the folder there were no uploads.
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

import type { Readable } from 'node:stream';
import type { PendingUpload } from './pending-upload.ts';

/** Bytes of a content, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the content of files lies: by tenant, named by its SHA-256, so that the same content is kept once per tenant. */
export interface ContentStore {
  /**
   * Takes in what somebody sends, wherever it will lie later. Nothing of it is left when it breaks off.
   * Throws `file.too_large` from the first byte over the limit on.
   */
  receive(source: Readable, limit: number): Promise<PendingUpload>;
  /** Keeps it unless it is there. It survives a power failure from here on. */
  put(tenantId: number, sha256: Buffer, content: Buffer | PendingUpload): Promise<void>;
  /** Undefined when it is not there, as after a restored backup of the database alone. */
  read(tenantId: number, sha256: Buffer): Promise<Buffer | undefined>;
  /** As a stream, or a part of it; undefined when it is not there. */
  open(tenantId: number, sha256: Buffer, range?: ByteRange): Promise<Readable | undefined>;
  remove(tenantId: number, sha256: Buffer): Promise<void>;
  /** Everything that was kept before a time, tenant by tenant. */
  keptBefore(time: Date): AsyncIterable<{ readonly tenantId: number; readonly contents: readonly Buffer[] }>;
}

export const CONTENT_NAME = /^[0-9a-f]{64}$/;
export const TENANT_NAME = /^[1-9]\d{0,9}$/;

import type { Readable } from 'node:stream';
import type { PendingUpload } from './pending-upload.ts';

/** A byte range of a content, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Storage of file content: by tenant, named by its SHA-256, so that the same content is stored once per tenant. */
export interface ContentStore {
  /**
   * Receives an upload, wherever it will be stored. Leaves nothing behind when it is interrupted.
   * Throws `file.too_large` at the first byte over the limit.
   */
  receive(source: Readable, limit: number): Promise<PendingUpload>;
  /** Stores the content unless it exists. On return it survives a power failure. */
  put(tenantId: number, sha256: Buffer, content: Buffer | PendingUpload): Promise<void>;
  /** Undefined when missing, as after restoring a backup of the database alone. */
  read(tenantId: number, sha256: Buffer): Promise<Buffer | undefined>;
  /** Opens the content, or a part of it, as a stream; undefined when missing. */
  open(tenantId: number, sha256: Buffer, range?: ByteRange): Promise<Readable | undefined>;
  remove(tenantId: number, sha256: Buffer): Promise<void>;
  /** Lists everything stored before a time, tenant by tenant. */
  storedBefore(time: Date): AsyncIterable<{ readonly tenantId: number; readonly contents: readonly Buffer[] }>;
}

export const CONTENT_NAME = /^[0-9a-f]{64}$/;
export const TENANT_NAME = /^[1-9]\d{0,9}$/;

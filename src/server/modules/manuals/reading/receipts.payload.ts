import { createHash } from 'node:crypto';

/** The content of a confirmation. The receipt's hash covers all of it, and none of it names a person. */
export interface ReceiptPayload {
  /** 2 adds `via`; all other members are as in 1. */
  readonly v: 1 | 2;
  /** The organisation's name in addresses. */
  readonly tenant: string;
  readonly manual: { readonly id: string; readonly code: string };
  readonly manualVersion: number;
  readonly language: string;
  readonly textSha256: string;
  /** Hashes of the attachments in that language, in order, and of those that were opened. */
  readonly attachments: readonly string[];
  readonly opened: readonly string[];
  /** What the version required of readers of an earlier one, and how this user read it. */
  readonly asks: 'none' | 'changes' | 'full';
  readonly method: 'full' | 'changes';
  /** The embedding page in which it was confirmed. */
  readonly element?: { readonly origin: string };
  /** The back end that requested the element's token, with its name at that time. */
  readonly via?: { readonly clientId: string; readonly clientName: string; readonly origin: string };
  readonly confirmedAt: string;
  /** See `readerHash`. */
  readonly reader: string;
}

/** Identifies the reader only to those who know the salt: SHA-256 of the salt, then id and name in UTF-8. */
export function readerHash(salt: Buffer, userId: string, name: string): string {
  return createHash('sha256').update(salt).update(userId).update(name).digest('hex');
}

/** The hash of a receipt: SHA-256 of the previous hash, then the payload in UTF-8. */
export function receiptHash(prev: Buffer | Uint8Array, payload: string): string {
  return createHash('sha256').update(prev).update(payload, 'utf8').digest('hex');
}

/** Canonical JSON (RFC 8785): members sorted by the code units of their names, no white space, numbers and strings as ECMAScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}

import { createHash } from 'node:crypto';

/** What a confirmation says of itself. Everything in it is covered by the receipt's hash, and nothing in it names a person. */
export interface ReceiptPayload {
  /** 2 has `via`; everything else is as in 1. */
  readonly v: 1 | 2;
  /** The organisation, as it is named in addresses. */
  readonly tenant: string;
  readonly manual: { readonly id: string; readonly code: string };
  readonly manualVersion: number;
  readonly language: string;
  readonly textSha256: string;
  /** Contents of the attachments in that language, in their order, and those of them that were opened. */
  readonly attachments: readonly string[];
  readonly opened: readonly string[];
  /** What the version asked of those who knew an earlier one, and how it was read by this person. */
  readonly asks: 'none' | 'changes' | 'full';
  readonly method: 'full' | 'changes';
  /** The page of another site in which it was confirmed. */
  readonly element?: { readonly origin: string };
  /** The back end that asked for the token of that element, as it was called then. */
  readonly via?: { readonly clientId: string; readonly clientName: string; readonly origin: string };
  readonly confirmedAt: string;
  /** See `readerHash`. */
  readonly reader: string;
}

/** Names the reader to who knows the salt, and to nobody else: SHA-256 of the salt, then id and name in UTF-8. */
export function readerHash(salt: Buffer, userId: string, name: string): string {
  return createHash('sha256').update(salt).update(userId).update(name).digest('hex');
}

/** The hash of a receipt: SHA-256 of the hash before it, then the payload in UTF-8. */
export function receiptHash(prev: Buffer | Uint8Array, payload: string): string {
  return createHash('sha256').update(prev).update(payload, 'utf8').digest('hex');
}

/** Canonical JSON (RFC 8785): members by the code units of their names, no space, numbers and texts as ECMAScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}

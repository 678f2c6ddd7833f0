import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealer {
  /** `name` is bound to the content: content sealed under one name does not open under another. */
  seal(content: string, name: string): Buffer;
  /** Throws when the key or the name differs, or the content was changed. */
  open(sealed: Uint8Array, name: string): string;
}

/** Encrypts secrets at rest: AES-256-GCM with a key derived from MASTER_KEY for this purpose only. */
export function createSealer(masterKey: string | Uint8Array, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'verva', purpose, 32));
  return {
    seal(content, name) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
      const body = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), body]);
    },
    open(sealed, name) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== FORMAT) throw new Error('Sealed content of an unknown format.');
      const iv = bytes.subarray(1, 1 + IV_BYTES);
      const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(tag);
      const body = bytes.subarray(1 + IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

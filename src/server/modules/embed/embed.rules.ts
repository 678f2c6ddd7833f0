import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a back end's secret and the hash to store: 256 random bits need no slow hash. */
export function newSecret(): { readonly secret: string; readonly sha256: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, sha256: hashOf(secret) };
}

export function isSecret(given: string, sha256: Uint8Array): boolean {
  return timingSafeEqual(hashOf(given), sha256);
}

/** Parses client id and secret of `Authorization: Basic …`; undefined for anything else. */
export function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]{8,400}={0,2})$/i.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at < 0 ? undefined : { id: text.slice(0, at), secret: text.slice(at + 1) };
}

/** Normalises `https://name[:port]` as browsers write it; undefined if it is not the origin of a page. */
export function originOf(text: string): string | undefined {
  try {
    const { protocol, origin, href } = new URL(text.trim());
    return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
  } catch {
    // Not a URL.
    return undefined;
  }
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

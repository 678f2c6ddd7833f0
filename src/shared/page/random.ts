/** A unique id. Not `crypto.randomUUID`, which pages without TLS do not have. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

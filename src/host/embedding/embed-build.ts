import type { EmbedBuild } from '../../shared/contracts/embed-build.ts';

/** What the elements of this server are made of. Rejects where the server does not say. */
export async function loadBuild(): Promise<EmbedBuild> {
  const response = await fetch('/embed/build.json', { credentials: 'omit' });
  if (!response.ok) throw new Error(`/embed/build.json: ${response.status}`);
  return (await response.json()) as EmbedBuild;
}

/** How a policy names an inline text; undefined where the browser computes no hashes, as without https. */
export async function policyHash(text: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

import type { EmbedBuild } from '../../shared/contracts/embed-build.ts';

/** File names of this server's element build. Rejects if the server does not provide them. */
export async function loadBuild(): Promise<EmbedBuild> {
  const response = await fetch('/embed/build.json', { credentials: 'omit' });
  if (!response.ok) throw new Error(`/embed/build.json: ${response.status}`);
  return (await response.json()) as EmbedBuild;
}

/** CSP hash source of an inline text; undefined where the browser cannot compute hashes, such as without HTTPS. */
export async function policyHash(text: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

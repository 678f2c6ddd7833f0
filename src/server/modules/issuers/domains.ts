import { createHmac, hkdfSync } from 'node:crypto';
import { promises as dns } from 'node:dns';

const TIMEOUT_MS = 5_000;

/** Value of the TXT record with which an organisation proves that a domain is its own. */
export function domainRecord(masterKey: string | Uint8Array, tenant: string, domain: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'verva', 'domains of organisations', 32));
  const digest = createHmac('sha256', key).update(`${tenant}\n${domain}`).digest('base64url');
  return `verva-domain=${digest.slice(0, 32)}`;
}

/** Whether DNS has this TXT record at `_verva.<domain>`. False when the name servers do not respond in time. */
export async function hasRecord(domain: string, record: string): Promise<boolean> {
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  resolver.setServers(dns.getServers());
  try {
    const records = await resolver.resolveTxt(`_verva.${domain}`);
    return records.some((parts) => parts.join('').trim() === record);
  } catch {
    // No such name, no such record, or no response: not proven.
    return false;
  }
}

import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Elapsed } from '../clock.ts';
import type { DatabaseHandle } from '../database.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';

const RELOAD_MS = 60_000;
const DISCOVERY_MS = 3_600_000;
const DISCOVERY_FAILED_MS = 60_000;
const DISCOVERY_TIMEOUT_MS = 5_000;
/** A page is sent without the endpoints of a slow provider after this time; signing in loads a page that has them. */
const PAGE_WAITS_MS = 1_000;

interface Discovered {
  readonly origins: readonly string[];
  readonly until: number;
}

/**
 * The origins that a browser fetches from when it signs in with a provider of `tenant_issuers`: the issuer's own, and
 * those of its token and revocation endpoints from its discovery document. Read again every minute; never rejects because of a provider.
 */
export function createProviderOrigins(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  log: Logger,
  elapsed: Elapsed,
): () => Promise<readonly string[]> {
  let issuers: readonly string[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  const discovered = new Map<string, Discovered>();
  const running = new Map<string, Promise<void>>();

  async function load(): Promise<void> {
    const { rows } = await db.signinTransaction((tx) =>
      sql<{
        issuer: string;
      }>`SELECT issuer FROM tenant_issuers WHERE issuer <> ${BUILT_IN_ISSUER} ORDER BY issuer`.execute(tx),
    );
    issuers = rows.map((row) => row.issuer).filter((issuer) => originOf(issuer) !== undefined);
    loadedAt = elapsed();
  }

  async function discover(issuer: string): Promise<void> {
    const now = elapsed();
    try {
      discovered.set(issuer, { origins: await endpointOrigins(issuer), until: now + DISCOVERY_MS });
    } catch (error) {
      log.warn({ issuer, error: String(error) }, 'reading the discovery document of an identity provider failed');
      const before = discovered.get(issuer)?.origins ?? [];
      discovered.set(issuer, { origins: before, until: now + DISCOVERY_FAILED_MS });
    }
  }

  function refresh(issuer: string): Promise<void> | undefined {
    const known = discovered.get(issuer);
    if (known && elapsed() < known.until) return undefined;
    let work = running.get(issuer);
    if (!work) {
      work = discover(issuer).finally(() => running.delete(issuer));
      running.set(issuer, work);
    }
    return work;
  }

  return async () => {
    if (elapsed() - loadedAt > RELOAD_MS) await load();
    const work = issuers.flatMap((issuer) => refresh(issuer) ?? []);
    if (work.length > 0) await atMost(PAGE_WAITS_MS, Promise.all(work));
    return [...new Set(issuers.flatMap((issuer) => [originOf(issuer)!, ...(discovered.get(issuer)?.origins ?? [])]))];
  };
}

async function endpointOrigins(issuer: string): Promise<string[]> {
  const reply = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS),
    redirect: 'error',
  });
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  const document = (await reply.json()) as Record<string, unknown>;
  if (document.issuer !== issuer) throw new Error(`its issuer is ${String(document.issuer).slice(0, 200)}`);
  return [document.token_endpoint, document.revocation_endpoint].flatMap((address) => originOf(address) ?? []);
}

function originOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

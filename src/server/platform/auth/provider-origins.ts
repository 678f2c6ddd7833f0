import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Elapsed } from '../clock.ts';
import type { DatabaseHandle } from '../database.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';
import { discoveryAddress, type ReadDocument, readAnywhere } from './provider-requests.ts';

const RELOAD_MS = 60_000;
const DISCOVERY_MS = 3_600_000;
const DISCOVERY_FAILED_MS = 60_000;
/** A page is sent without the endpoints of a slow provider after this time; signing in loads a page that has them. */
const PAGE_WAITS_MS = 1_000;

interface IssuerAddress {
  readonly issuer: string;
  /** The operator may name addresses of a private network, administrators may not. */
  readonly isByOperator: boolean;
}

interface Discovered {
  readonly origins: readonly string[];
  readonly until: number;
}

/**
 * The origins that a browser fetches from when it signs in with a provider of `tenant_issuers`: the issuer's own, and
 * those of its token and revocation endpoints from its discovery document. Read again every minute, or with `isFresh`; never rejects because of a provider.
 */
export function createProviderOrigins(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  log: Logger,
  elapsed: Elapsed,
  readDocument: ReadDocument,
): (isFresh: boolean) => Promise<readonly string[]> {
  let issuers: readonly IssuerAddress[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  const discovered = new Map<string, Discovered>();
  const running = new Map<string, Promise<void>>();

  async function load(): Promise<void> {
    const { rows } = await db.signinTransaction((tx) =>
      sql<IssuerAddress>`SELECT issuer, by_operator AS "isByOperator" FROM tenant_issuers
        WHERE issuer <> ${BUILT_IN_ISSUER} ORDER BY issuer`.execute(tx),
    );
    issuers = rows.filter(({ issuer }) => originOf(issuer) !== undefined);
    loadedAt = elapsed();
  }

  async function discover({ issuer, isByOperator }: IssuerAddress): Promise<void> {
    const now = elapsed();
    try {
      discovered.set(issuer, {
        origins: await endpointOrigins(issuer, isByOperator ? readAnywhere : readDocument),
        until: now + DISCOVERY_MS,
      });
    } catch (error) {
      log.warn({ issuer, error: String(error) }, 'reading the discovery document of an identity provider failed');
      const before = discovered.get(issuer)?.origins ?? [];
      discovered.set(issuer, { origins: before, until: now + DISCOVERY_FAILED_MS });
    }
  }

  function refresh(address: IssuerAddress): Promise<void> | undefined {
    const { issuer } = address;
    const known = discovered.get(issuer);
    if (known && elapsed() < known.until) return undefined;
    let work = running.get(issuer);
    if (!work) {
      work = discover(address).finally(() => running.delete(issuer));
      running.set(issuer, work);
    }
    return work;
  }

  return async (isFresh) => {
    if (isFresh || elapsed() - loadedAt > RELOAD_MS) await load();
    const work = issuers.flatMap((address) => refresh(address) ?? []);
    if (work.length > 0) await atMost(PAGE_WAITS_MS, Promise.all(work));
    return [
      ...new Set(issuers.flatMap(({ issuer }) => [originOf(issuer)!, ...(discovered.get(issuer)?.origins ?? [])])),
    ];
  };
}

async function endpointOrigins(issuer: string, read: ReadDocument): Promise<string[]> {
  const document = (await read(discoveryAddress(issuer))) as Record<string, unknown>;
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

import { sql } from 'kysely';
import type { IssuerFinding } from '../../../../shared/contracts/issuers.contract.ts';
import { createProviderRequests } from '../../../platform/auth/provider-requests.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';
import { type CheckedProvider, checkProvider } from './check-provider.ts';
import { inWords } from './finding.ts';

interface Place {
  readonly publicUrl: string;
  readonly privateHosts: readonly string[];
}

/** Tests a provider for the operator, who may name addresses of a private network; in English. */
export async function testProvider(provider: CheckedProvider, place: Place): Promise<IssuerFinding[]> {
  const named = [provider.issuer, provider.jwksUri].flatMap((address) => {
    const url = URL.parse(address ?? '');
    return url && /^https?:$/.test(url.protocol) ? [url.origin] : [];
  });
  const requests = createProviderRequests([...place.privateHosts, ...named]);
  const { origin } = new URL(place.publicUrl);
  const findings = await checkProvider(provider, { requests, origin, clock: () => new Date() });
  return findings.map((finding) => inWords(finding, 'en'));
}

/** Tests a saved provider of an organisation. Undefined if there is none with this name. */
export async function testSavedProvider(
  db: DatabaseHandle,
  { tenant, name }: { readonly tenant: string; readonly name: string },
  place: Place,
): Promise<IssuerFinding[] | undefined> {
  const { rows } = await db.signinTransaction((tx) =>
    sql<CheckedProvider>`SELECT p.kind, p.issuer, p.audience AS "clientId", p.jwks_uri AS "jwksUri", p.algs AS algorithms
      FROM tenant_issuers p JOIN tenant t ON t.id = p.tenant_id WHERE t.slug = ${tenant} AND p.idp_name = ${name}`.execute(
      tx,
    ),
  );
  const [provider] = rows;
  return provider && testProvider(provider, place);
}

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { getIdentityProvider, type IdentityProvider } from '../../../../shared/contracts/signin.contract.ts';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';

/** Public data of the single sign-on providers for browsers. */
export function providerRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getIdentityProvider, async ({ params }) => {
    const provider = await context.db.signinTransaction((tx) => findProvider(tx, params.idpName));
    if (!provider) throw new AppError('provider.not_found', { name: params.idpName.slice(0, 40) });
    return provider;
  });
}

async function findProvider(tx: Tx, idpName: string): Promise<IdentityProvider | undefined> {
  // The provider of a tenant, or a shared user pool whose sign-in page forwards to the provider in the extra query parameter.
  const { rows } = await sql<{
    authority: string;
    clientId: string;
    scope: string;
    extra: Record<string, string>;
  }>`SELECT issuer AS authority, audience AS "clientId", scope, extra_query AS extra FROM tenant_issuers
    WHERE idp_name = ${idpName} AND issuer <> ${BUILT_IN_ISSUER} AND disabled_at IS NULL AND (tenant_id IS NOT NULL OR extra_query <> '{}')`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) return undefined;
  const { extra, ...provider } = row;
  return { ...provider, ...(Object.keys(extra).length > 0 && { extraQueryParams: extra }) };
}

/**
 * Finds the provider of an account that cannot sign in at the embedded service: a provider linked to the user, else the
 * one to which the tenant has assigned the domain of the user's verified address. An account with a password has none
 * unless `mayHavePassword`.
 */
export async function findProviderOfAccount(
  tx: Tx,
  sub: string,
  mayHavePassword: boolean,
): Promise<string | undefined> {
  const { rows } = await sql<{ idp_name: string }>`SELECT p.idp_name FROM idn_user u
    JOIN user_identity mine ON mine.issuer = ${BUILT_IN_ISSUER} AND mine.subject = u.sub::text
    JOIN tenant_issuers p ON p.tenant_id = mine.tenant_id AND p.disabled_at IS NULL
    LEFT JOIN user_identity known ON known.issuer = p.issuer AND known.tenant_id = mine.tenant_id AND known.user_id = mine.user_id
    WHERE u.sub = ${sub}::uuid AND (u.password_hash IS NULL OR ${mayHavePassword}) AND NOT u.disabled
      AND (known.user_id IS NOT NULL OR (u.email_verified AND split_part(lower(u.email), '@', 2) = ANY(p.email_domains)))
    ORDER BY known.user_id IS NULL, p.idp_name LIMIT 1`.execute(tx);
  return rows[0]?.idp_name;
}

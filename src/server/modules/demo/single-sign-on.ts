import type { Server } from 'node:http';
import { sql } from 'kysely';
import type { AppContext } from '../../platform/context.ts';
import { type DemoOrganisation, readAccounts, readOrganisations } from './data.ts';
import { DEMO_CLIENT_ID, serveProvider } from './provider.ts';

/** The organisation with its own identity provider. Its slug is also the provider's name. */
const SLUG = 'lumikko';

/** Reasons why the provider can be missing while the demo still works. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'its port is taken (DEMO_IDP_PORT)',
  ERR_MODULE_NOT_FOUND: 'the package oidc-provider is not installed',
};

/**
 * Starts the identity provider of a demo organisation and enables it for sign-in. Undefined if it is left out; sign-in then
 * does not redirect to it either.
 */
export async function serveSingleSignOn(context: AppContext, say: (line: string) => void): Promise<Server | undefined> {
  const { config, db } = context;
  const organisation = readOrganisations().find(({ slug }) => slug === SLUG);
  const tenants = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${SLUG}`.execute(tx),
  );
  const tenantId = tenants.rows[0]?.id;
  if (!organisation || tenantId === undefined) return undefined;
  const issuer = `http://localhost:${config.demoIdpPort}`;
  const server = config.demoIdpPort > 0 ? await start(context, organisation, issuer, say) : undefined;
  await trust(context, tenantId, server ? { issuer, domains: domainsOf(organisation) } : undefined);
  if (server) say(`Demo identity provider: ${issuer}`);
  return server;
}

async function start(
  { config }: AppContext,
  organisation: DemoOrganisation,
  issuer: string,
  say: (line: string) => void,
): Promise<Server | undefined> {
  const { port, publicUrl, demoIdpPort } = config;
  const applications = [publicUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
  try {
    const { password } = readAccounts();
    return await serveProvider({ issuer, port: demoIdpPort, applications, organisation, password });
  } catch (error) {
    const reason = REASONS[(error as { code?: string }).code ?? ''];
    if (reason === undefined) throw error;
    say(`The demo identity provider is not started: ${reason}.`);
    return undefined;
  }
}

const domainsOf = ({ people }: DemoOrganisation): string[] => [
  ...new Set(people.map(({ email }) => email.slice(email.lastIndexOf('@') + 1))),
];

/** Updates the provider's row for this start; users linked under another issuer address are linked again by e-mail address. */
async function trust(
  { db }: AppContext,
  tenantId: number,
  provider: { readonly issuer: string; readonly domains: readonly string[] } | undefined,
): Promise<void> {
  const issuer = provider?.issuer ?? '';
  await db.signinTransaction(async (tx) => {
    await sql`DELETE FROM user_identity i USING tenant_issuers p
      WHERE p.issuer = i.issuer AND p.idp_name = ${SLUG} AND p.issuer <> ${issuer}`.execute(tx);
    await sql`DELETE FROM tenant_issuers WHERE idp_name = ${SLUG} AND issuer <> ${issuer}`.execute(tx);
    if (!provider) return;
    await sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs, email_domains)
      VALUES (${issuer}, ${SLUG}, ${tenantId}, ${DEMO_CLIENT_ID}, ${`${issuer}/jwks`}, '{RS256}',
        ${[...provider.domains]}::text[])
      ON CONFLICT (issuer) DO NOTHING`.execute(tx);
  });
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { sql } from 'kysely';
import { type DatabaseHandle, json } from '../../src/server/platform/database.ts';

/** An identity provider of one organisation: its keys over HTTP, a row in `tenant_issuers`, and the tokens it signs. */
export interface TestProvider {
  readonly issuer: string;
  /** Returns a signed id token; `issuedAt` in milliseconds. */
  token(subject: string, issuedAt: number, claims?: JWTPayload): Promise<string>;
  /** Publishes an additional key and signs with it from now on. */
  rotate(): Promise<void>;
  /** Number of times its keys were fetched. */
  fetches(): number;
  close(): void;
}

export async function openProvider(
  db: DatabaseHandle,
  tenantId: number,
  name: string,
  row: { domains?: readonly string[]; groupMap?: Readonly<Record<string, string>> } = {},
): Promise<TestProvider> {
  const published: JWK[] = [];
  let fetches = 0;
  const addKey = async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = `${name}-${published.length + 1}`;
    published.push({ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' });
    return { kid, privateKey };
  };
  let signing = await addKey();
  const server = createServer((_request, reply) => {
    fetches += 1;
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://${name}.test`;
  await db.signinTransaction((tx) =>
    sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs, groups_claim, group_map, email_domains)
      VALUES (${issuer}, ${name}, ${tenantId}, 'verva', ${`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`}, '{RS256}',
        ${row.groupMap ? 'groups' : null}, ${json(row.groupMap ?? {})}, ${[...(row.domains ?? [])]}::text[])`.execute(
      tx,
    ),
  );
  return {
    issuer,
    async token(subject, issuedAt, claims = {}) {
      const iat = Math.floor(issuedAt / 1000);
      return new SignJWT({ iss: issuer, aud: 'verva', sub: subject, iat, exp: iat + 3600, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: signing.kid })
        .sign(signing.privateKey);
    },
    async rotate() {
      signing = await addKey();
    },
    fetches: () => fetches,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

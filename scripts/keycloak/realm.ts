import type { Keycloak } from './server.ts';

export const REALM = 'staff';
export const CLIENT = 'verva';
export const PASSWORD = 'only-on-this-machine';

interface User {
  readonly username: string;
  readonly email: string;
  readonly groups?: readonly string[];
}

/**
 * Creates a realm as docs/identity-providers.md requires: a public client with PKCE, rotated refresh tokens, a claim
 * with groups.
 */
export async function makeRealm({ admin }: Keycloak, application: string): Promise<void> {
  await admin('POST', '', {
    realm: REALM,
    enabled: true,
    sslRequired: 'none',
    accessTokenLifespan: 300,
    ssoSessionIdleTimeout: 1800,
    ssoSessionMaxLifespan: 36_000,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
  });
  await admin('POST', `/${REALM}/clients`, {
    clientId: CLIENT,
    publicClient: true,
    standardFlowEnabled: true,
    redirectUris: [`${application}/callback`, `${application}/popup-login`],
    webOrigins: [application],
    attributes: {
      'pkce.code.challenge.method': 'S256',
      'post.logout.redirect.uris': `${application}/login`,
    },
    protocolMappers: [
      {
        name: 'groups',
        protocol: 'openid-connect',
        protocolMapper: 'oidc-group-membership-mapper',
        config: {
          'claim.name': 'groups',
          'full.path': 'false',
          'id.token.claim': 'true',
          'access.token.claim': 'false',
        },
      },
    ],
  });
  await admin('POST', `/${REALM}/groups`, { name: 'finance' });
}

export async function addUser({ admin }: Keycloak, { username, email, groups = [] }: User): Promise<string> {
  await admin('POST', `/${REALM}/users`, {
    username,
    email,
    emailVerified: true,
    enabled: true,
    firstName: username,
    lastName: 'Test',
    groups,
    credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
  });
  const [user] = (await admin('GET', `/${REALM}/users?exact=true&username=${username}`)) as { id: string }[];
  return user!.id;
}

/** Adds a key that signs from now on; the previous one still verifies. */
export async function rotateKey({ admin }: Keycloak): Promise<void> {
  const realm = (await admin('GET', `/${REALM}`)) as { id: string };
  await admin('POST', `/${REALM}/components`, {
    name: 'rotated',
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    parentId: realm.id,
    config: { priority: ['200'], enabled: ['true'], active: ['true'], algorithm: ['RS256'] },
  });
}

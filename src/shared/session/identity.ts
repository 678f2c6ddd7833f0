import { apiBase } from '../api/base.ts';
import { call } from '../api/call.ts';
import { getIdentityConfig } from '../contracts/signin.contract.ts';
import type { CognitoClient } from './cognito.ts';
import { shared } from './page-session.ts';

/** Client of the identity service, with the server's settings. */
export function identityClient(): Promise<CognitoClient> {
  // Third-party pages sign in by a token provider or a pop-up: they do not load this code.
  const code = () => import('./cognito-client.ts').then((part) => part.createCognitoClient);
  shared.identity ??= Promise.all([call(getIdentityConfig, { auth: false }), code()])
    .then(([{ endpoint, clientId }, createCognitoClient]) =>
      createCognitoClient({ endpoint: new URL(endpoint, apiBase.peek()).href, clientId }),
    )
    .catch((error: unknown) => {
      // Retried next time: a failed start must not last for the whole visit.
      shared.identity = null;
      throw error;
    });
  return shared.identity;
}

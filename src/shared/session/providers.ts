import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { getIdentityProvider } from '../contracts/signin.contract.ts';
import { CognitoError } from './cognito.ts';
import type { TokenService } from './environment.ts';
import { shared } from './page-session.ts';

type SsoCode = typeof import('./sso-client.ts');

/** The code of single sign-on. Rejects on pages that provided none. */
export let ssoCode = (): Promise<SsoCode> => Promise.reject(new Error('This page has no single sign-on of its own.'));

/** Provides the code of single sign-on on demand. Third-party pages do not use it and should not load it. */
export function provideSso(code: () => Promise<SsoCode>): void {
  ssoCode = code;
}

/** Client for a provider, with the server's settings: an address from any other source could be forged. */
export async function ssoClient(idpName: string) {
  const [provider, { createSsoClient }] = await Promise.all([
    call(getIdentityProvider, { params: { idpName }, auth: false }),
    ssoCode(),
  ]);
  return { provider, client: createSsoClient(provider, { origin: location.origin, storage: localStorage }) };
}

/** Renews and ends the sessions of a single sign-on provider. */
export function providerService(idpName: string): Promise<TokenService> {
  let service = shared.providers.get(idpName);
  if (!service) {
    service = ssoClient(idpName)
      .then(async ({ client }) => {
        const { tokenServiceOf } = await ssoCode();
        return tokenServiceOf(client, (url) => location.assign(url));
      })
      .catch((error: unknown) => {
        // Retried next time: a failed start must not last for the whole visit.
        shared.providers.delete(idpName);
        // Removing a provider has ended its sessions.
        throw isUnknownProvider(error) ? new CognitoError('NotAuthorizedException', 400, idpName, error) : error;
      });
    shared.providers.set(idpName, service);
  }
  return service;
}

const isUnknownProvider = (error: unknown): boolean => error instanceof ApiError && error.code === 'provider.not_found';

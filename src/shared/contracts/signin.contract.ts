import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Nothing, nullable } from './shapes.contract.ts';

/** How a username signs in. Clients treat a mode they do not know as `password` and log it. */
export const LoginMode = Type.Object({
  loginMode: Type.Union([Type.Literal('password'), Type.Literal('reset'), Type.Literal('SSO')]),
  /** With `SSO`: the name by which the identity provider's settings are fetched. */
  idpName: nullable(Type.String()),
});
export type LoginMode = Static<typeof LoginMode>;

export const IdentityConfig = Type.Object({
  /** Where the identity service's wire protocol is spoken; relative addresses are relative to the API. */
  endpoint: Type.String(),
  clientId: Type.String(),
  /** Whether the service hides which usernames exist. */
  preventUserExistenceErrors: Type.Union([Type.Literal('LEGACY'), Type.Literal('ENABLED')]),
});
export type IdentityConfig = Static<typeof IdentityConfig>;

export const getIdentityConfig = endpoint({
  method: 'GET',
  path: '/api/public/identity/config',
  summary: 'Where and as which client the browser signs in',
  who: 'public',
  scope: null,
  reply: IdentityConfig,
});

/** What a browser needs to sign in at a provider of single sign-on. */
export const IdentityProvider = Type.Object({
  /** The provider's issuer, below which its discovery document stands. */
  authority: Type.String(),
  clientId: Type.String(),
  scope: Type.String(),
  /** Added to the address of the sign-in. */
  extraQueryParams: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type IdentityProvider = Static<typeof IdentityProvider>;

/** `idpName` comes from the login mode. Providers of the service itself are not among them. */
export const getIdentityProvider = endpoint({
  method: 'GET',
  path: '/api/public/identity/providers/{idpName}',
  summary: 'Where and as which client the browser signs in at a provider of single sign-on',
  who: 'public',
  scope: null,
  reply: IdentityProvider,
  errors: ['provider.not_found'],
});

export const getLoginMode = endpoint({
  method: 'GET',
  path: '/api/login/{username}',
  summary: 'How this username signs in',
  who: 'public',
  scope: null,
  reply: LoginMode,
  errors: ['rate.exceeded'],
});

/** `userId` is what was typed as the username; unknown names are answered as the identity service answers them. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/login/user/forgotPassword',
  summary: 'Send a recovery code, or a new temporary password to somebody who has never signed in',
  who: 'public',
  scope: null,
  body: Type.Object({ userId: Type.String({ minLength: 1, maxLength: 128 }) }, { additionalProperties: false }),
  reply: Type.Object({
    result: Type.Union([Type.Literal('VERIFICATION_CODE_SENT'), Type.Literal('TEMP_PASSWORD_SENT')]),
    /** Where it was sent, masked: `r***@a***`. */
    destination: Type.Optional(Type.String()),
  }),
  errors: ['recovery.failed', 'rate.exceeded'],
});

export const logoutAll = endpoint({
  method: 'POST',
  path: '/api/logout-all',
  summary: 'End all sessions of the caller, on every device',
  who: 'any',
  scope: null,
  reply: Nothing,
  status: 204,
});

import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { literals, Nothing, nullable } from './shapes.contract.ts';
import { ACCOUNT_MODES } from './sign-in-modes.rules.ts';

/** Sign-in mode of a username. Clients treat an unknown mode as `password` and log it. */
export const LoginMode = Type.Object({
  loginMode: Type.Union([Type.Literal('password'), Type.Literal('reset'), Type.Literal('SSO')]),
  /** With `SSO`: the name for requesting the identity provider's settings. */
  idpName: nullable(Type.String()),
  /** Ways that are allowed at the identity service. An unknown username has all of them. */
  signInModes: Type.Array(literals(...ACCOUNT_MODES)),
});
export type LoginMode = Static<typeof LoginMode>;

export const IdentityConfig = Type.Object({
  /** Address of the identity service's protocol; relative addresses are relative to the API. */
  endpoint: Type.String(),
  clientId: Type.String(),
  /** Whether the service hides which usernames exist. */
  preventUserExistenceErrors: Type.Union([Type.Literal('LEGACY'), Type.Literal('ENABLED')]),
});
export type IdentityConfig = Static<typeof IdentityConfig>;

export const getIdentityConfig = endpoint({
  method: 'GET',
  path: '/api/public/identity/config',
  summary: 'Identity service endpoint and client for signing in',
  who: 'public',
  scope: null,
  reply: IdentityConfig,
});

/** Settings that a browser needs to sign in at a single sign-on provider. */
export const IdentityProvider = Type.Object({
  /** The provider's issuer, which is the base of its discovery document. */
  authority: Type.String(),
  clientId: Type.String(),
  scope: Type.String(),
  /** Added to the sign-in address. */
  extraQueryParams: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type IdentityProvider = Static<typeof IdentityProvider>;

/** `idpName` comes from the login mode. Providers of the service itself are not included. */
export const getIdentityProvider = endpoint({
  method: 'GET',
  path: '/api/public/identity/providers/{idpName}',
  summary: 'Settings for signing in at a single sign-on provider',
  who: 'public',
  scope: null,
  reply: IdentityProvider,
  errors: ['provider.not_found'],
});

export const getLoginMode = endpoint({
  method: 'GET',
  path: '/api/login/{username}',
  summary: 'Sign-in mode of a username',
  who: 'public',
  scope: null,
  reply: LoginMode,
  errors: ['rate.exceeded'],
});

/** `userId` is the typed username; unknown names get the same response as from the identity service. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/login/user/forgotPassword',
  summary: 'Send a recovery code, or a new temporary password to a user who has never signed in',
  who: 'public',
  scope: null,
  body: Type.Object({ userId: Type.String({ minLength: 1, maxLength: 128 }) }, { additionalProperties: false }),
  reply: Type.Object({
    result: Type.Union([Type.Literal('VERIFICATION_CODE_SENT'), Type.Literal('TEMP_PASSWORD_SENT')]),
    /** Masked destination: `r***@a***`. */
    destination: Type.Optional(Type.String()),
  }),
  errors: ['recovery.failed', 'recovery.not_allowed', 'rate.exceeded'],
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

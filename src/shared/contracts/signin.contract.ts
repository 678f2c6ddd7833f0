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

export const getLoginMode = endpoint({
  method: 'GET',
  path: '/api/login/{username}',
  summary: 'How this username signs in',
  who: 'public',
  scope: null,
  reply: LoginMode,
  errors: ['rate.exceeded'],
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

import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, literals, nullable } from './shapes.contract.ts';

/**
 * Verdict on the token of the request. `none`: no token. `audience`, `kind` and `early` are only returned for tokens
 * with a valid signature: issued for another application, not an identity token, not valid yet. `origin`: not valid for
 * pages of this origin. `organisation`: the organisation is ambiguous or closed. `provider`: the identity provider does
 * not respond. `refused`: any other reason.
 */
const TokenVerdict = literals(
  'none',
  'accepted',
  'expired',
  'early',
  'audience',
  'kind',
  'revoked',
  'origin',
  'organisation',
  'provider',
  'refused',
);
export type TokenVerdict = Static<typeof TokenVerdict>;

export const DoctorAnswer = Type.Object({
  serverTime: Instant,
  /** Origin of the requesting page; null for same-origin requests. */
  origin: nullable(Type.String()),
  /** Whether pages of the origin may read the API: with a token in its organisation, without one in any. */
  originAllowed: nullable(Type.Boolean()),
  token: TokenVerdict,
  /** Scopes of an accepted element token; null for everything. */
  scopes: nullable(Type.Array(Type.String())),
  /** Remaining lifetime of an accepted token in seconds. */
  expiresIn: nullable(Type.Integer()),
  versions: Type.Object({ server: Type.String() }),
  /** Directives that a page's Content-Security-Policy needs for this server. */
  csp: Type.Array(Type.String()),
});
export type DoctorAnswer = Static<typeof DoctorAnswer>;

/**
 * Readable by pages of any origin, so that a page that is not allowed can report it. The token is optional and never
 * causes a 401.
 */
export const getDoctor = endpoint({
  method: 'GET',
  path: '/api/doctor',
  summary: 'Diagnostics for third-party pages whose elements show nothing: origin, token, clock, versions',
  who: 'public',
  scope: null,
  reply: DoctorAnswer,
});

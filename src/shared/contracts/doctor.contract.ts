import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, literals, nullable } from './shapes.contract.ts';

/**
 * What the server makes of the token that came along. `none`: none did. `audience`, `kind` and `early` are said only of
 * tokens whose signature is right: made for another application, no identity token, from a time that is still to come.
 * `origin`: not for pages of the origin that asks. `organisation`: it is not clear which one is meant, or it is closed.
 * `provider`: its identity provider does not answer. `refused`: anything else.
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
  /** Of the page that asks; null when no page of another origin does. */
  origin: nullable(Type.String()),
  /** Whether pages of it may read the API: with a token that of its organisation, without one that of any. */
  originAllowed: nullable(Type.Boolean()),
  token: TokenVerdict,
  /** Of an accepted token of elements; null for everything. */
  scopes: nullable(Type.Array(Type.String())),
  /** Seconds that an accepted token has left. */
  expiresIn: nullable(Type.Integer()),
  versions: Type.Object({ server: Type.String() }),
  /** The directives that a page's Content-Security-Policy needs for this server. */
  csp: Type.Array(Type.String()),
});
export type DoctorAnswer = Static<typeof DoctorAnswer>;

/** Readable by pages of any origin, so that one that is not allowed can say so. A token may be sent and is never answered with 401. */
export const getDoctor = endpoint({
  method: 'GET',
  path: '/api/doctor',
  summary: 'What a page of others needs to know when its elements show nothing: origin, token, clock, versions',
  who: 'public',
  scope: null,
  reply: DoctorAnswer,
});

import { SIGNING_ALGORITHMS } from '../../../../shared/contracts/issuers.rules.ts';
import type { Fault } from './finding.ts';

type Document = Readonly<Record<string, unknown>>;
const RSA_BITS_MIN = 2048;
/** Texts of another server are shown up to this length. */
const SHOWN = 200;

export const shown = (value: unknown): string => String(value ?? '–').slice(0, SHOWN);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export function issuerFault(document: Document, issuer: string): Fault | undefined {
  if (document.issuer === issuer) return undefined;
  return { code: 'issuer', params: { theirs: shown(document.issuer), ours: issuer } };
}

/** The addresses that a browser or the server calls, and the flow. */
export function endpointFault(document: Document, mayCall: (address: string) => boolean): Fault | undefined {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
    const address = document[name];
    if (typeof address !== 'string' || address === '') return { code: 'missing', params: { name } };
    if (!URL.canParse(address) || !mayCall(address)) return { code: 'insecure', params: { name } };
  }
  return texts(document.response_types_supported).includes('code') ? undefined : { code: 'noCode' };
}

export function pkceFault(document: Document): Fault | undefined {
  const methods = texts(document.code_challenge_methods_supported);
  if (methods.includes('S256')) return undefined;
  return methods.length === 0
    ? { code: 'noPkce', level: 'warning' }
    : { code: 'plainPkce', params: { theirs: shown(methods.join(', ')) } };
}

export function algorithmFault(document: Document, accepted: readonly string[] | undefined): Fault | undefined {
  const offered = texts(document.id_token_signing_alg_values_supported);
  const theirs = shown(offered.join(', ') || undefined);
  const usable = SIGNING_ALGORITHMS.filter((one) => offered.includes(one));
  if (usable.length === 0) return { code: 'sharedSecret', params: { theirs } };
  if (accepted === undefined || accepted.some((one) => offered.includes(one))) return undefined;
  return { code: 'otherAlgorithms', params: { theirs, ours: accepted.join(', ') } };
}

/** A provider that does not list its claims may well send `auth_time`. */
export function authTimeFault(document: Document): Fault | undefined {
  const claims = texts(document.claims_supported);
  return claims.length === 0 || claims.includes('auth_time') ? undefined : { code: 'noAuthTime', level: 'warning' };
}

interface Key {
  readonly kty?: unknown;
  readonly kid?: unknown;
  readonly use?: unknown;
  readonly alg?: unknown;
  readonly crv?: unknown;
  readonly n?: unknown;
}

/** Faults of a published key set: `url` is where it was read. */
export function keyFault(body: unknown, url: string): Fault | undefined {
  const keys = (body as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) return { code: 'notKeys', params: { url: shown(url) } };
  const all = keys.filter((key): key is Key => typeof key === 'object' && key !== null);
  if (all.some((key) => 'd' in key || 'k' in key)) return { code: 'secretKey' };
  const signing = signingKeys(all);
  if (signing.length === 0) return { code: 'noKeys' };
  const short = signing.find((key) => key.kty === 'RSA' && bitsOf(key.n) < RSA_BITS_MIN);
  return short && { code: 'shortKey', params: { name: shown(short.kid) } };
}

/** Whether a key of the set can make signatures of one of these algorithms. */
export function keyForFault(body: unknown, algorithms: readonly string[]): Fault | undefined {
  const keys = signingKeys((body as { keys: Key[] }).keys);
  const fits = (algorithm: string) => (key: Key) =>
    (key.alg === undefined || key.alg === algorithm) && key.kty === KEY_TYPES[algorithm.slice(0, 2)];
  if (algorithms.some((algorithm) => keys.some(fits(algorithm)))) return undefined;
  return { code: 'noKeyFor', params: { ours: algorithms.join(', ') } };
}

const KEY_TYPES: Readonly<Record<string, string>> = { RS: 'RSA', PS: 'RSA', ES: 'EC', Ed: 'OKP' };

const signingKeys = (keys: readonly Key[]): Key[] =>
  keys.filter((key) => (key.use === undefined || key.use === 'sig') && typeof key.kid === 'string' && key.kid !== '');

const bitsOf = (modulus: unknown): number =>
  typeof modulus === 'string' ? Buffer.from(modulus, 'base64url').length * 8 : 0;

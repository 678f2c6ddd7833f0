import type { ErrorCode, ErrorParams } from './errors.ts';
import { isGroupId } from './groups.rules.ts';

export const ISSUER_KINDS = ['entra', 'keycloak', 'cognito', 'other'] as const;
export type IssuerKind = (typeof ISSUER_KINDS)[number];

/** What links a first sign-in to a user. */
export const LINK_BY = ['email', 'external_id', 'none'] as const;
export type LinkBy = (typeof LINK_BY)[number];

/** Claims that can name the methods or the level of a sign-in. */
export const SECOND_FACTOR_CLAIMS = ['amr', 'acr'] as const;

/** Signatures with a public key; those with a shared secret cannot be verified by others. */
export const SIGNING_ALGORITHMS = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
] as const;

/** Number of identity providers of an organisation. */
export const ISSUERS_MAX = 10;
export const DOMAINS_MAX = 50;
export const GROUP_MAP_MAX = 500;

const LABEL_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789-';
const ADDRESS_MAX = 300;
const TEXT_MAX = 200;
const ENTRA = 'login.microsoftonline.com';
/** Places of Entra ID from which any directory signs in. */
const ANY_DIRECTORY = new Set(['common', 'organizations', 'consumers', '{tenantid}', '%7btenantid%7d']);
/** Parameters that the sign-in itself sets. */
const OWN_PARAMETERS = new Set([
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri'],
]);

export interface IssuerFault {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

/** JSON pointer of a field. */
export type IssuerField =
  | '/name'
  | '/issuer'
  | '/clientId'
  | '/jwksUri'
  | '/domains'
  | '/subjectClaim'
  | '/groupsClaim'
  | '/groupMap'
  | '/scope'
  | '/extraQuery'
  | '/secondFactor';

/** What proves a second factor: one of the values in this claim of the id token. */
interface SecondFactorRule {
  readonly claim: (typeof SECOND_FACTOR_CLAIMS)[number];
  readonly values: readonly string[];
}

export interface IssuerValues {
  readonly name: string;
  readonly kind: IssuerKind;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: known from the kind, or read from the provider's discovery document. */
  readonly jwksUri?: string | undefined;
  readonly domains: readonly string[];
  readonly subjectClaim: string;
  readonly groupsClaim: string | null;
  readonly groupMap: Readonly<Record<string, string>>;
  readonly scope: string;
  readonly extraQuery: Readonly<Record<string, string>>;
  /** Null: the provider is trusted to ask for a second factor. */
  readonly secondFactor: SecondFactorRule | null;
}

/** The issuer that these few letters mean: the id of a directory, the address of a realm, the id of a user pool, or the issuer itself. */
export function issuerAt(kind: IssuerKind, place: string): string {
  const text = place.trim();
  if (text === '') return '';
  if (kind === 'entra') return text.includes('/') ? text : `https://${ENTRA}/${text.toLowerCase()}/v2.0`;
  if (kind === 'cognito' && text.includes('_') && !text.includes('/')) {
    return `https://cognito-idp.${text.slice(0, text.indexOf('_'))}.amazonaws.com/${text}`;
  }
  return kind === 'keycloak' && text.endsWith('/') ? text.slice(0, -1) : text;
}

/** The reverse of `issuerAt`, for the form. */
export function placeOf(kind: IssuerKind, issuer: string): string {
  const [first = '', second = ''] = URL.parse(issuer)?.pathname.split('/').filter(Boolean) ?? [];
  const place = kind === 'entra' && second === 'v2.0' ? first : kind === 'cognito' ? first : '';
  return place !== '' && issuerAt(kind, place) === issuer ? place : issuer;
}

/** The address of the keys where it follows from the kind. */
export function keysAt(kind: IssuerKind, issuer: string): string | undefined {
  switch (kind) {
    case 'entra':
      return issuer.endsWith('/v2.0') ? `${issuer.slice(0, -'/v2.0'.length)}/discovery/v2.0/keys` : undefined;
    case 'keycloak':
      return `${issuer}/protocol/openid-connect/certs`;
    case 'cognito':
      return `${issuer}/.well-known/jwks.json`;
    default:
      return undefined;
  }
}

/** The claim with the permanent identifier of a user. */
export const subjectClaimOf = (kind: IssuerKind): string => (kind === 'entra' ? 'oid' : 'sub');

/** Stored form: without extra spaces; each domain once. */
export function cleanIssuer<Values extends IssuerValues>(values: Values): Values {
  const { secondFactor } = values;
  const domains = values.domains.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')).filter(Boolean);
  return {
    ...values,
    name: values.name.trim().toLowerCase(),
    issuer: values.issuer.trim(),
    clientId: values.clientId.trim(),
    jwksUri: values.jwksUri?.trim() || undefined,
    domains: [...new Set(domains)].toSorted(),
    subjectClaim: values.subjectClaim.trim() || subjectClaimOf(values.kind),
    groupsClaim: values.groupsClaim?.trim() || null,
    scope: values.scope.trim().split(/\s+/).filter(Boolean).join(' '),
    secondFactor: secondFactor && {
      ...secondFactor,
      values: [...new Set(secondFactor.values.map((value) => value.trim()).filter(Boolean))],
    },
  };
}

/** Errors of a provider, for browser and server; `values` as returned by `cleanIssuer`. */
export function issuerFaults(values: IssuerValues): Partial<Record<IssuerField, IssuerFault>> {
  const faults: Partial<Record<IssuerField, IssuerFault | undefined>> = {
    '/name': nameFault(values.name),
    '/issuer': issuerFault(values.issuer),
    '/clientId': textFault(values.clientId),
    '/jwksUri': values.jwksUri === undefined ? undefined : addressFault(values.jwksUri),
    '/domains': domainsFault(values.domains),
    '/subjectClaim': textFault(values.subjectClaim),
    '/groupsClaim': values.groupsClaim === null ? undefined : textFault(values.groupsClaim),
    '/groupMap': groupMapFault(values.groupMap),
    '/scope': scopeFault(values.scope),
    '/extraQuery': extraQueryFault(values.extraQuery),
    '/secondFactor': values.secondFactor?.values.length === 0 ? { code: 'field.required' } : undefined,
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as never;
}

/** Whether an issuer means any directory of Entra ID. */
export function isAnyDirectory(issuer: string): boolean {
  const url = URL.parse(issuer);
  const [first = ''] = url?.pathname.split('/').filter(Boolean) ?? [];
  return url?.hostname === ENTRA && (first === '' || ANY_DIRECTORY.has(first.toLowerCase()));
}

const tooLong = (max: number): IssuerFault => ({ code: 'field.too_long', params: { max } });

function nameFault(name: string): IssuerFault | undefined {
  if (name === '') return { code: 'field.required' };
  return /^[a-z][a-z0-9-]{1,30}$/.test(name) ? undefined : { code: 'field.pattern' };
}

function textFault(text: string): IssuerFault | undefined {
  if (text === '') return { code: 'field.required' };
  return text.length > TEXT_MAX ? tooLong(TEXT_MAX) : undefined;
}

function issuerFault(issuer: string): IssuerFault | undefined {
  const fault = addressFault(issuer);
  if (fault) return fault;
  return isAnyDirectory(issuer) ? { code: 'issuer.any_directory' } : undefined;
}

function addressFault(address: string): IssuerFault | undefined {
  if (address === '') return { code: 'field.required' };
  if (address.length > ADDRESS_MAX) return tooLong(ADDRESS_MAX);
  const url = URL.parse(address);
  const isPlain = url !== null && ['https:', 'http:'].includes(url.protocol) && !/[?#\s\\]/.test(address);
  return isPlain && url.username === '' && url.password === '' ? undefined : { code: 'field.pattern' };
}

function domainsFault(domains: readonly string[]): IssuerFault | undefined {
  const wrong = domains.find((domain) => !isDomain(domain));
  return wrong === undefined ? undefined : { code: 'issuer.domain', params: { domain: wrong.slice(0, 100) } };
}

/** Whether this is the name of a domain in DNS, with at least two labels. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const isLabel = (label: string) =>
    label.length > 0 &&
    label.length <= 63 &&
    [...label].every((one) => LABEL_CHARACTERS.includes(one)) &&
    !label.startsWith('-') &&
    !label.endsWith('-');
  return domain.length <= 253 && labels.length >= 2 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1)!);
}

function groupMapFault(map: Readonly<Record<string, string>>): IssuerFault | undefined {
  const entries = Object.entries(map);
  if (entries.some(([value]) => value === '' || value.length > TEXT_MAX)) return { code: 'field.required' };
  // The provider's own rights are never given by an organisation's identity provider.
  const wrong = entries.find(([, group]) => !isGroupId(group) || group === 'verva.admin');
  return wrong && { code: 'field.choice_unknown', params: { value: wrong[1].slice(0, 100) } };
}

function scopeFault(scope: string): IssuerFault | undefined {
  if (scope.length > TEXT_MAX) return tooLong(TEXT_MAX);
  return scope.split(' ').includes('openid') ? undefined : { code: 'issuer.scope' };
}

function extraQueryFault(query: Readonly<Record<string, string>>): IssuerFault | undefined {
  const wrong = Object.keys(query).find((name) => name === '' || OWN_PARAMETERS.has(name.toLowerCase()));
  return wrong === undefined ? undefined : { code: 'issuer.parameter', params: { name: wrong.slice(0, 100) } };
}

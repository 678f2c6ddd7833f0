import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  DOMAINS_MAX,
  GROUP_MAP_MAX,
  ISSUER_KINDS,
  LINK_BY,
  SECOND_FACTOR_CLAIMS,
  SIGNING_ALGORITHMS,
} from './issuers.rules.ts';
import { Instant, literals, Nothing, nullable } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
/** Administrators reach their own organisation, administrators of the provider's organisation reach all. */
const administrators = { who: ['admin'], scope: null } as const;

const text = Type.String({ maxLength: 1000 });
const TextByText = Type.Record(Type.String(), Type.String({ maxLength: 1000 }), { maxProperties: GROUP_MAP_MAX });
const SecondFactor = Type.Object(
  { claim: literals(...SECOND_FACTOR_CLAIMS), values: Type.Array(text, { maxItems: 20 }) },
  { ...strict, description: 'One of the values in this claim of the id token proves a second factor' },
);

/** An identity provider of an organisation. It has no secret: browsers sign in with PKCE. */
export const Issuer = Type.Object({
  name: Type.String({ description: 'Short name in addresses; never changes' }),
  kind: literals(...ISSUER_KINDS),
  issuer: Type.String({ description: 'Exactly the `iss` of its tokens; never changes' }),
  clientId: Type.String({ description: 'Audience of its tokens' }),
  jwksUri: Type.String(),
  algorithms: Type.Array(Type.String()),
  subjectClaim: Type.String(),
  groupsClaim: nullable(Type.String()),
  /** Values of the groups claim, and the groups that they grant. */
  groupMap: TextByText,
  domains: Type.Array(
    Type.Object({
      domain: Type.String(),
      isProven: Type.Boolean(),
      /** TXT record of `_verva.<domain>` that proves it. */
      record: Type.String(),
    }),
  ),
  scope: Type.String(),
  extraQuery: TextByText,
  linkBy: literals(...LINK_BY),
  /** Null: the provider is trusted to ask for a second factor. */
  secondFactor: nullable(SecondFactor),
  isDisabled: Type.Boolean(),
  /** Number of linked users. */
  users: Type.Integer(),
  /** Number of active users who can sign in by no other way. */
  onlyWayIn: Type.Integer(),
  lastSignInAt: nullable(Instant),
  version: Type.Integer(),
});
export type Issuer = Static<typeof Issuer>;

const fields = {
  clientId: text,
  /** Without it: known from the kind, or read from the provider's discovery document. */
  jwksUri: Type.Optional(text),
  algorithms: Type.Optional(Type.Array(literals(...SIGNING_ALGORITHMS), { minItems: 1, maxItems: 10 })),
  subjectClaim: Type.Optional(text),
  groupsClaim: Type.Optional(nullable(text)),
  groupMap: Type.Optional(TextByText),
  domains: Type.Optional(Type.Array(text, { maxItems: DOMAINS_MAX })),
  scope: Type.Optional(text),
  extraQuery: Type.Optional(TextByText),
  linkBy: Type.Optional(literals(...LINK_BY)),
  secondFactor: Type.Optional(nullable(SecondFactor)),
  isDisabled: Type.Optional(Type.Boolean()),
};

export const NewIssuer = Type.Object({ name: text, kind: literals(...ISSUER_KINDS), issuer: text, ...fields }, strict);
export type NewIssuer = Static<typeof NewIssuer>;
export const IssuerChange = Type.Object({ ...fields, version: Type.Optional(Type.Integer()) }, strict);
export type IssuerChange = Static<typeof IssuerChange>;

const faults = ['issuer.invalid', 'issuer.unsafe', 'issuer.keys_unknown', 'issuer.domain_taken'] as const;

export const listIssuers = endpoint({
  method: 'GET',
  path: '/api/tenants/{tenantId}/issuers',
  summary: 'Identity providers of an organisation, and the addresses to register at them',
  ...administrators,
  reply: Type.Object({
    items: Type.Array(Issuer),
    redirectAddresses: Type.Array(Type.String()),
    signOutAddress: Type.String(),
    /** Origin for CORS at the provider. */
    origin: Type.String(),
    /** Groups that a provider can grant. */
    groups: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  }),
  errors: ['tenant.not_found'],
});

export const createIssuer = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/issuers',
  summary: 'Add an identity provider; users sign in by it at once, unless it is disabled',
  ...administrators,
  recent: true,
  status: 201,
  body: NewIssuer,
  reply: Issuer,
  errors: ['tenant.not_found', 'issuer.name_taken', 'issuer.taken', 'issuer.too_many', ...faults],
});

export const updateIssuer = endpoint({
  method: 'PUT',
  path: '/api/tenants/{tenantId}/issuers/{name}',
  summary: 'Change, disable or enable an identity provider; disabling ends the sessions of its users',
  ...administrators,
  recent: true,
  body: IssuerChange,
  reply: Issuer,
  errors: ['tenant.not_found', 'provider.not_found', 'edit.conflict', 'issuer.required', ...faults],
});

export const deleteIssuer = endpoint({
  method: 'DELETE',
  path: '/api/tenants/{tenantId}/issuers/{name}',
  summary: 'Remove an identity provider and the links of its users, unless it is the only way to sign in for some',
  ...administrators,
  recent: true,
  status: 204,
  reply: Nothing,
  errors: ['tenant.not_found', 'provider.not_found', 'issuer.in_use', 'issuer.required'],
});

export const proveDomains = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/issuers/{name}/domains',
  summary: 'Look up the TXT records of the domains that are not proven yet',
  ...administrators,
  recent: true,
  reply: Issuer,
  errors: ['tenant.not_found', 'provider.not_found', 'issuer.domain_taken'],
});

const CHECKS = [
  ...(['address', 'discovery', 'issuer', 'endpoints', 'keys', 'algorithms'] as const),
  ...(['pkce', 'cors', 'client', 'clock', 'authTime'] as const),
] as const;
export type IssuerCheck = (typeof CHECKS)[number];

/** The result of one check. */
export const IssuerFinding = Type.Object({
  check: literals(...CHECKS),
  level: literals('ok', 'warning', 'error'),
  code: Type.String(),
  /** Name of the check, and what is wrong with what to do, in the language of the request. */
  title: Type.String(),
  text: Type.String(),
});
export type IssuerFinding = Static<typeof IssuerFinding>;

export const testIssuer = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/issuers/test',
  summary: 'Test whether users can sign in by a provider, before or after it is saved; saves nothing',
  ...administrators,
  body: Type.Object(
    {
      kind: literals(...ISSUER_KINDS),
      issuer: text,
      clientId: text,
      jwksUri: Type.Optional(text),
      algorithms: Type.Optional(Type.Array(literals(...SIGNING_ALGORITHMS), { maxItems: 10 })),
    },
    strict,
  ),
  reply: Type.Object({ findings: Type.Array(IssuerFinding) }),
  errors: ['tenant.not_found'],
});

/** What a sign-in with an id token would do. */
export const TriedSignIn = Type.Object({
  /** Why the token is not accepted; null: it is. */
  refusal: nullable(literals('audience', 'kind', 'early', 'expired', 'keys', 'refused')),
  /** Claims of the token; of a token that is not accepted too. */
  claims: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** The user who would be signed in. */
  user: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** How the user is found; `taken`: the user is linked to another account. Null: no user is found. */
  link: nullable(literals('linked', 'email', 'external_id', 'taken')),
  groups: Type.Array(Type.String()),
  /** Values of the groups claim that grant no group. */
  otherGroups: Type.Array(Type.String()),
  secondFactor: literals('trusted', 'shown', 'missing'),
  hasAuthTime: Type.Boolean(),
});
export type TriedSignIn = Static<typeof TriedSignIn>;

export const tryIssuer = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/issuers/{name}/try',
  summary: 'What a sign-in by a provider would do, for an id token of it; saves nothing and signs no user in',
  ...administrators,
  // The token is a secret.
  idempotency: 'never',
  body: Type.Object({ idToken: Type.String({ minLength: 1, maxLength: 10_000 }) }, strict),
  reply: TriedSignIn,
  errors: ['tenant.not_found', 'provider.not_found'],
});

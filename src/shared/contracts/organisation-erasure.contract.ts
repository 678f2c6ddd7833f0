import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, literals, Nothing, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const provider = { who: 'provider', scope: null } as const;

/** Time in which the erasure of an organisation can be stopped after it was approved. */
export const CLOSING_DAYS = 30;

export const OrganisationErasure = Type.Object({
  /** `closing`: approved, and can be stopped until `eraseAfter`. Null: not requested. */
  state: nullable(literals('asked', 'closing', 'erasing')),
  reason: nullable(Type.String()),
  askedBy: nullable(UserRef),
  askedAt: nullable(Instant),
  /** The caller requested it, and another administrator must approve it. */
  isOwn: Type.Boolean(),
  eraseAfter: nullable(Instant),
});
export type OrganisationErasure = Static<typeof OrganisationErasure>;

export const getOrganisationErasure = endpoint({
  method: 'GET',
  path: '/api/tenants/{tenantId}/erasure',
  summary: 'The request to erase an organisation, and when its data goes',
  ...provider,
  reply: OrganisationErasure,
  errors: ['tenant.not_found'],
});

export const requestOrganisationErasure = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/erase',
  summary: 'Request that an organisation is erased',
  ...provider,
  recent: true,
  status: 201,
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }) }, strict),
  reply: OrganisationErasure,
  errors: ['tenant.not_found', 'tenant.is_provider', 'tenant.erasure_requested'],
});

export const approveOrganisationErasure = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/erase/approve',
  summary: 'Approve the request of another administrator: the organisation is closed, and erased 30 days later',
  ...provider,
  recent: true,
  reply: OrganisationErasure,
  errors: ['tenant.not_found', 'erasure.not_found', 'erasure.needs_second_person'],
});

export const stopOrganisationErasure = endpoint({
  method: 'DELETE',
  path: '/api/tenants/{tenantId}/erase',
  summary: 'Withdraw the request to erase an organisation, or stop the erasure within its 30 days',
  ...provider,
  status: 204,
  reply: Nothing,
  errors: ['tenant.not_found', 'erasure.not_found'],
});

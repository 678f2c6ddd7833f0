import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, literals, nullable } from './shapes.contract.ts';

const administrators = { who: ['admin'], scope: null } as const;

/** Time in which a finished export can be downloaded. */
export const EXPORT_HOURS = 24;

/** An archive of all tables and files of an organisation. Tables and rows grow while it is `running`. */
export const OrganisationExport = Type.Object({
  id: Id,
  state: literals('running', 'ready', 'fetched', 'expired', 'failed'),
  tables: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
  rows: Type.Integer(),
  /** Number of files, and bytes of tables and files before compression; known when it is ready. */
  files: Type.Integer(),
  bytes: Type.Integer(),
  createdAt: Instant,
  readyAt: nullable(Instant),
  /** Until when it can be downloaded. */
  expiresAt: nullable(Instant),
  fetchedAt: nullable(Instant),
});
export type OrganisationExport = Static<typeof OrganisationExport>;

/** A running export is returned unchanged; an earlier one that was not downloaded is deleted. */
export const startOrganisationExport = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/export',
  summary: 'Start an export of all tables and files of an organisation',
  ...administrators,
  recent: true,
  status: 202,
  reply: OrganisationExport,
  errors: ['tenant.not_found'],
});

export const getOrganisationExport = endpoint({
  method: 'GET',
  path: '/api/tenants/{tenantId}/export',
  summary: 'The latest export of an organisation; null if there was none',
  ...administrators,
  reply: nullable(OrganisationExport),
  errors: ['tenant.not_found'],
});

/** The export can be downloaded once: the next request for an address is refused after a download has begun. */
export const makeExportAddress = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/export/address',
  summary: 'A single-use address of the finished export, valid for one minute',
  ...administrators,
  recent: true,
  status: 201,
  reply: Type.Object({ url: Type.String(), expiresAt: Instant }),
  errors: ['tenant.not_found', 'export.not_found', 'export.not_ready', 'export.fetched', 'export.expired'],
});

export const fetchOrganisationExport = endpoint({
  method: 'GET',
  path: '/api/organisation-exports/{token}',
  summary: 'The archive of an organisation, as a compressed tar file',
  who: 'public',
  scope: null,
  reply: Type.String(),
  produces: 'application/gzip',
  errors: ['download.not_found', 'download.used', 'download.expired', 'access.denied', 'session.revoked'],
});

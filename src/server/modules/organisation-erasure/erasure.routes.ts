import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  approveOrganisationErasure,
  CLOSING_DAYS,
  getOrganisationErasure,
  type OrganisationErasure,
  requestOrganisationErasure,
  stopOrganisationErasure,
} from '../../../shared/contracts/organisation-erasure.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { type AdministeredTenant, administered, asSystem, auditOrganisation } from '../organisations/index.ts';
import * as store from './erasure.store.ts';

const DAY_MS = 86_400_000;

/** Erasing organisations: requested by one administrator of the provider, approved by another, and done 30 days later. */
export function erasureRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getOrganisationErasure, async ({ tx, session, params }) =>
    read(tx, session, await administered(tx, session, params.tenantId)),
  );

  serve(app, context, requestOrganisationErasure, async ({ tx, session, params, body, now }) => {
    const tenant = await administered(tx, session, params.tenantId);
    if (tenant.isProvider) throw new AppError('tenant.is_provider');
    const reason = body.reason.trim();
    const isNew = await asSystem(tx, session, () =>
      store.request(tx, tenant.tenantId, { by: session.userId, reason, now }),
    );
    if (!isNew) throw new AppError('tenant.erasure_requested');
    await auditOrganisation(tx, session, tenant, { verb: 'erasure-requested', reason });
    return read(tx, session, tenant);
  });

  serve(app, context, approveOrganisationErasure, async ({ tx, session, params, now }) => {
    const tenant = await administered(tx, session, params.tenantId);
    const after = new Date(now.getTime() + CLOSING_DAYS * DAY_MS);
    const isApproved = await asSystem(tx, session, async () => {
      const open = await store.lock(tx, tenant.tenantId);
      if (!open.askedBy) throw new AppError('erasure.not_found');
      if (open.askedBy === session.userId) throw new AppError('erasure.needs_second_person');
      if (open.eraseAfter) return false;
      await store.approve(tx, tenant.tenantId, { by: session.userId, after });
      return true;
    });
    if (isApproved) await auditOrganisation(tx, session, tenant, { verb: 'erasure-approved', reason: null });
    return read(tx, session, tenant);
  });

  serve(app, context, stopOrganisationErasure, async ({ tx, session, params }) => {
    const tenant = await administered(tx, session, params.tenantId);
    await asSystem(tx, session, async () => {
      const open = await store.lock(tx, tenant.tenantId);
      if (!open.askedBy || open.isErasing) throw new AppError('erasure.not_found');
      await store.stop(tx, tenant.tenantId);
    });
    await auditOrganisation(tx, session, tenant, { verb: 'erasure-withdrawn', reason: null });
    return null;
  });
}

async function read(tx: Tx, session: CallerSession, { tenantId }: AdministeredTenant): Promise<OrganisationErasure> {
  const open = await asSystem(tx, session, () => store.lock(tx, tenantId));
  // Both administrators belong to the provider's organisation, in which the transaction continues.
  const { rows } = await sql<NonNullable<OrganisationErasure['askedBy']>>`SELECT username AS id, id AS key,
    coalesce(name, username) AS name FROM app_user WHERE id = ${open.askedBy}::uuid`.execute(tx);
  const closing = open.eraseAfter && (open.isErasing ? 'erasing' : 'closing');
  return {
    state: open.askedBy === null ? null : (closing ?? 'asked'),
    reason: open.reason,
    askedBy: rows[0] ?? null,
    askedAt: open.askedAt?.toISOString() ?? null,
    isOwn: open.askedBy === session.userId,
    eraseAfter: open.eraseAfter?.toISOString() ?? null,
  };
}

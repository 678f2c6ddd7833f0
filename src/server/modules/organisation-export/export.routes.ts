import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import {
  fetchOrganisationExport,
  getOrganisationExport,
  makeExportAddress,
  type OrganisationExport,
  startOrganisationExport,
} from '../../../shared/contracts/organisation-export.contract.ts';
import { readCaller } from '../../platform/auth/memberships.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { operationOf } from '../../platform/http/openapi.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { refuseDownload } from '../downloads/index.ts';
import { type AdministeredTenant, administered, auditProvider, inTenant } from '../organisations/index.ts';
import { archiveName, openArchive } from './archive.ts';
import * as store from './export.store.ts';
import { removeParts } from './export.work.ts';

const VALID_MS = 60_000;
const TOKEN = /^[\w-]{43}$/;

/** Exports of organisations: the provider exports all, other administrators their own. */
export async function exportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  serve(app, context, getOrganisationExport, async ({ tx, session, params }) => {
    const tenant = await administered(tx, session, params.tenantId);
    const row = await inTenant(tx, session, tenant, () => store.readLatest(tx));
    return row ? toExport(row) : null;
  });

  serve(app, context, startOrganisationExport, async ({ tx, session, params, now }) => {
    const tenant = await administered(tx, session, params.tenantId);
    const { row, isNew } = await inTenant(tx, session, tenant, async () => {
      await store.expireReady(tx, now);
      const asked = { askedBy: session.userId, askedIn: session.tenantId, now };
      const { id, isNew: isStarted } = await store.insertExport(tx, asked);
      if (isStarted) await audit(tx, session, tenant, 'started');
      return { row: (await store.readExport(tx, id))!, isNew: isStarted };
    });
    if (isNew) await auditProvider(tx, session, tenant, 'export');
    return toExport(row);
  });

  serve(app, context, makeExportAddress, async ({ tx, session, params, now }) => {
    const tenant = await administered(tx, session, params.tenantId);
    const token = randomBytes(32).toString('base64url');
    const until = new Date(now.getTime() + VALID_MS);
    await inTenant(tx, session, tenant, async () => {
      const row = await store.readLatest(tx);
      assertReady(row, now);
      const by = { by: session.userId, in: session.tenantId };
      await store.setAddress(tx, row.id, { tokenSha256: hashOf(token), until, ...by });
      await audit(tx, session, tenant, 'downloaded');
    });
    await auditProvider(tx, session, tenant, 'export');
    return { url: `/api/organisation-exports/${token}`, expiresAt: until.toISOString() };
  });

  // Opened directly by the browser, so a refusal is a page. No HEAD, which would use up the address.
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/api/organisation-exports/:token',
    exposeHeadRoute: false,
    schema: operationOf(fetchOrganisationExport),
    onRequest: async ({ ip }) => context.limit(ip),
    handler: async (request, reply) => {
      try {
        return await send(context, request.params.token, reply);
      } catch (error) {
        return refuseDownload(error, undefined, request, reply);
      }
    },
  });
}

async function send(context: AppContext, token: string, reply: FastifyReply): Promise<FastifyReply> {
  if (!TOKEN.test(token)) throw new AppError('download.not_found');
  const { db } = context;
  const taken = await db.systemTransaction((tx) => store.takeExport(tx, hashOf(token), context.clock()));
  if ('refused' in taken) throw new AppError(`download.${taken.refused}`);
  const { tenantId, slug, id } = taken;
  if (taken.status !== 'active') throw new AppError('tenant.suspended', { tenant: slug });
  // A user who has lost the group or the account since gets nothing.
  const membership = { tenantId: taken.fetchedIn, userId: taken.fetchedBy, slug, name: slug, status: taken.status };
  const session = await readCaller(db, { ...membership, revokedBefore: null });
  if (!session.isAdmin) throw new AppError('access.denied');
  const scope = { tenantId: session.tenantId, userId: session.userId };
  await db.tenantTransaction(scope, (tx) => administered(tx, session, slug));
  const row = (await db.tenantTransaction({ tenantId, userId: null }, (tx) => store.readExport(tx, id)))!;
  const archive = await openArchive(context, tenantId, slug, id);
  archive.once('close', () => {
    removeParts(context, { tenantId, id }).catch((error: unknown) => {
      // The loop removes them a day later.
      context.log.error({ err: error, export: id }, 'removing a downloaded export failed');
    });
  });
  reply
    .type('application/gzip')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${archiveName(slug, row)}.tar.gz"`);
  return reply.send(archive);
}

/** Throws `export.not_found`, `export.not_ready`, `export.fetched`, `export.expired`. */
function assertReady(row: store.ExportRow | undefined, now: Date): asserts row is store.ExportRow {
  if (!row || row.state === 'failed') throw new AppError('export.not_found');
  if (row.state === 'running') throw new AppError('export.not_ready');
  if (row.state === 'fetched') throw new AppError('export.fetched');
  if (row.state === 'expired' || row.expiresAt === null || row.expiresAt <= now) throw new AppError('export.expired');
}

/** Adds a row to the audit log of the exported organisation. */
async function audit(tx: Tx, session: CallerSession, { slug }: AdministeredTenant, what: string): Promise<void> {
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, after)
    VALUES (${session.userId}::uuid, 'export', 'tenant', ${slug}, jsonb_build_object('export', ${what}::text))`.execute(
    tx,
  );
}

function toExport(row: store.ExportRow): OrganisationExport {
  const { id, state, tablesDone, tableCount, rowCount, fileCount, bytes } = row;
  return {
    ...{ id, state, rows: rowCount, files: fileCount, bytes },
    tables: { done: tablesDone, total: tableCount },
    createdAt: row.createdAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    expiresAt: (state === 'ready' && row.expiresAt?.toISOString()) || null,
    fetchedAt: row.fetchedAt?.toISOString() ?? null,
  };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

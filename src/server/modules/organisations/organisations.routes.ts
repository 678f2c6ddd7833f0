import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createOrganisation,
  deleteOrganisationLogo,
  getOrganisation,
  type Organisation,
  putOrganisationLogo,
  resumeOrganisation,
  suspendOrganisation,
  updateOrganisation,
} from '../../../shared/contracts/organisations.contract.ts';
import { cleanOrganisation, organisationFaults } from '../../../shared/contracts/organisations.rules.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { storeFile } from '../../platform/files.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { insertOrganisation } from './create.ts';
import { readOrganisationLogo } from './logo.rules.ts';
import * as store from './organisations.store.ts';
import { type AdministeredTenant, administered, asSystem, auditProvider, inTenant } from './provider.ts';
import { resumeTenant, suspendTenant } from './suspend.ts';

/** Organisations: the provider's administrators create and change all, other administrators change their own. */
export async function organisationRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const isExternal = context.config.identityEndpoint !== undefined;

  serve(app, context, createOrganisation, async ({ tx, session, body, reply }) => {
    const { slug } = await asSystem(tx, session, () =>
      insertOrganisation(tx, body, { by: session.userId, isExternal }),
    );
    const tenant = await administered(tx, session, slug);
    await auditProvider(tx, session, tenant, 'insert');
    return tagged(reply, await read(tx, session, tenant));
  });

  serve(app, context, getOrganisation, async ({ tx, session, params, reply }) =>
    tagged(reply, await read(tx, session, await administered(tx, session, params.tenantId))),
  );

  serve(app, context, updateOrganisation, async ({ tx, session, params, body, request, reply }) => {
    const tenant = await administered(tx, session, params.tenantId);
    const profile = cleanOrganisation({ ...body, helpUrl: body.helpUrl ?? null });
    const faults = Object.entries(organisationFaults(profile));
    if (faults.length > 0) {
      throw new AppError('tenant.invalid', {}, { errors: faults.map(([pointer, fault]) => ({ pointer, ...fault })) });
    }
    const before = await read(tx, session, tenant);
    assertFresh(before.row, before.organisation, request.headers['if-match'], body.version);
    await inTenant(tx, session, tenant, async () => {
      await store.assertLanguages(tx, profile.languages);
      await store.updateProfile(tx, profile);
    });
    await auditProvider(tx, session, tenant, 'update');
    return tagged(reply, await read(tx, session, tenant));
  });

  serve(app, context, suspendOrganisation, async ({ tx, session, params, body, now, reply }) => {
    const tenant = await administered(tx, session, params.tenantId);
    await suspendTenant(tx, session, tenant, { reason: body.reason.trim(), now });
    return tagged(reply, await read(tx, session, tenant));
  });

  serve(app, context, resumeOrganisation, async ({ tx, session, params, reply }) => {
    const tenant = await administered(tx, session, params.tenantId);
    await resumeTenant(tx, session, tenant);
    return tagged(reply, await read(tx, session, tenant));
  });

  // A separate scope for bodies other than JSON. The accepted types are decided by content.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    serve(scope, context, putOrganisationLogo, async ({ tx, session, params, request }) => {
      const tenant = await administered(tx, session, params.tenantId);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const logo = readOrganisationLogo(request.headers['content-type'] ?? '', bytes);
      await inTenant(tx, session, tenant, async () =>
        store.setLogoFile(tx, await storeFile(tx, context.contents, tenant.tenantId, { ...logo, scan: 'clean' })),
      );
      await auditProvider(tx, session, tenant, 'update');
      return null;
    });
  });

  serve(app, context, deleteOrganisationLogo, async ({ tx, session, params }) => {
    const tenant = await administered(tx, session, params.tenantId);
    await inTenant(tx, session, tenant, () => store.setLogoFile(tx, null));
    await auditProvider(tx, session, tenant, 'update');
    return null;
  });
}

interface Found {
  readonly row: store.LockedOrganisation;
  readonly organisation: Organisation;
}

async function read(tx: Tx, session: CallerSession, tenant: AdministeredTenant): Promise<Found> {
  const row = await inTenant(tx, session, tenant, () => store.lockOrganisation(tx));
  const { updated_at: _at, changer: _by, ...organisation } = row;
  return { row, organisation: { ...organisation, isProvider: tenant.isProvider } };
}

function tagged(reply: FastifyReply, { organisation }: Found): Organisation {
  reply.header('etag', `"${organisation.version}"`);
  return organisation;
}

import type { FastifyInstance } from 'fastify';
import {
  getOrganisationSignIn,
  getSignInSettings,
  putOrganisationSignIn,
  putSignInSettings,
  type SignInSettings,
} from '../../../shared/contracts/sign-in-settings.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { type AdministeredTenant, administered, auditProvider, inSignin, inTenant } from '../organisations/index.ts';
import { assertUsable } from './modes.ts';
import { readModes, readSettings, writeModes, writeSettings } from './sign-in-settings.store.ts';

interface Change {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly tenant: AdministeredTenant;
  readonly body: Partial<SignInSettings>;
  readonly now: Date;
}

/** How the users of an organisation sign in (SEC-01, ORG-02), for its administrators and the provider. */
export function signInSettingsRoutes(app: FastifyInstance, context: AppContext): void {
  const { identityEndpoint, identityClientId, smsWebhookUrl, devOutbox } = context.config;
  const isExternal = identityEndpoint !== undefined && identityClientId !== undefined;
  const sendsCodes = smsWebhookUrl !== undefined || devOutbox;

  const shown = async (tx: Tx): Promise<SignInSettings> => ({
    modes: isExternal ? null : [...(await readModes(tx))],
    ...(await readSettings(tx)),
  });

  async function change({ tx, session, tenant, body, now }: Change): Promise<SignInSettings> {
    const { modes, ...settings } = body;
    if (modes) {
      if (isExternal) throw new AppError('sign_in.external');
      const { tenantId } = tenant;
      const before = await inTenant(tx, session, tenant, () => readModes(tx));
      await assertUsable(tx, {
        ...{ tenantId, modes, before, sendsCodes },
        asTenant: (work) => inTenant(tx, session, tenant, work),
        asSignin: (work) => inSignin(tx, session, tenant, work),
      });
      await inTenant(tx, session, tenant, () => writeModes(tx, modes, now));
    }
    await inTenant(tx, session, tenant, () => writeSettings(tx, settings));
    await auditProvider(tx, session, tenant, 'update');
    return inTenant(tx, session, tenant, () => shown(tx));
  }

  serve(app, context, getSignInSettings, ({ tx }) => shown(tx));

  serve(app, context, putSignInSettings, async ({ tx, session, body, now }) => {
    return change({ tx, session, tenant: await administered(tx, session, session.tenantSlug), body, now });
  });

  serve(app, context, getOrganisationSignIn, async ({ tx, session, params }) => {
    const tenant = await administered(tx, session, params.tenantId);
    return inTenant(tx, session, tenant, () => shown(tx));
  });

  serve(app, context, putOrganisationSignIn, async ({ tx, session, params, body, now }) => {
    return change({ tx, session, tenant: await administered(tx, session, params.tenantId), body, now });
  });
}

import { getSession, putUiSettings } from '../../../shared/contracts/session.contract.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { readEmbedSettings } from '../embed/index.ts';
import { readAddedLanguages, readTextFiles } from '../i18n/index.ts';
import { readRightSettings } from '../rights/index.ts';
import { readTenant } from '../tenants/index.ts';
import { findUser, notifyProfileChanged } from '../users/index.ts';
import { readDelegators, readTenantsOf, readUi, writeUi } from './session.store.ts';

/** The session: the user, the organisation and the interface settings. */
export const session: ServerModule = (app, context) => {
  const { config } = context;
  serve(
    app,
    context,
    getSession,
    async ({ session: caller, now, context: { db } }) => {
      // Outside the tenant's transaction: identities belong to another database role.
      const tenants = await readTenantsOf(db, caller, now);
      const texts = await readTextFiles(db, caller.tenantId);
      return db.tenantTransaction(caller, async (tx) => {
        const user = await findUser(tx, { key: caller.userId });
        if (!user) throw new AppError('session.revoked');
        const tenant = await readTenant(tx);
        const today = dayOf(now, tenant.timeZone);
        const languages = await readAddedLanguages(tx);
        return {
          user,
          tenant: {
            ...tenant,
            helpUrl: tenant.helpUrl ?? config.helpUrl ?? null,
            today,
            texts,
            ...(languages.length > 0 ? { languages } : {}),
          },
          tenants,
          permissions: user.groups,
          scopes: caller.scopes === null ? null : [...caller.scopes],
          ui: await readUi(tx),
          features: [
            // An external service that manages accounts also manages their addresses.
            ...(config.identityEndpoint === undefined ? ['email-change'] : []),
            ...(caller.isAdmin || (await readRightSettings(tx)).selfRename ? [] : ['name.readOnly']),
            ...(caller.client && !(await readEmbedSettings(tx)).clientsMayConfirm ? ['manuals.readOnly'] : []),
          ],
          ...(await readDelegators(tx, caller.userId, today)),
          serverTime: now.toISOString(),
        };
      });
    },
    { transaction: 'none' },
  );

  serve(app, context, putUiSettings, async ({ tx, body, session: { userId } }) => {
    const ui = await writeUi(tx, body);
    await notifyProfileChanged(tx, userId);
    return ui;
  });
};

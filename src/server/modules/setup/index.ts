import { getSetup, postSetup, type SetupState } from '../../../shared/contracts/setup.contract.ts';
import type { AppContext, ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { setUp } from './create-organisation.ts';
import { hasOrganisation } from './setup.store.ts';
import { offerSetup } from './setup-link.ts';

export { createOrganisation, PROVIDER_SLUG, setUp } from './create-organisation.ts';
export { organisationDifferences } from './organisation-differences.ts';
export { auditSetup } from './setup.store.ts';
export { offerSetup } from './setup-link.ts';

/** First run: the provider's organisation and its first administrator. */
export const setup: ServerModule = (app, context) => {
  const { db, config } = context;
  const isExternal = config.identityEndpoint !== undefined;

  serve(app, context, getSetup, async ({ reply }): Promise<SetupState> => {
    reply.header('cache-control', 'no-store');
    return {
      state: (await db.signinTransaction(hasOrganisation)) ? 'done' : 'open',
      identity: isExternal ? 'external' : 'embedded',
      sendsMail: config.smtpUrl !== undefined,
    };
  });

  serve(app, context, postSetup, async ({ body: { token, ...values }, now }) => {
    if (isExternal) throw new AppError('setup.external');
    const { username } = await setUp(db, values, { token, now });
    return { username };
  });
};

/** Logs the set-up link of an empty installation. */
export async function reportSetup({ db, config, log, clock }: AppContext): Promise<void> {
  const offer = await offerSetup(db, { publicUrl: config.publicUrl, now: clock() });
  if (offer.state === 'written') {
    log.warn(
      { expiresAt: offer.expiresAt },
      `Verva is not set up yet. Open this link once, within 24 hours: ${offer.link}`,
    );
  } else if (offer.state === 'offered') {
    log.warn(
      { writtenAt: offer.madeAt, expiresAt: offer.expiresAt },
      'Verva is not set up yet. The set-up link is in an earlier log; `npm run admin -- setup-link` writes a new one.',
    );
  }
}

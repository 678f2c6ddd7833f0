import type { AppContext, ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { accountRoutes } from './administration/accounts.routes.ts';
import { activeRoutes } from './administration/active.routes.ts';
import { handleInvitationJobs } from './administration/invitations.jobs.ts';
import { linkRoutes } from './administration/links.routes.ts';
import { cognitoProtocol } from './cognito/protocol.ts';
import { emailChangeRoutes } from './email-change/email-change.routes.ts';
import { factorRoutes } from './factors/factors.routes.ts';
import { providerRoutes } from './providers/providers.ts';
import { createIdentityService, type IdentityService } from './service.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { signinRoutes } from './signin.routes.ts';

export { addMembership, createPerson, insertPeopleWithAccounts, insertPersonWithAccount } from './accounts.ts';
export {
  closeAccounts,
  disableUsers,
  enableUsers,
  openAccounts,
  removeAccounts,
} from './administration/active.store.ts';
export { administeredUser } from './administration/administered-user.ts';
export { INVITATION_JOB } from './administration/invitations.jobs.ts';
export { resetSecondFactor } from './factors/reset-second-factor.ts';
export { hasProvider, readAdministrators, usableModes } from './modes/administrator-modes.ts';
export { isKnownPassword } from './passwords/known-passwords.ts';
export { hashPassword } from './passwords/passwords.ts';
export { readProvider, readProviders, removeProvider, saveProvider, setProvider } from './providers/provider-rows.ts';
export { addSubjectLink, readSubjectLinks, removeSubjectLink } from './providers/subject-links.ts';
export { setPassword } from './recovery/set-password.ts';
export type { AccountStatus } from './signin.store.ts';
export { IDLE_HOURS, readSessionLife, SESSION_HOURS } from './tokens/session-life.ts';

function serviceOf({ config, db, clock, elapsed, log, verifier }: AppContext): IdentityService {
  return createIdentityService({
    db,
    verifier,
    clock,
    elapsed,
    publicUrl: config.publicUrl,
    hidesUnknownUsers: config.preventUserExistenceErrors === 'ENABLED',
    masterKey: config.masterKey,
    post: { hasSmsGateway: config.smsWebhookUrl !== undefined, devOutbox: config.devOutbox },
    failed: (error) => log.error({ err: error }, 'preparing a sign-in message failed'),
  });
}

/** Registers the job that invites users whom an import added. */
export const handleInvitations = (jobs: Pick<Jobs, 'handle'>, context: AppContext): void =>
  handleInvitationJobs(jobs, context, serviceOf(context));

/** The embedded identity service and the endpoints for signing in. */
export const signin: ServerModule = async (app, context) => {
  const { config } = context;
  const service = serviceOf(context);
  app.addHook('onClose', () => service.settled());
  const { identityEndpoint: endpoint, identityClientId: clientId } = config;
  const external = endpoint !== undefined && clientId !== undefined ? { endpoint, clientId } : undefined;
  // With an external identity service the embedded accounts are not served.
  if (!external) await app.register((scope) => cognitoProtocol(scope, service), { prefix: '/identity' });
  signinRoutes(app, context, service, external);
  emailChangeRoutes(app, context, service, external !== undefined);
  providerRoutes(app, context);
  accountRoutes(app, context, service, external !== undefined);
  factorRoutes(app, context, service, external !== undefined);
  sessionRoutes(app, context, service, external !== undefined);
  activeRoutes(app, context);
  linkRoutes(app, context);
};

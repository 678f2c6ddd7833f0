import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { deferredActionKinds, IMPORTS, LISTS, RESOURCES } from '../../src/server/app.ts';
import { alerts } from '../../src/server/modules/alerts/index.ts';
import { attachments } from '../../src/server/modules/attachments/index.ts';
import { audit } from '../../src/server/modules/audit/index.ts';
import { cases } from '../../src/server/modules/cases/index.ts';
import { caseOwner, catalogue, draftOwner } from '../../src/server/modules/catalogue/index.ts';
import { companies } from '../../src/server/modules/companies/index.ts';
import { config as configuration } from '../../src/server/modules/config/index.ts';
import { configTexts } from '../../src/server/modules/config-texts/index.ts';
import { deferredActions } from '../../src/server/modules/deferred-actions/index.ts';
import { delegations } from '../../src/server/modules/delegations/index.ts';
import { departments } from '../../src/server/modules/departments/index.ts';
import { dimensions } from '../../src/server/modules/dimensions/index.ts';
import { downloads } from '../../src/server/modules/downloads/index.ts';
import { dropdowns } from '../../src/server/modules/dropdowns/index.ts';
import { embed } from '../../src/server/modules/embed/index.ts';
import { formFragments } from '../../src/server/modules/form-fragments/index.ts';
import { forms } from '../../src/server/modules/forms/index.ts';
import { groups } from '../../src/server/modules/groups/index.ts';
import { hr } from '../../src/server/modules/hr/index.ts';
import { i18n } from '../../src/server/modules/i18n/index.ts';
import { imports } from '../../src/server/modules/imports/index.ts';
import { issuers } from '../../src/server/modules/issuers/index.ts';
import { leaving } from '../../src/server/modules/leaving/index.ts';
import { looks } from '../../src/server/modules/looks/index.ts';
import { manuals } from '../../src/server/modules/manuals/index.ts';
import { massActions } from '../../src/server/modules/mass-actions/index.ts';
import { menus } from '../../src/server/modules/menus/index.ts';
import { notifications } from '../../src/server/modules/notifications/index.ts';
import { organisationErasure } from '../../src/server/modules/organisation-erasure/index.ts';
import { organisationExport } from '../../src/server/modules/organisation-export/index.ts';
import { organisations } from '../../src/server/modules/organisations/index.ts';
import { people as userAdministration } from '../../src/server/modules/people/index.ts';
import { userSync } from '../../src/server/modules/people-import/index.ts';
import { processes } from '../../src/server/modules/processes/index.ts';
import { recordPage } from '../../src/server/modules/record-page/index.ts';
import { records } from '../../src/server/modules/records/index.ts';
import {
  findRegistryFile,
  findRegistryResource,
  recordOwner,
  registries,
} from '../../src/server/modules/registries/index.ts';
import { requests } from '../../src/server/modules/requests/index.ts';
import { rights } from '../../src/server/modules/rights/index.ts';
import { scim } from '../../src/server/modules/scim/index.ts';
import { session } from '../../src/server/modules/session/index.ts';
import { signInSettings } from '../../src/server/modules/sign-in-settings/index.ts';
import { signin } from '../../src/server/modules/signin/index.ts';
import { statusChanges } from '../../src/server/modules/status-changes/index.ts';
import { tags } from '../../src/server/modules/tags/index.ts';
import { taskMails } from '../../src/server/modules/task-mails/index.ts';
import { taskOwner, tasks } from '../../src/server/modules/tasks/index.ts';
import { tenants } from '../../src/server/modules/tenants/index.ts';
import { userErasure } from '../../src/server/modules/user-erasure/index.ts';
import { users } from '../../src/server/modules/users/index.ts';
import { uses } from '../../src/server/modules/uses/index.ts';
import { views } from '../../src/server/modules/views/index.ts';
import { createTokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { openContents } from '../../src/server/platform/content/open-contents.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { createServer } from '../../src/server/platform/http/server.ts';
import { createLiveHub } from '../../src/server/platform/live.ts';
import { createMetrics } from '../../src/server/platform/metrics.ts';
import { contentFolder } from './files.ts';
import { MASTER_KEY, PUBLIC_URL, type TestClock } from './identity.ts';
import { storeSigningKeys } from './signing-keys.ts';

/** Starts the server with the modules that tasks need, without a port: requests are injected. */
export async function testServer(
  db: DatabaseHandle,
  clock: TestClock,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ app: FastifyInstance; context: AppContext }> {
  await storeSigningKeys(db, clock.now);
  const log = pino({ level: process.env.VERVA_TEST_LOG ?? 'silent' });
  const now = () => clock.now;
  const config = readConfig({ PUBLIC_URL, MASTER_KEY, ...settings });
  const context: AppContext = {
    config,
    db,
    log,
    clock: now,
    elapsed: clock.elapsed,
    verifier: createTokenVerifier({
      db,
      publicUrl: PUBLIC_URL,
      masterKey: MASTER_KEY,
      clock: now,
      elapsed: clock.elapsed,
      privateHosts: config.identityPrivateHosts,
    }),
    live: createLiveHub(db, log, now),
    contents: config.bucket ? openContents(config) : contentFolder(),
    metrics: createMetrics(db),
    limit: () => undefined,
  };
  const app = await createServer(context);
  const people = [
    session,
    users,
    signin,
    signInSettings,
    scim,
    userAdministration,
    leaving,
    userErasure,
    delegations,
    notifications,
    audit,
    alerts,
    looks,
    tenants,
    organisations,
    organisationErasure,
    organisationExport,
    issuers,
  ];
  const work = [
    tasks,
    taskMails,
    attachments({ task: taskOwner, record: recordOwner, draft: draftOwner, instance: caseOwner }),
    catalogue,
    cases,
    configuration,
    embed,
    menus,
    views(findRegistryResource),
    massActions,
    processes,
    manuals,
  ];
  const reference = [
    i18n,
    configTexts,
    forms,
    formFragments,
    dropdowns,
    uses,
    requests,
    hr,
    rights,
    records(RESOURCES, findRegistryResource),
    imports(IMPORTS),
    userSync,
    registries(RESOURCES),
    statusChanges,
    recordPage,
    departments,
    companies,
    groups,
    tags,
    dimensions,
  ];
  const around = [deferredActions(deferredActionKinds(context)), downloads(LISTS, findRegistryFile)];
  for (const module of [...work, ...people, ...reference, ...around]) await module(app, context);
  return { app, context };
}

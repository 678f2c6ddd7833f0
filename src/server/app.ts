import type { FastifyInstance } from 'fastify';
import { alerts } from './modules/alerts/index.ts';
import { attachments } from './modules/attachments/index.ts';
import { audit, auditResource } from './modules/audit/index.ts';
import { cases } from './modules/cases/index.ts';
import { caseOwner, catalogue, draftOwner } from './modules/catalogue/index.ts';
import { companies, companiesImport, companiesResource } from './modules/companies/index.ts';
import { config as configuration } from './modules/config/index.ts';
import { configTexts } from './modules/config-texts/index.ts';
import { type DeferredActionKinds, deferredActions } from './modules/deferred-actions/index.ts';
import { deferredRemoval, delegations, delegationsResource, REMOVAL } from './modules/delegations/index.ts';
import { departments, departmentsImport, departmentsResource } from './modules/departments/index.ts';
import { dimensions, dimensionValuesImport, dimensionValuesResource } from './modules/dimensions/index.ts';
import { doctor } from './modules/doctor/index.ts';
import { downloads } from './modules/downloads/index.ts';
import { dropdowns } from './modules/dropdowns/index.ts';
import { embed } from './modules/embed/index.ts';
import { formFragments } from './modules/form-fragments/index.ts';
import { forms, formsResource } from './modules/forms/index.ts';
import { groupMembersResource, groups, groupsImport, groupsResource } from './modules/groups/index.ts';
import { hr, hrResources } from './modules/hr/index.ts';
import { i18n } from './modules/i18n/index.ts';
import { type ImportSources, imports } from './modules/imports/index.ts';
import { issuers } from './modules/issuers/index.ts';
import { handOverRun, leaving } from './modules/leaving/index.ts';
import { live } from './modules/live/index.ts';
import { looks } from './modules/looks/index.ts';
import { CONFIRMATION, confirmationHandler, manualResources, manuals } from './modules/manuals/index.ts';
import { massAction, massActions } from './modules/mass-actions/index.ts';
import { menus } from './modules/menus/index.ts';
import { notifications } from './modules/notifications/index.ts';
import { organisationErasure } from './modules/organisation-erasure/index.ts';
import { organisationExport } from './modules/organisation-export/index.ts';
import { organisations, organisationsResource } from './modules/organisations/index.ts';
import { outbox } from './modules/outbox/index.ts';
import { people, peopleResource } from './modules/people/index.ts';
import { peopleImport, userSync } from './modules/people-import/index.ts';
import { processes } from './modules/processes/index.ts';
import { recordPage } from './modules/record-page/index.ts';
import { recordFile, records } from './modules/records/index.ts';
import { findRegistryFile, findRegistryResource, recordOwner, registries } from './modules/registries/index.ts';
import { findRegistryImport } from './modules/registry-import/index.ts';
import { requests, requestsResource, WITHDRAWAL, withdrawalHandler } from './modules/requests/index.ts';
import { rights } from './modules/rights/index.ts';
import { deferredRuns, type RunKind } from './modules/runs/index.ts';
import { scim } from './modules/scim/index.ts';
import { session } from './modules/session/index.ts';
import { setup } from './modules/setup/index.ts';
import { signInSettings } from './modules/sign-in-settings/index.ts';
import { signin } from './modules/signin/index.ts';
import { statusChangeRun, statusChanges } from './modules/status-changes/index.ts';
import { tags, tagsImport, tagsResource } from './modules/tags/index.ts';
import { taskMails } from './modules/task-mails/index.ts';
import { allTasksFile, COMPLETION, completionHandler, inboxFile, taskOwner, tasks } from './modules/tasks/index.ts';
import { tenants } from './modules/tenants/index.ts';
import { userErasure } from './modules/user-erasure/index.ts';
import { users } from './modules/users/index.ts';
import { uses } from './modules/uses/index.ts';
import { views } from './modules/views/index.ts';
import type { AppContext, ServerModule } from './platform/context.ts';
import { apiDocs } from './platform/http/api-docs.ts';
import { health } from './platform/http/health.ts';
import { createServer } from './platform/http/server.ts';
import { serveStatic } from './platform/http/static.ts';

/** Resources listed at /api/records/{resource}. */
export const RESOURCES = [
  ...manualResources,
  formsResource,
  groupsResource,
  groupMembersResource,
  peopleResource,
  delegationsResource,
  tagsResource,
  companiesResource,
  departmentsResource,
  dimensionValuesResource,
  auditResource,
  organisationsResource,
  requestsResource,
  ...hrResources,
];

/** Kinds of runs, which process many items as a job. */
export const RUN_KINDS: readonly RunKind[] = [massAction, handOverRun, statusChangeRun];

/** Resources that can be imported, and the registries of organisations. */
export const IMPORTS: ImportSources = {
  resources: [peopleImport, departmentsImport, companiesImport, dimensionValuesImport, tagsImport, groupsImport],
  find: findRegistryImport,
};

/** Modules of the API, each a folder in modules/. */
const MODULES: readonly ServerModule[] = [
  setup,
  signin,
  signInSettings,
  session,
  users,
  people,
  leaving,
  userErasure,
  delegations,
  tenants,
  issuers,
  organisations,
  organisationErasure,
  organisationExport,
  menus,
  i18n,
  configTexts,
  audit,
  alerts,
  looks,
  embed,
  doctor,
  departments,
  companies,
  groups,
  tags,
  dimensions,
  dropdowns,
  records(RESOURCES, findRegistryResource),
  imports(IMPORTS),
  userSync,
  registries(RESOURCES),
  statusChanges,
  recordPage,
  uses,
  rights,
  formFragments,
  forms,
  processes,
  catalogue,
  cases,
  configuration,
  tasks,
  requests,
  hr,
  manuals,
  views(findRegistryResource),
  massActions,
  taskMails,
  notifications,
  attachments({ task: taskOwner, record: recordOwner, draft: draftOwner, instance: caseOwner }),
  live,
  outbox,
  scim,
];

/** Lists that can be downloaded as a file. */
export const LISTS = [allTasksFile, inboxFile, ...RESOURCES.map(recordFile)];

/** Deferred actions, which can be undone for a few seconds, by the kind they are stored under. */
export function deferredActionKinds({ db, config }: Pick<AppContext, 'db' | 'config'>): DeferredActionKinds {
  return {
    [REMOVAL]: deferredRemoval({ db, publicUrl: config.publicUrl }),
    [COMPLETION]: completionHandler({ db }),
    ...deferredRuns(RUN_KINDS),
    [CONFIRMATION]: confirmationHandler,
    [WITHDRAWAL]: withdrawalHandler({ db }),
  };
}

/** Builds the whole server, without listening. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const app = await createServer(context);
  health(app, context);
  for (const module of MODULES) await module(app, context);
  await deferredActions(deferredActionKinds(context))(app, context);
  await downloads(LISTS, findRegistryFile)(app, context);
  apiDocs(app);
  await serveStatic(app, context);
  return app;
}

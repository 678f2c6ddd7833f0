import type { ServerModule } from '../../platform/context.ts';
import { organisationRoutes } from './organisations.routes.ts';

export { organisationsResource } from './organisations.resource.ts';
export { type AdministeredTenant, administered, asSystem, auditProvider, inSignin, inTenant } from './provider.ts';
export { auditOrganisation } from './suspend.ts';

/** Organisations and their profiles. */
export const organisations: ServerModule = organisationRoutes;

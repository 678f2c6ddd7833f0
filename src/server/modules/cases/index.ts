import type { ServerModule } from '../../platform/context.ts';
import { caseTypeRoutes } from './case-types.routes.ts';

export { addCaseRecord, initialOf, registryOfKind } from './case-start.ts';
export { mayStartKind } from './case-types.rules.ts';
export { type CaseTypeRow, readCaseTypes, usesOfCaseType } from './case-types.store.ts';
export { massFieldsOf } from './mass-fields.ts';
export { isOffered, offeredKind } from './offered.rules.ts';
export { readOfferOf, readOffers } from './offered.store.ts';

/** Kinds of case: which process, form, registry and numbers a case has: /api/caseconfiguration (PRV-04). */
export const cases: ServerModule = (app, context) => {
  caseTypeRoutes(app, context);
};

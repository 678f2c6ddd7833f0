import type { ServerModule } from '../../platform/context.ts';
import { checkRoutes } from './forms.check.ts';
import { routes } from './forms.routes.ts';

export { formsResource } from './forms.resource.ts';
export { assertStorable } from './forms.rules.ts';
export { publishedIds, usesOf as usesOfStoredForm } from './forms.store.ts';
export { formVersion, publishedForm, publishedNumber, saveAndPublishForm } from './forms.versions.ts';

/** Forms: definitions with their versions. A task keeps the version it was created with. */
export const forms: ServerModule = (app, context) => {
  routes(app, context);
  checkRoutes(app, context);
};

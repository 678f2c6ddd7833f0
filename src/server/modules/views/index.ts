import type { ViewResource } from '../../../shared/contracts/views.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import type { ViewReader } from '../../platform/http/serve.ts';
import type { FindRegistryResource } from '../records/index.ts';
import { viewableOf } from './views.resources.ts';
import { findView, routes } from './views.routes.ts';
import { queryOf } from './views.rules.ts';
import { noteUse } from './views.store.ts';

export { usesOfView } from './views.store.ts';

/** Saved views of lists: /api/views. */
export const views =
  (findRegistryResource: FindRegistryResource): ServerModule =>
  (app, context) =>
    routes(app, context, viewableOf(findRegistryResource));

/** Allows a list to be requested by a saved view: `serve(app, context, listTasks, handler, { view: viewsOf('tasks') })`. */
export function viewsOf(resource: ViewResource): ViewReader {
  return async (call, name) => {
    const view = await findView(call, name, resource);
    await noteUse(call.tx, view, call.now);
    return queryOf(view.definition);
  };
}

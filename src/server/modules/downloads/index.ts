import type { ServerModule } from '../../platform/context.ts';
import { routes } from './downloads.routes.ts';
import type { ListFinder, ListSource } from './source.ts';

export { BYTE_ORDER_MARK, type Cell, csvLine, momentWriter } from '../../platform/content/csv.ts';
export { asFile } from './as-file.ts';
export { refuseDownload } from './refuse.ts';
export type { FileRequest, ListFinder, ListSource } from './source.ts';

/** Lists as files, at single-use addresses. The lists are registered in app.ts; `find` finds those that organisations define. */
export const downloads =
  (sources: readonly ListSource[], find: ListFinder): ServerModule =>
  (app, context) => {
    routes(app, context, sources, find);
  };

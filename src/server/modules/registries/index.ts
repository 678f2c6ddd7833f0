import type { ServerModule } from '../../platform/context.ts';
import { routes } from './registries.routes.ts';
import { settingsRoutes } from './settings.routes.ts';

export { announceRecords, changeStatus } from './change-record.ts';
export { handleIndexing, indexNext } from './indexing.jobs.ts';
export {
  ensureSeries,
  linkSeries,
  nextNumber,
  nextNumbers,
  removeSeries,
  usesOfSeries,
  writeNumberSeries,
} from './numbers.store.ts';
export { cellOf } from './own-cells.ts';
export { textsOf } from './own-texts.ts';
export { giveRegistries, productRegistries } from './product-registries.ts';
export { recordOwner } from './record-files.ts';
export {
  insertRecord,
  insertRecords,
  type RecordRow,
  readRecords,
  readVersions,
  setRemoved,
  updateRecords,
} from './records.store.ts';
export { registryMessages } from './registries.messages.ts';
export { findRegistryFile, findRegistryResource } from './registries.resource.ts';
export { insertRegistry } from './registries.store.ts';
export { usesOfRegistry } from './registry-uses.query.ts';
export { handleRecordRetention } from './retention.jobs.ts';
export { judgeValues, titleOf as titleOfRecord } from './submission.ts';
export { formOf, readersOf, recordOf, type VersionOfForm, visibleRegistry, writableRegistry } from './visible.ts';

/**
 * Single records of registries with their forms: /api/records/{resource}/{recordId}, and the settings of registries. Lists are in
 * `records`. No registry has the name of another resource.
 */
export const registries =
  (resources: readonly { readonly name: string }[]): ServerModule =>
  (app, context) => {
    routes(app, context);
    settingsRoutes(app, context, new Set([...resources.map(({ name }) => name), 'cases']));
  };

import type { AppContext, ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { ImportSources } from './import-resource.ts';
import { importRoutes } from './imports.routes.ts';
import { workAsJob } from './run.jobs.ts';
import { IMPORT_JOB, requeueAbandoned } from './run.store.ts';

export {
  bodyFaults,
  CHANGED,
  chooseEntry,
  faultsOfError,
  listColumns,
  type Names,
  namesOf,
  statusCells,
  writeEach,
} from './cells.ts';
export type {
  CheckedRow,
  CurrentEntry,
  EntryChange,
  EntryRow,
  ImportCall,
  ImportChoice,
  ImportColumn,
  ImportResource,
  ImportSources,
  ImportValue,
  ImportValues,
  WrittenRow,
} from './import-resource.ts';
export { toFault } from './imports.routes.ts';
export { workOnImport } from './run.jobs.ts';
export { assertMayChangeAdministrators } from './store-plan.ts';
export { readSyncSession } from './sync-session.ts';
export { synchronise } from './synchronise.ts';

/** Time for which one job works on an import before others have a turn. */
const SLICE_MS = 20_000;
const CHECK_MS = 2000;

/** Imports with a dry run: /api/records/{resource}/import and /api/imports. Resources are registered in app.ts. */
export const imports =
  (sources: ImportSources): ServerModule =>
  (app, context) =>
    importRoutes(app, context, sources);

/** Registers the job that writes imports, and the loop that continues those of a server that died. */
export function handleImports(jobs: Pick<Jobs, 'handle' | 'every'>, context: AppContext, sources: ImportSources): void {
  jobs.handle(IMPORT_JOB, (data, { tenantId, signal }) =>
    workAsJob(context, sources, tenantId, String(data.id), { milliseconds: SLICE_MS, signal }),
  );
  jobs.every(CHECK_MS, 'abandoned imports', () => requeueAbandoned(context.db));
}

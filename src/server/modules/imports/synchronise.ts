import type { ImportOptions } from '../../../shared/contracts/imports.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { AnyImportResource } from './import-resource.ts';
import * as store from './imports.store.ts';
import type { RawRow } from './plan.ts';
import { workOnImport } from './run.jobs.ts';
import { queueImport } from './run.store.ts';
import { assertConfirmed, storePlan } from './store-plan.ts';

/** The request waits for this time; what is not written by then continues as a job. */
const WAIT_MS = 20_000;
const REFUSED_MAX = 1000;

export interface Synchronisation {
  readonly rows: readonly RawRow[];
  readonly options: ImportOptions;
  readonly language: string;
  readonly isDryRun: boolean;
  readonly confirmDisabled: number | undefined;
  /** Name of the trusted server that asks, for the audit log. */
  readonly client: string | undefined;
  /** Throws unless the plan may be executed. */
  readonly assertMayRun?: (plan: store.RunRow, now: Date) => void;
}

/** Plans rows of another system and writes them at once; returns the run and its refused rows. */
export async function synchronise(
  context: AppContext,
  session: CallerSession,
  resource: AnyImportResource,
  { rows, options, language, isDryRun, confirmDisabled, client, assertMayRun }: Synchronisation,
): Promise<{ readonly run: store.RunRow; readonly refused: readonly store.ItemRow[] }> {
  const { db, clock } = context;
  const { tenantId } = session;
  const userId = session.userId || null;
  const id = await db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const caller = { tx, session, context, now: clock(), language };
    const planned = await storePlan(caller, resource, rows, options, true, client);
    if (isDryRun) return planned;
    const run = (await store.readRun(tx, planned))!;
    assertMayRun?.(run, clock());
    assertConfirmed(run, confirmDisabled);
    await store.beginPlan(tx, planned, userId);
    return planned;
  });
  if (!isDryRun) {
    // Without a job: if this server dies, the loop for abandoned imports continues.
    const outcome = await workOnImport(context, { resources: [resource], find: async () => undefined }, tenantId, id, {
      milliseconds: WAIT_MS,
    });
    if (outcome === 'unfinished') await db.tenantTransaction({ tenantId, userId }, (tx) => queueImport(tx, id));
  }
  return db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const run = await store.readRun(tx, id);
    if (!run) throw new AppError('import.not_found');
    return { run, refused: await store.readItems(tx, id, { verb: 'refuse', limit: REFUSED_MAX }) };
  });
}

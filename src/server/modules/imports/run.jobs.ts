import type { FieldError } from '../../../shared/contracts/errors.ts';
import { readCaller } from '../../platform/auth/memberships.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseError, DatabaseUnavailableError } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { lockReferences } from '../../platform/reference-lock.ts';
import type { CallerSession } from '../../platform/session.ts';
import { findImport } from './find-import.ts';
import type { AnyImportResource, EntryChange, ImportCall, ImportSources, WrittenRow } from './import-resource.ts';
import {
  endRun,
  type ItemResult,
  type ItemRow,
  lockRun,
  type RunRow,
  readLeft,
  readRun,
  settleItems,
} from './imports.store.ts';
import { planRows } from './plan.ts';
import { announce, queueImport } from './run.store.ts';
import { readSyncSession } from './sync-session.ts';
import { changedFields, isSameValues } from './values.rules.ts';

/** Rows written in one transaction. */
const BATCH_ROWS = 500;
const ATTEMPTS = 3;
const CHANGED: FieldError = { pointer: '', code: 'import.changed_meanwhile' };

export interface WorkLimit {
  readonly milliseconds: number;
  readonly signal?: AbortSignal;
}

/**
 * Writes the remaining rows of a run in batches, each in a transaction with its results. Every row is therefore written
 * once, however many servers work on the run and whenever one is killed. Returns `unfinished` when the time is over first.
 */
export async function workOnImport(
  context: AppContext,
  sources: ImportSources,
  tenantId: number,
  id: string,
  limit: WorkLimit,
): Promise<'finished' | 'unfinished'> {
  const { db, clock } = context;
  const end = performance.now() + limit.milliseconds;
  const run = await db.tenantTransaction({ tenantId, userId: null }, (tx) => readRun(tx, id));
  if (!run || (run.state !== 'queued' && run.state !== 'running')) return 'finished';
  const caller = await sessionOf(context, tenantId, run);
  const resource = caller && (await resourceOf(context, sources, caller, run));
  if (!resource || !caller) {
    await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
      await endRun(tx, id, 'stopped', clock());
      await announce(tx, { ...run, state: 'stopped' });
    });
    return 'finished';
  }
  for (;;) {
    if (performance.now() > end || limit.signal?.aborted) return 'unfinished';
    const outcome = await writeBatch(context, resource, caller, run);
    if (outcome !== 'more') return 'finished';
  }
}

/** Handles one job: a slice of the run, and another job for the rest, so that a long run does not block others. */
export async function workAsJob(
  context: AppContext,
  sources: ImportSources,
  tenantId: number,
  id: string,
  limit: WorkLimit,
): Promise<void> {
  if ((await workOnImport(context, sources, tenantId, id, limit)) === 'finished') return;
  await context.db.tenantTransaction({ tenantId, userId: null }, (tx) => queueImport(tx, id));
}

/** Finds what is imported; undefined when the user may not import it any more. */
async function resourceOf(
  context: AppContext,
  sources: ImportSources,
  session: CallerSession,
  { resource, run_by: userId }: RunRow,
): Promise<AnyImportResource | undefined> {
  try {
    return await context.db.tenantTransaction({ tenantId: session.tenantId, userId }, (tx) =>
      findImport(sources, { tx, session, context }, resource),
    );
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

/** Returns the user who started the run, with today's rights; undefined when the account is not active any more. */
async function sessionOf(
  { db }: AppContext,
  tenantId: number,
  { run_by: userId, options }: RunRow,
): Promise<CallerSession | undefined> {
  if (userId === null) return options.isSync ? readSyncSession(db, tenantId) : undefined;
  try {
    return await readCaller(db, {
      tenantId,
      userId,
      slug: '',
      name: '',
      status: 'active',
      revokedBefore: null,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'session.revoked') return undefined;
    throw error;
  }
}

/** Writes one batch; after a failure its rows one by one, so that one row refuses itself alone. */
async function writeBatch(
  context: AppContext,
  resource: AnyImportResource,
  session: CallerSession,
  run: RunRow,
): Promise<'more' | 'ended'> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeRows(context, resource, session, run, attempt === 1 ? BATCH_ROWS : 1);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      if (attempt < ATTEMPTS) continue;
      context.log.error({ err: error, run: run.id }, 'writing a row of an import failed');
      const fault = faultOf(error);
      return writeRows(context, resource, session, run, 1, fault);
    }
  }
}

function faultOf(error: unknown): FieldError {
  if (error instanceof AppError)
    return error.extra.errors?.[0] ?? { pointer: '', code: error.code, params: error.params };
  // Another entry refers to it, or has taken its name.
  const isConflict = error instanceof DatabaseError && error.code.startsWith('23');
  return isConflict ? CHANGED : { pointer: '', code: 'server.error' };
}

async function writeRows(
  context: AppContext,
  resource: AnyImportResource,
  session: CallerSession,
  run: RunRow,
  most: number,
  refusal?: FieldError,
): Promise<'more' | 'ended'> {
  const { db, clock } = context;
  const { tenantId } = session;
  const now = clock();
  const after: (() => void)[] = [];
  const scope = { tenantId, userId: run.run_by, requestId: `import-${run.id}`, via: viaOf(run) };
  const outcome = await db.tenantTransaction(scope, async (tx) => {
    // Records are data: nothing that an organisation configures refers to them.
    if (resource.scope !== 'records') await lockReferences(tx, run.mode === 'undo' ? 'removes' : 'adds');
    if (!(await lockRun(tx, run.id))) return 'ended';
    const items = await readLeft(tx, run.id, most);
    if (items.length === 0) {
      await endRun(tx, run.id, 'done', now);
      await announce(tx, (await readRun(tx, run.id))!);
      return 'ended';
    }
    const { options } = run;
    const caller = { ...session, languageId: options.language };
    const call: ImportCall = {
      tx,
      session: caller,
      context,
      now,
      options,
      isWriting: true,
      isSync: options.isSync,
      afterwards: (work) => after.push(work),
    };
    const results = refusal
      ? items.map(({ row }) => ({ row, id: null, version: null, faults: [refusal] }))
      : await resultsOf(call, resource, run, items);
    await settleItems(tx, run.id, items, results, now);
    await announce(tx, (await readRun(tx, run.id))!);
    return 'more';
  });
  for (const work of after) work();
  return outcome as 'more' | 'ended';
}

/** Through what the changes of a run come, for the audit log. */
function viaOf({ mode, options: { isSync, client, element } }: RunRow): string {
  if (element !== undefined && mode === 'run') return element;
  // An administrator undoes what a server has synchronised.
  if (!isSync || mode === 'undo') return 'import';
  return client === undefined ? 'sync' : `sync: ${client}`;
}

/** Compares each row with its plan, and writes those that are still the same. */
async function resultsOf(
  call: ImportCall,
  resource: AnyImportResource,
  run: RunRow,
  items: readonly ItemRow[],
): Promise<ItemResult[]> {
  const ready =
    run.mode === 'undo' ? await undoable(call, resource, items) : await stillPlanned(call, resource, run, items);
  const changes = ready.filter((one): one is EntryChange => 'verb' in one);
  const written = changes.length === 0 ? [] : await resource.write(call, changes);
  let next = 0;
  return items.map(({ row }, index) => {
    const one = ready[index]!;
    const result: WrittenRow = 'verb' in one ? written[next++]! : one;
    return 'fault' in result
      ? { row, id: null, version: null, faults: [result.fault] }
      : { row, id: result.id, version: result.version, faults: null };
  });
}

type Ready = EntryChange | { readonly fault: FieldError };

async function stillPlanned(
  call: ImportCall,
  resource: AnyImportResource,
  run: RunRow,
  items: readonly ItemRow[],
): Promise<Ready[]> {
  const rows = items.map(({ row, key, cells }) => {
    return { row, key, cells, ...(row > run.options.lastRow ? { isMissing: true as const } : {}) };
  });
  const plans = await planRows(call, resource, rows);
  return plans.map((plan, index): Ready => {
    const item = items[index]!;
    const isSameEntry = (plan.current?.id ?? null) === item.subject_id;
    const isUntouched =
      (plan.current?.version ?? null) === item.version_before && isSameValues(plan.before, item.before);
    if (!isSameEntry || !isUntouched) return { fault: CHANGED };
    if (plan.verb === 'refuse') return { fault: plan.faults[0]! };
    if (plan.verb !== item.verb || !isSameValues(plan.after, item.after)) return { fault: CHANGED };
    return { verb: plan.verb === 'add' ? 'add' : 'change', current: plan.current, values: plan.after! };
  });
}

async function undoable(call: ImportCall, resource: AnyImportResource, items: readonly ItemRow[]): Promise<Ready[]> {
  const found = await resource.findByIds(
    call,
    items.map(({ subject_id: id }) => id!),
  );
  const byId = new Map(found.map((one) => [one.id, one]));
  return items.map((item): Ready => {
    const current = byId.get(item.subject_id!);
    const isUntouched =
      current !== undefined &&
      current.version === item.version_before &&
      changedFields(current.values, item.before!).length === 0;
    if (!isUntouched) return { fault: CHANGED };
    return { verb: item.verb === 'remove' ? 'remove' : 'change', current, values: item.after ?? {} };
  });
}

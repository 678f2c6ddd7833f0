import { sql } from 'kysely';
import type { ErrorCode, ErrorParams } from '../../../shared/contracts/errors.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseError, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { callWithin, type OuterCall } from '../../platform/http/call-within.ts';
import { type CompileResult, compileInThread } from '../processes/index.ts';
import { fileNameOf } from './archive.rules.ts';
import { faultsOf, pointerOf } from './archive-reader.ts';
import { byCodeUnit } from './canonical.rules.ts';
import type { StoredFault } from './changes.store.ts';
import type { ConfigKind, ConfigObject, ConfigRun } from './kind.ts';
import { CONFIG_KINDS } from './kinds/index.ts';
import type { Content } from './plan.rules.ts';

/** What becomes of an object; null: it is removed. */
export interface Target {
  readonly kind: string;
  readonly key: string;
  readonly content: Content;
}

const USES_SHOWN = 50;
/** Maximum time for the models of one file; those of 50 large processes take 10 s. */
const COMPILE_MS = 60_000;

/** Compiles the models that processes will have, before a transaction is opened. */
export async function compileModels(
  { elapsed }: Pick<AppContext, 'elapsed'>,
  tenantId: number,
  targets: readonly Pick<Target, 'content'>[],
): Promise<Map<string, CompileResult>> {
  const compiled = new Map<string, CompileResult>();
  const end = elapsed() + COMPILE_MS;
  for (const { content } of targets) {
    const model = content?.bpmn;
    if (elapsed() > end) throw new AppError('content.too_complex');
    if (typeof model === 'string' && !compiled.has(model)) compiled.set(model, await compileInThread(tenantId, model));
  }
  return compiled;
}

function runOf(call: OuterCall, compiled: ReadonlyMap<string, CompileResult>): ConfigRun {
  // Caches of versions belong to a database handle; a copy has caches of its own.
  const context = Object.create(call.context, { db: { value: Object.create(call.context.db) } });
  const { session, now } = call;
  return {
    ...{ tx: call.tx, session, now, context, compiled },
    call: (endpoint, sent) => callWithin(call, context, endpoint, sent),
  };
}

/** Locks the objects that exist, so that no page changes one between the check of the plan and the end of the transaction. */
export async function lockObjects(tx: Tx): Promise<void> {
  for (const { tables } of CONFIG_KINDS) {
    await sql`SELECT count(*) FROM (SELECT 1 FROM ${sql.table(tables[0]!)} FOR NO KEY UPDATE) locked`.execute(tx);
  }
}

interface Work {
  readonly kind: ConfigKind;
  readonly key: string;
  readonly do: (run: ConfigRun) => Promise<unknown>;
}

/** Returns what is to be written in the order of the kinds, and then what is to be removed in the opposite order. */
function workOf(targets: readonly Target[], run: ConfigRun): Work[] {
  const written: Work[] = [];
  const removed: Work[] = [];
  for (const kind of CONFIG_KINDS) {
    const own = targets.filter((target) => target.kind === kind.id).sort((a, b) => byCodeUnit(a.key, b.key));
    const present = own.filter((one): one is Target & ConfigObject => one.content !== null);
    const ordered = kind.inOrder?.(present, run) ?? present;
    for (const { key, content } of ordered) {
      written.push({ kind, key, do: (inner) => kind.write(inner, { ...kind.defaults, ...content }, key) });
    }
    for (const { key, content } of own)
      if (content === null) removed.push({ kind, key, do: (inner) => kind.remove(inner, key) });
  }
  return [...written, ...removed.reverse()];
}

/** Writes and removes objects. The first refusal throws config.invalid. */
export async function applyTargets(
  call: OuterCall,
  targets: readonly Target[],
  compiled: ReadonlyMap<string, CompileResult>,
): Promise<void> {
  const run = runOf(call, compiled);
  for (const work of workOf(targets, run)) {
    try {
      await work.do(run);
    } catch (error) {
      const faults = refusalOf(error, work);
      const errors = faults.map(({ pointer, code, params }) => ({
        pointer,
        code: code as ErrorCode,
        params: params as ErrorParams,
      }));
      throw new AppError('config.invalid', { count: errors.length }, { errors });
    }
  }
}

/**
 * Writes and removes objects, reads what came of it, and takes all of it back. Returns what was refused. Most files have no
 * faults, so the objects have savepoints of their own only after one was refused: two statements less for each object.
 */
export async function rehearseTargets<T>(
  call: OuterCall,
  targets: readonly Target[],
  compiled: ReadonlyMap<string, CompileResult>,
  read: (tx: Tx) => Promise<T>,
): Promise<{ readonly faults: StoredFault[]; readonly outcome: T }> {
  return takingBack(call.tx, REHEARSAL, async () => {
    const faults = (await isRefused(call, targets, compiled)) ? await refusalsOf(call, targets, compiled) : [];
    return { faults, outcome: await read(call.tx) };
  });
}

const REHEARSAL = 'rehearsal';

/** Writes and removes everything, and returns false; takes it back and returns true after a refusal. */
async function isRefused(
  call: OuterCall,
  targets: readonly Target[],
  compiled: ReadonlyMap<string, CompileResult>,
): Promise<boolean> {
  const run = runOf(call, compiled);
  for (const work of workOf(targets, run)) {
    try {
      await work.do(run);
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT ${sql.id(REHEARSAL)}`.execute(call.tx);
      refusalOf(error, work);
      return true;
    }
  }
  return false;
}

/** Writes and removes each object in a savepoint, and returns every refusal. */
async function refusalsOf(
  call: OuterCall,
  targets: readonly Target[],
  compiled: ReadonlyMap<string, CompileResult>,
): Promise<StoredFault[]> {
  const faults: StoredFault[] = [];
  const run = runOf(call, compiled);
  for (const work of workOf(targets, run)) {
    await sql`SAVEPOINT object`.execute(call.tx);
    try {
      await work.do(run);
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT object`.execute(call.tx);
      faults.push(...refusalOf(error, work));
    }
    await sql`RELEASE SAVEPOINT object`.execute(call.tx);
  }
  return faults;
}

/** Takes back what was written, whatever happens. Operations open savepoints of their own, which those of the query builder do not allow. */
async function takingBack<T>(tx: Tx, name: string, work: () => Promise<T>): Promise<T> {
  const savepoint = sql.id(name);
  await sql`SAVEPOINT ${savepoint}`.execute(tx);
  try {
    return await work();
  } finally {
    await sql`ROLLBACK TO SAVEPOINT ${savepoint}`.execute(tx);
    await sql`RELEASE SAVEPOINT ${savepoint}`.execute(tx);
  }
}

/** Returns why an object was refused. Throws what is no refusal. */
function refusalOf(error: unknown, { kind, key }: Work): StoredFault[] {
  const refused = error instanceof DatabaseError && isOfContent(error) ? new AppError('config.not_written') : error;
  if (!(refused instanceof AppError) || refused.status >= 500) throw error;
  const path = pointerOf(`${kind.id}/${fileNameOf(key)}`);
  const { usedBy, problems } = refused.extra as {
    usedBy?: StoredFault['usedBy'];
    problems?: readonly { readonly detail?: string; readonly code: string; readonly element: string }[];
  };
  const named = { kind: kind.id, key };
  if (problems) {
    return problems.map(({ detail, code, element }) => ({
      ...named,
      pointer: element ? `${path}/${element}` : path,
      code: refused.code,
      params: { detail: detail ?? code },
    }));
  }
  return faultsOf(refused, '').map(({ pointer, code, params = {} }) => ({
    ...named,
    pointer: `${path}${inFile(kind, pointer)}`,
    code,
    params,
    ...(usedBy && { usedBy: usedBy.slice(0, USES_SHOWN).map(({ kind, id, title }) => ({ kind, id, title })) }),
  }));
}

/** Constraints that the operations of the pages leave to the database. */
const isOfContent = ({ code }: DatabaseError): boolean => /^(22|23)/.test(code ?? '');

/** Returns the pointer with the names of the file instead of those of the operation. */
function inFile({ apiNames = {} }: ConfigKind, pointer: string): string {
  for (const [name, own] of Object.entries(apiNames)) {
    if (pointer === `/${name}` || pointer.startsWith(`/${name}/`)) return `/${own}${pointer.slice(name.length + 1)}`;
  }
  return pointer;
}

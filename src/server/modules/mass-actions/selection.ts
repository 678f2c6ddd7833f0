import type { FastifyRequest } from 'fastify';
import { MASS_MAX } from '../../../shared/contracts/constants.ts';
import type { MassAction, MassActionBody } from '../../../shared/contracts/mass-actions.contract.ts';
import { taskListFields } from '../../../shared/contracts/tasks.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { overView, parseList, viewOf } from '../../platform/filters.ts';
import { languageOf } from '../../platform/http/problems.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import { deferAction } from '../deferred-actions/index.ts';
import { readKinds, readOwnTasks } from '../inbox/index.ts';
import {
  insertRun,
  type Labels,
  MASS_RUN,
  type NewItem,
  type RunRow,
  readItems,
  readRun,
  toMassAction,
} from '../runs/runs.store.ts';
import { queueRun, tellProgress } from '../runs/work.store.ts';
import { readMatching, viewerOf } from '../tasks/index.ts';
import { viewsOf } from '../views/index.ts';
import { describe } from './kinds.ts';
import { type Kind, kindOf, type Selection } from './mass-actions.rules.ts';

/** A call with its request. */
type StartCall = Caller & { readonly request: FastifyRequest };

interface Chosen {
  readonly items: readonly NewItem[];
  readonly kind: Kind | null;
  /** The earlier run with these tasks; without it they are looked up. */
  readonly from?: RunRow;
}

/** Stores a run and queues it, or defers it by so many seconds. Throws `mass.*` for an invalid request. */
export async function startRun(
  call: StartCall,
  selection: Selection,
  action: MassActionBody | undefined,
  mode: 'dry' | 'run',
  undoSeconds: number,
): Promise<MassAction> {
  const chosen = await choose(call, selection);
  if (chosen.items.length === 0) throw new AppError('mass.empty');
  if (chosen.items.length > MASS_MAX) throw new AppError('mass.too_many', { max: MASS_MAX });
  const wanted = action ?? chosen.from!.action;
  const labels = chosen.from?.labels ?? (await labelsOf(call, chosen.kind, wanted));
  return write(call, { ...chosen, selection, action: wanted, labels, mode, retryOf: null }, undoSeconds);
}

/** Starts a new run with the failed and skipped tasks of an earlier one. */
export async function retryRun(call: Caller, run: RunRow, undoSeconds: number): Promise<MassAction> {
  const items = run.state === 'done' || run.state === 'stopped' ? await itemsOf(call, run, ['failed', 'skipped']) : [];
  if (items.length === 0) throw new AppError('mass.nothing_failed');
  const { action, labels, id } = run;
  const again = {
    items,
    kind: kindOfRun(run),
    selection: { retry: id },
    action,
    labels,
    mode: 'run',
    retryOf: id,
  } as const;
  return write(call, again, undoSeconds);
}

interface Wanted extends Chosen {
  readonly selection: Selection | { readonly retry: string };
  readonly action: MassActionBody;
  readonly labels: Labels;
  readonly mode: 'dry' | 'run';
  readonly retryOf: string | null;
}

async function write(call: Caller, wanted: Wanted, undoSeconds: number): Promise<MassAction> {
  const { tx, now } = call;
  const isHeld = wanted.mode === 'run' && undoSeconds > 0;
  const id = await insertRun(tx, { ...wanted, state: isHeld ? 'held' : 'queued', now });
  if (isHeld) {
    await deferAction(tx, { kind: MASS_RUN, subjectId: id, until: new Date(now.getTime() + undoSeconds * 1000) });
    await tellProgress(tx, id);
  } else await queueRun(tx, id);
  return toMassAction((await readRun(tx, id))!);
}

async function choose(call: Caller, selection: Selection): Promise<Chosen> {
  if ('checked' in selection) return chooseChecked(call, selection.checked);
  if ('filter' in selection) return chooseMatching(call, selection.filter);
  const { taskIds } = selection;
  if (taskIds.length > MASS_MAX) throw new AppError('mass.too_many', { max: MASS_MAX });
  const own = await readOwnTasks(call.tx, viewerOf(call), taskIds);
  const known = new Map(own.map((task) => [task.id, task]));
  const items = taskIds.map((taskId) => ({
    taskId,
    name: known.get(taskId)?.name ?? null,
    businessKey: known.get(taskId)?.business_key ?? null,
  }));
  return { items, kind: kindOf(own) };
}

async function chooseMatching(
  call: Caller,
  { processKey, taskKey, query = '' }: { processKey: string; taskKey: string; query?: string },
): Promise<Chosen> {
  const asking = { timeZone: call.session.timeZone, now: call.now, userId: call.session.userId };
  const view = viewOf(query);
  const asked = view === undefined ? query : overView(await viewsOf('tasks')(call, view), query);
  const list = ofKind(parseList(asked, taskListFields, asking), processKey, taskKey);
  const { after: _after, before: _before, ...all } = list;
  const { rows, isMore } = await readMatching(call.tx, viewerOf(call), all as ListQuery, MASS_MAX);
  if (isMore) throw new AppError('mass.too_many', { max: MASS_MAX });
  const items = rows.map((row) => ({ taskId: row.id, name: row.name, businessKey: row.business_key }));
  return { items, kind: { processKey, taskKey } };
}

/** Returns the tasks that passed a dry run of the caller. */
async function chooseChecked(call: Caller, id: string): Promise<Chosen> {
  const from = await readRun(call.tx, id);
  if (!from || from.user_id !== call.session.userId || from.mode !== 'dry') throw new AppError('mass.not_found');
  return { items: await itemsOf(call, from, ['done']), kind: kindOfRun(from), from };
}

async function itemsOf(
  call: Caller,
  run: RunRow,
  states: readonly ('done' | 'failed' | 'skipped')[],
): Promise<NewItem[]> {
  const rows = await readItems(call.tx, run.id, { states, limit: MASS_MAX });
  return rows.map((row) => ({ taskId: row.task_id, name: row.name, businessKey: row.business_key }));
}

function kindOfRun({ process_key: processKey, node_id: taskKey }: RunRow): Kind | null {
  return processKey === null || taskKey === null ? null : { processKey, taskKey };
}

/** Adds the two conditions of a kind to the caller's list query. */
export function ofKind(list: ListQuery, processKey: string, taskKey: string): ListQuery {
  const isOf = (field: string, value: string) => ({ field, type: 'key', test: 'eq', value }) as const;
  return { ...list, conditions: [...list.conditions, isOf('process', processKey), isOf('taskKey', taskKey)] };
}

async function labelsOf(call: StartCall, kind: Kind | null, action: MassActionBody): Promise<Labels> {
  const language = languageOf(call.request);
  if (!kind) return { language };
  const { kinds } = await readKinds(call.tx, viewerOf(call));
  const found = kinds.find((one) => one.process_key === kind.processKey && one.node_id === kind.taskKey);
  if (!found) return { language };
  const { processName, taskName, outcomes } = await describe(call, found);
  const outcome =
    outcomes.find(({ id }) => id === action.outcome) ?? (action.outcome === undefined ? outcomes[0] : undefined);
  return { language, process: processName, task: taskName, ...(outcome ? { outcome: outcome.label } : {}) };
}

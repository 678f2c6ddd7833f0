import type { FastifyRequest } from 'fastify';
import { MASS_MAX } from '../../../shared/contracts/constants.ts';
import type { MassActionBody } from '../../../shared/contracts/mass-actions.contract.ts';
import { taskListFields } from '../../../shared/contracts/tasks.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { mergeView, parseList, viewOf } from '../../platform/filters.ts';
import { languageOf } from '../../platform/http/problems.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import { readKinds, readOwnTasks } from '../inbox/index.ts';
import { type NewItem, type NewRun, passedDryRun, processOf, type RunProcess, type RunRow } from '../runs/index.ts';
import { readMatching, stepsToFilter, viewerOf } from '../tasks/index.ts';
import { viewsOf } from '../views/index.ts';
import { describe } from './kinds.ts';
import { actionOf, type MassLabels, massAction } from './mass-action.kind.ts';
import { kindOf, type Selection } from './mass-actions.rules.ts';

/** A call with its request. */
type StartCall = Caller & { readonly request: FastifyRequest };

interface Selected {
  readonly items: readonly NewItem[];
  readonly process: RunProcess | null;
  /** The dry run that these tasks passed. */
  readonly from?: RunRow;
}

/** Returns the run that a request asks for. Throws `mass.*` when its tasks cannot be one. */
export async function newRun(
  call: StartCall,
  selection: Selection,
  action: MassActionBody | undefined,
  mode: 'dry' | 'run',
): Promise<NewRun> {
  const { items, process, from } = await select(call, selection);
  if (items.length === 0) throw new AppError('mass.empty');
  if (items.length > MASS_MAX) throw new AppError('mass.too_many', { max: MASS_MAX });
  const request = action ?? actionOf(from!);
  const labels = from?.labels ?? { ...(await labelsOf(call, process, request)) };
  return { mode, process, selection, request, labels, items, retryOf: null };
}

async function select(call: StartCall, selection: Selection): Promise<Selected> {
  if ('checked' in selection) return selectPassed(call, selection.checked);
  if ('filter' in selection) return selectMatching(call, selection.filter);
  const { taskIds } = selection;
  if (taskIds.length > MASS_MAX) throw new AppError('mass.too_many', { max: MASS_MAX });
  const own = await readOwnTasks(call.tx, viewerOf(call), taskIds);
  const known = new Map(own.map((task) => [task.id, task]));
  const items = taskIds.map((taskId) => ({
    id: taskId,
    name: known.get(taskId)?.name ?? null,
    businessKey: known.get(taskId)?.business_key ?? null,
  }));
  return { items, process: kindOf(own) };
}

async function selectMatching(
  call: StartCall,
  { processKey, taskKey, query = '' }: { processKey: string; taskKey: string; query?: string },
): Promise<Selected> {
  const asking = { timeZone: call.session.timeZone, now: call.now, userId: call.session.userId };
  const view = viewOf(query);
  const asked = view === undefined ? query : mergeView(await viewsOf('tasks')(call, view), query);
  const list = ofKind(parseList(asked, taskListFields, asking), processKey, taskKey);
  const { after: _after, before: _before, ...all } = list;
  const scope = { db: call.context.db, tenantId: call.session.tenantId };
  const steps = await stepsToFilter(call.tx, scope, all, languageOf(call.request));
  const { rows, isMore } = await readMatching(call.tx, viewerOf(call), all as ListQuery, MASS_MAX, steps);
  if (isMore) throw new AppError('mass.too_many', { max: MASS_MAX });
  const items = rows.map((row) => ({ id: row.id, name: row.name, businessKey: row.business_key }));
  return { items, process: { processKey, taskKey } };
}

/** Returns the tasks that passed a dry run of the caller. */
async function selectPassed(call: Caller, id: string): Promise<Selected> {
  const { run, items } = await passedDryRun(call, massAction, id);
  return { items, process: processOf(run), from: run };
}

/** Adds the two conditions of a kind to the caller's list query. */
export function ofKind(list: ListQuery, processKey: string, taskKey: string): ListQuery {
  const keyCondition = (field: string, value: string) => ({ field, type: 'key', test: 'eq', value }) as const;
  return {
    ...list,
    conditions: [...list.conditions, keyCondition('process', processKey), keyCondition('taskKey', taskKey)],
  };
}

async function labelsOf(call: StartCall, kind: RunProcess | null, action: MassActionBody): Promise<MassLabels> {
  const language = languageOf(call.request);
  if (!kind) return { language };
  const { kinds } = await readKinds(call.tx, viewerOf(call));
  const found = kinds.find((one) => one.process_key === kind.processKey && one.node_id === kind.taskKey);
  if (!found) return { language };
  const { processName, taskName, outcomes } = await describe(call, found, language);
  const outcome =
    outcomes.find(({ id }) => id === action.outcome) ?? (action.outcome === undefined ? outcomes[0] : undefined);
  return { language, process: processName, task: taskName, ...(outcome ? { outcome: outcome.label } : {}) };
}

import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Request, RequestDetail, RequestEvent, Stage } from '../../../shared/contracts/requests.contract.ts';
import { textOf } from '../../../shared/forms/index.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { translated } from '../config-texts/index.ts';
import { type Definition, loadDefinition, nameIn, outcomeLabel } from '../processes/index.ts';
import { personRef } from '../users/index.ts';
import {
  expectedEnd,
  hasStages,
  MIN_CASES,
  type Shown,
  shownTo,
  stageName,
  stagesOf,
  stateOf,
  withdrawalRefusal,
} from './progress.rules.ts';
import type { DecisionRow, HolderRow, PersonColumns, RequestRow } from './requests.store.ts';
import * as store from './requests.store.ts';

/** Who reads requests, and in which language. */
export interface RequestViewer {
  readonly db: DatabaseHandle;
  readonly tenantId: number;
  readonly userId: string;
  readonly language: LanguageId;
  readonly now: Date;
}

/** A request with what the viewer may see of it. */
export interface VisibleRequest {
  readonly row: RequestRow;
  readonly shown: Shown;
}

/** Finds requests of the viewer, in any order. */
export async function findRequests(tx: Tx, viewer: RequestViewer, ids: readonly string[]): Promise<VisibleRequest[]> {
  const isPartner = await store.isPartner(tx, viewer.userId);
  const rows = await store.readRequests(tx, viewer.userId, ids);
  return rows.map((row) => ({ row, shown: shownTo(row.people_shown, { isPartner }) }));
}

type Holder = Request['holders'][number];

/** Returns requests as in lists. */
export async function toRequests(tx: Tx, viewer: RequestViewer, found: readonly VisibleRequest[]): Promise<Request[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ row }) => row.id);
  const holders = Map.groupBy(await store.readHolders(tx, viewer.userId, ids), (one) => one.case_id);
  const finished = found.filter(({ row }) => row.status === 'completed').map(({ row }) => row.id);
  const decisions = new Map<string, DecisionRow>();
  for (const one of finished.length === 0 ? [] : await store.readCompleted(tx, finished, 5)) {
    if (one.outcome !== null && one.outcome !== 'complete' && !decisions.has(one.case_id))
      decisions.set(one.case_id, one);
  }
  const requests: Request[] = [];
  for (const one of found) {
    requests.push(await toRequest(tx, viewer, one, holders.get(one.row.id) ?? [], decisions.get(one.row.id)));
  }
  return requests;
}

async function toRequest(
  tx: Tx,
  viewer: RequestViewer,
  { row, shown }: VisibleRequest,
  holders: readonly HolderRow[],
  decision: DecisionRow | undefined,
): Promise<Request> {
  const definition = await loadDefinition(tx, viewer, row.process_key, row.version);
  const ofProcess = nameIn({ name: row.process_name, names: definition?.names }, viewer.language);
  const titled = { title: row.case_title ?? {} };
  const kind =
    row.case_type_id === null ? titled : await translated(tx, viewer, 'case-types', row.case_type_id, titled);
  const name = textOf(kind.title, viewer.language) || ofProcess;
  const shownHolders: Holder[] = [];
  for (const one of holders) shownHolders.push(await toHolder(tx, viewer, one, shown));
  const requester = personRef(row.requester ?? row.starter ?? UNKNOWN);
  return {
    id: row.id,
    number: row.business_key,
    title: row.title || name,
    process: { key: row.process_key, name, ...(definition?.icon ? { icon: definition.icon } : {}) },
    item: row.item_id,
    state: stateOf({
      status: row.status,
      withdrawnBy: row.withdrawn_by,
      hasOwnTask: holders.some((one) => one.is_mine),
      hasTask: holders.length > 0,
    }),
    started: row.started_at.toISOString(),
    ended: row.ended_at?.toISOString() ?? null,
    requester,
    starter: row.starter && row.starter.id !== requester.key ? personRef(row.starter) : null,
    relation: row.relation,
    holders: shownHolders,
    outcome: await outcomeOf(tx, viewer, decision),
  };
}

/** A requester relation row is gone: accounts are erased but stay. */
const UNKNOWN: PersonColumns = { id: '00000000-0000-0000-0000-000000000000', username: '–', name: '–', avatar: null };

async function toHolder(tx: Tx, viewer: RequestViewer, row: HolderRow, shown: Shown): Promise<Holder> {
  const stage = await stageOf(tx, viewer, row);
  const taskId = row.is_mine ? row.task_id : null;
  if (row.confidential) {
    return { stage, person: null, groups: [], since: null, due: null, dueIsDay: false, taskId };
  }
  const isOwn = row.assignee?.id === viewer.userId;
  return {
    stage,
    person: row.assignee && (isOwn || shown === 'person') ? personRef(row.assignee) : null,
    groups: shown === 'none' ? [] : [...row.groups],
    since: row.created_at.toISOString(),
    due: row.due_at?.toISOString() ?? null,
    dueIsDay: row.due_is_day,
    taskId,
  };
}

/** The stage of a task, also of one that the model hides: otherwise its process would have no headline. */
async function stageOf(
  tx: Tx,
  viewer: RequestViewer,
  task: Pick<HolderRow, 'process_key' | 'process_number' | 'node_id'>,
): Promise<string> {
  const definition = await loadDefinition(tx, viewer, task.process_key, task.process_number);
  const node = definition?.nodes[task.node_id];
  const named = definition !== undefined && hasStages(definition);
  const name = definition && nameIn({ name: definition.name, names: definition.names }, viewer.language);
  return stageName(node, named, viewer.language) ?? name ?? task.process_key;
}

async function outcomeOf(
  tx: Tx,
  viewer: RequestViewer,
  decision: DecisionRow | undefined,
): Promise<Request['outcome']> {
  if (!decision || decision.confidential || decision.outcome === null) return null;
  const label = await outcomeLabel(tx, viewer, decision, decision.outcome);
  return { id: decision.outcome, label: label ? { ...label } : null };
}

/** Returns a request with its stages, its expected end, and what the viewer may do. */
export async function toDetail(tx: Tx, viewer: RequestViewer, found: VisibleRequest): Promise<RequestDetail> {
  const { row, shown } = found;
  const [request] = await toRequests(tx, viewer, [found]);
  const isRunning = row.status === 'active' || row.status === 'incident';
  const pace = await store.readPace(tx, row.process_key);
  const definition = await loadDefinition(tx, viewer, row.process_key, row.version);
  const completed = await store.readCompleted(tx, [row.id], HISTORY_MAX);
  const holders = await store.readHolders(tx, viewer.userId, [row.id]);
  const own = holders.filter((one) => one.instance_id === row.id);
  const positions =
    own.length > 0
      ? own.map((one) => ({ since: one.created_at, pace: pace.get(one.node_id) }))
      : [{ since: row.started_at, pace: pace.get('') }];
  const isOwn = row.relation === 'own';
  const whyNot = withdrawalRefusal({
    setting: row.withdraw,
    status: row.status,
    isWithdrawn: row.withdrawn_by !== null,
    hasCompletedTask: completed.length > 0,
    isOwn,
  });
  const amounts = await store.readAmounts(tx, row.id, viewer.userId);
  return {
    ...request!,
    stages: definition
      ? await stagesFor(tx, viewer, { definition, row, shown, completed, holders: own, pace, isRunning })
      : [],
    expected: isRunning ? expectedEnd(positions, viewer.now) : null,
    withdrawal: {
      may: whyNot === null,
      whyNot,
      held: amounts.held && { id: amounts.held.id, until: new Date(amounts.held.until).toISOString() },
    },
    mayComment: isOwn,
    hasForm: amounts.has_form,
    comments: amounts.comments,
    documents: amounts.documents,
  };
}

async function stagesFor(
  tx: Tx,
  viewer: RequestViewer,
  parts: {
    readonly definition: Definition;
    readonly row: RequestRow;
    readonly shown: Shown;
    readonly completed: readonly DecisionRow[];
    readonly holders: readonly HolderRow[];
    readonly pace: ReadonlyMap<string, store.PaceRow>;
    readonly isRunning: boolean;
  },
): Promise<Stage[]> {
  const { definition, row, shown, completed, holders, pace, isRunning } = parts;
  const usual = new Map(
    [...pace.values()].flatMap(({ node, next, share, seen }) =>
      next === null || share === null || seen < MIN_CASES ? [] : [[node, { node: next, share }] as const],
    ),
  );
  const nodes = await store.readNodes(tx, row.id);
  const stages: Stage[] = [];
  for (const { name, nodes: ids, state, at, usual: isUsual } of stagesOf(
    definition,
    { ...nodes, usual, isRunning },
    viewer.language,
  )) {
    const last = completed.find((one) => one.instance_id === row.id && ids.includes(one.node_id));
    const isConfidential = last?.confidential ?? false;
    const open: Holder[] = [];
    for (const one of state === 'now' ? holders : []) {
      if (ids.includes(one.node_id)) open.push(await toHolder(tx, viewer, one, shown));
    }
    stages.push({
      id: ids[0]!,
      name,
      state,
      at: isConfidential ? null : at,
      by: state === 'done' && last && !isConfidential ? personOf(last.by, viewer, shown) : null,
      holders: open,
      usual: isUsual,
    });
  }
  return stages;
}

function personOf(person: PersonColumns | null, viewer: RequestViewer, shown: Shown) {
  return person && (shown === 'person' || person.id === viewer.userId) ? personRef(person) : null;
}

const HISTORY_MAX = 500;

/** Returns what happened to a request, in the words of its stages. */
export async function historyOf(
  tx: Tx,
  viewer: RequestViewer,
  { row, shown }: VisibleRequest,
): Promise<RequestEvent[]> {
  const base = { stage: null, outcome: null, by: null, reason: null };
  const starter = row.starter ?? row.requester;
  const events: RequestEvent[] = [
    {
      ...base,
      id: 'started',
      at: row.started_at.toISOString(),
      kind: 'started',
      // The requester knows who started a request for them: the list shows it.
      by: starter && personRef(starter),
    },
  ];
  for (const task of (await store.readCompleted(tx, [row.id], HISTORY_MAX)).reverse()) {
    events.push({
      ...base,
      id: task.task_id,
      at: task.confidential ? null : task.ended_at.toISOString(),
      kind: 'completed',
      stage: await stageOf(tx, viewer, task),
      outcome: task.outcome === 'complete' ? null : await outcomeOf(tx, viewer, task),
      by: task.confidential ? null : personOf(task.by, viewer, shown),
    });
  }
  const ended = row.ended_at?.toISOString() ?? null;
  const withdrawal = row.withdrawn_by === null ? undefined : await store.readWithdrawal(tx, row.id);
  if (withdrawal) {
    const by = withdrawal.by && personRef(withdrawal.by);
    events.push({
      ...base,
      id: 'withdrawn',
      at: withdrawal.at.toISOString(),
      kind: 'withdrawn',
      by,
      reason: withdrawal.reason,
    });
  }
  switch (row.status) {
    case 'completed':
      events.push({ ...base, id: 'ended', at: ended, kind: 'finished' });
      break;
    case 'error':
      events.push({ ...base, id: 'ended', at: ended, kind: 'failed' });
      break;
    case 'cancelled':
      if (!withdrawal) events.push({ ...base, id: 'ended', at: ended, kind: 'cancelled' });
      break;
    default:
      break;
  }
  return events;
}

import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { RequestDetail, RequestState } from '../../../shared/contracts/requests.contract.ts';
import type { Definition } from '../processes/index.ts';
import { nameIn, nodesFrom } from '../processes/index.ts';

type Node = Definition['nodes'][string];

/** Cases from which expected dates and usual steps are computed; fewer show none. */
export const MIN_CASES = 20;
/** Share of cases from which a step is called usual. */
const USUAL_SHARE = 0.6;

export interface CaseFacts {
  readonly status: string;
  readonly withdrawnBy: string | null;
  readonly hasOwnTask: boolean;
  readonly hasTask: boolean;
}

export function stateOf({ status, withdrawnBy, hasOwnTask, hasTask }: CaseFacts): RequestState {
  switch (status) {
    case 'completed':
      return withdrawnBy === null ? 'finished' : 'withdrawn';
    case 'cancelled':
      return withdrawnBy === null ? 'cancelled' : 'withdrawn';
    case 'error':
      return 'failed';
    default:
      if (hasOwnTask) return 'needsYou';
      if (status === 'incident') return 'delayed';
      return hasTask ? 'waiting' : 'working';
  }
}

/** Returns the text of a node's stage in a language; undefined for nodes that requesters do not see. */
export function stageName(node: Node | undefined, hasStages: boolean, language: LanguageId): string | undefined {
  if (!node) return undefined;
  if (node.stage !== undefined || node.stages) {
    return nameIn({ name: node.stage ?? '', names: node.stages }, language) || undefined;
  }
  if (hasStages || node.kind !== 'user') return undefined;
  return nameIn({ name: node.name ?? node.id, names: node.names }, language);
}

/** Whether the model names stages. Without any, its user tasks are the stages. */
export function hasStages(definition: Definition): boolean {
  return Object.values(definition.nodes).some(({ stage, stages }) => Boolean(stage) || stages !== undefined);
}

/** What is known about the nodes of a case. */
export interface Progress {
  /** When a node was last completed, in the order of these times. */
  readonly completed: ReadonlyMap<string, string>;
  /** Nodes with a token. */
  readonly current: ReadonlySet<string>;
  readonly isRunning: boolean;
  /** The nodes that usually follow a node, with their share. */
  readonly usual: ReadonlyMap<string, { readonly node: string; readonly share: number }>;
}

export interface StageOfNodes {
  readonly name: string;
  readonly state: 'done' | 'now' | 'next';
  readonly nodes: readonly string[];
  readonly at: string | null;
  readonly usual: boolean;
}

/**
 * Returns the stages of a case: completed ones by time, current ones, and those that may follow in the order of the model.
 * Nodes with the same text are one stage. Nodes that can no longer be reached are left out.
 */
export function stagesOf(definition: Definition, progress: Progress, language: LanguageId): StageOfNodes[] {
  const named = hasStages(definition);
  const order = nodesFrom(definition, [], true);
  const following = progress.isRunning ? new Set(nodesFrom(definition, [...progress.current])) : new Set<string>();
  const usual = usualNodes(progress);
  const stages = new Map<string, { nodes: string[]; rank: number; state: StageOfNodes['state']; at: string | null }>();
  const rank = { done: 0, now: 1, next: 2 } as const;
  const add = (id: string, state: StageOfNodes['state']) => {
    const name = stageName(definition.nodes[id], named, language);
    if (name === undefined) return;
    const at = state === 'done' ? progress.completed.get(id)! : null;
    const known = stages.get(name);
    if (!known) stages.set(name, { nodes: [id], rank: rank[state], state, at });
    else {
      known.nodes.push(id);
      // A stage with an open task is not done.
      if (state === 'now') Object.assign(known, { state, rank: rank.now, at: null });
      else if (state === 'done' && known.state === 'done') known.at = at;
    }
  };
  for (const id of progress.completed.keys()) if (!progress.current.has(id)) add(id, 'done');
  for (const id of order) if (progress.current.has(id)) add(id, 'now');
  for (const id of order)
    if (following.has(id) && !progress.current.has(id) && !progress.completed.has(id)) add(id, 'next');
  return [...stages]
    .map(([name, { nodes, state, at, rank }]) => ({
      name,
      nodes,
      state,
      at,
      rank,
      usual: state === 'next' && nodes.some((id) => usual.has(id)),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ rank: _, ...stage }) => stage);
}

/** The chain of nodes that usually follow the current ones. */
function usualNodes({ current, usual }: Progress): Set<string> {
  const found = new Set<string>();
  const open = [...current];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const next = usual.get(node);
    if (!next || next.share < USUAL_SHARE || found.has(next.node)) continue;
    found.add(next.node);
    open.push(next.node);
  }
  return found;
}

/** The remaining time of cases from a node, in seconds. */
export interface Pace {
  readonly seen: number;
  readonly p50: number;
  readonly p80: number;
}

/** Returns when the case usually ends: the latest of its current positions; null if one of them has too few cases. */
export function expectedEnd(
  positions: readonly { readonly since: Date; readonly pace: Pace | undefined }[],
  now: Date,
): RequestDetail['expected'] {
  if (positions.length === 0) return null;
  let [half, most, cases] = [0, 0, Number.POSITIVE_INFINITY];
  for (const { since, pace } of positions) {
    if (!pace || pace.seen < MIN_CASES) return null;
    half = Math.max(half, since.getTime() + pace.p50 * 1000);
    most = Math.max(most, since.getTime() + pace.p80 * 1000);
    cases = Math.min(cases, pace.seen);
  }
  const at = now.getTime();
  const instant = (time: number) => new Date(time).toISOString();
  return { half: half > at ? instant(half) : null, most: instant(most), isLate: most < at, cases };
}

/** How many people a requester sees: a process that shows users shows partners their groups only. */
export type Shown = 'person' | 'group' | 'none';

export function shownTo(setting: Shown, viewer: { readonly isPartner: boolean }): Shown {
  return viewer.isPartner && setting === 'person' ? 'group' : setting;
}

/** Why a requester cannot withdraw a request; null if they can. */
export function withdrawalRefusal({
  setting,
  status,
  isWithdrawn,
  hasCompletedTask,
  isOwn,
}: {
  readonly setting: 'never' | 'beforeFirst' | 'always';
  readonly status: string;
  readonly isWithdrawn: boolean;
  readonly hasCompletedTask: boolean;
  readonly isOwn: boolean;
}): RequestDetail['withdrawal']['whyNot'] {
  if (!isOwn) return 'other';
  if (isWithdrawn || (status !== 'active' && status !== 'incident')) return 'ended';
  if (setting === 'never') return 'never';
  return setting === 'beforeFirst' && hasCompletedTask ? 'started' : null;
}

import { clockOf, type StepScope } from '../definitions/scope.ts';
import { compileFeel, FeelError, runFeel } from '../engine/feel.ts';
import type { Definition, Item, Json, State, Vars } from '../engine/model.ts';

/** A running ad-hoc sub-process with the activities that can be started in it. */
export interface AdhocPlace {
  readonly item: number;
  readonly nodeId: string;
  readonly name: string;
  /** Groups whose members may start activities and finish it. Empty: all participants of the case. */
  readonly groups: readonly string[];
  readonly activities: readonly { readonly nodeId: string; readonly name: string }[];
}

/** Returns the running ad-hoc sub-processes of an instance. */
export function adhocPlaces(
  definition: Definition,
  state: State,
  scope: Pick<StepScope, 'now' | 'timeZone'>,
): AdhocPlace[] {
  return state.items.flatMap((item) => {
    const node = definition.nodes[item.node];
    if (node?.kind !== 'adhoc' || item.mi || item.incident?.phase === 'enter') return [];
    return [
      {
        item: item.id,
        nodeId: node.id,
        name: node.name ?? node.id,
        groups: groupsOf(node.adhoc?.groups, visibleVars(state, item.id), scope),
        activities: node.starts.map((id) => ({ nodeId: id, name: definition.nodes[id]?.name ?? id })),
      },
    ];
  });
}

/** Returns the visible variables of an item. The innermost scope takes precedence. */
export function visibleVars(state: State, itemId: number): Vars {
  const items = new Map(state.items.map((item) => [item.id, item]));
  const chain: Item[] = [];
  for (let item = items.get(itemId); item; item = item.in === null ? undefined : items.get(item.in)) chain.push(item);
  if (chain.length === 0) return { ...(items.get(0)?.vars ?? state.end ?? {}) };
  return Object.assign({}, ...chain.reverse().map((item) => item.vars ?? {})) as Vars;
}

function groupsOf(value: string | undefined, vars: Vars, scope: Pick<StepScope, 'now' | 'timeZone'>): string[] {
  if (value === undefined) return [];
  if (!value.startsWith('=')) return names(value);
  try {
    const clock = clockOf(scope);
    return names(runFeel(compileFeel(value.slice(1)), (name) => vars[name], clock));
  } catch (error) {
    // A failing expression gives no groups, so that all participants of the case can continue.
    if (error instanceof FeelError) return [];
    throw error;
  }
}

function names(value: Json): string[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return list
    .filter((name) => typeof name === 'string')
    .map((name) => name.trim())
    .filter(Boolean);
}

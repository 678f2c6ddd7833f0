import type { Definition, FlowId, Item, Node, NodeId } from './model.ts';

/** Adds to each inclusive join, for each incoming flow, the nodes that reach the flow without passing the join. */
export function addReach(definition: Definition): void {
  const before = predecessors(definition);
  for (const node of Object.values(definition.nodes)) {
    if (node.kind !== 'inclusive' || node.in.length < 2) continue;
    node.reach = Object.create(null) as Record<FlowId, NodeId[]>;
    for (const flow of node.in) {
      const found = new Set<NodeId>();
      const open = [definition.flows[flow]!.from];
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (id === node.id || found.has(id)) continue;
        found.add(id);
        open.push(...(before.get(id) ?? []));
      }
      node.reach[flow] = [...found];
    }
  }
}

/** Returns the predecessors of each node: by flows, by boundary events and by links. */
function predecessors(definition: Definition): Map<NodeId, NodeId[]> {
  const before = new Map<NodeId, NodeId[]>();
  const add = (to: NodeId, from: NodeId) => before.set(to, [...(before.get(to) ?? []), from]);
  for (const flow of Object.values(definition.flows)) add(flow.to, flow.from);
  for (const node of Object.values(definition.nodes)) {
    if (node.kind === 'boundary' && node.host) add(node.id, node.host);
    if (node.event?.on === 'link' && node.event.target) add(node.event.target, node.id);
  }
  return before;
}

/** Pairs of inclusive joins where each can reach the other. */
export function joinsOnOneCycle(definition: Definition): [Node, Node][] {
  const joins = Object.values(definition.nodes).filter((node) => node.reach);
  const reaches = (from: Node, to: Node) => Object.values(to.reach!).some((nodes) => nodes.includes(from.id));
  return joins.flatMap((one, index) =>
    joins
      .slice(index + 1)
      .flatMap((other): [Node, Node][] => (reaches(one, other) && reaches(other, one) ? [[one, other]] : [])),
  );
}

function indexOf(definition: Definition, id: NodeId): number {
  return Object.keys(definition.nodes).indexOf(id);
}

/** Flows that one token may take next. A token takes flows of one group only. */
type Group = FlowId[];

/** Returns the first inclusive join, in document order of scopes and nodes, that can fire. */
export function readyJoin(definition: Definition, items: Item[]): { scope: Item; join: Node } | undefined {
  for (const scope of items) {
    const joins = Object.keys(scope.parked ?? {}).filter((id) => definition.nodes[id]!.reach);
    if (joins.length > 1) joins.sort((one, other) => indexOf(definition, one) - indexOf(definition, other));
    for (const id of joins) {
      const join = definition.nodes[id]!;
      if (mayFire(definition, items, scope, join, scope.parked![id]!)) return { scope, join };
    }
  }
  return undefined;
}

function mayFire(
  definition: Definition,
  items: Item[],
  scope: Item,
  join: Node,
  parked: Record<FlowId, number>,
): boolean {
  const filled = join.in.filter((flow) => (parked[flow] ?? 0) > 0);
  const empty = join.in.filter((flow) => (parked[flow] ?? 0) === 0);
  const reaches = (group: Group, flows: FlowId[]) =>
    group.some((flow) =>
      flows.some((target) => flow === target || join.reach![target]!.includes(definition.flows[flow]!.to)),
    );
  return !tokenGroups(definition, items, scope, join).some((group) => reaches(group, empty) && !reaches(group, filled));
}

function tokenGroups(definition: Definition, items: Item[], scope: Item, join: Node): Group[] {
  const occupied: NodeId[] = items.filter((item) => item.in === scope.id).map((item) => item.node);
  for (const id of Object.keys(scope.parked ?? {})) if (id !== join.id) occupied.push(id);
  const groups: Group[] = [];
  for (const id of new Set(occupied)) {
    const node = definition.nodes[id]!;
    const boundaries = node.boundary.map((boundary) => definition.nodes[boundary]!);
    // One token leaves by one of these flows, so they are one group.
    groups.push([...node.out, ...boundaries.filter((one) => one.interrupting).flatMap((one) => one.out)]);
    for (const one of boundaries) if (!one.interrupting) groups.push(one.out);
  }
  return groups;
}

import type { Definition, Node } from '../engine/model.ts';

/**
 * Returns nodes in the order in which flows reach them from these nodes, or from the start of the process. With
 * `withEvents` also those that only events reach.
 */
export function nodesFrom(definition: Definition, from: readonly string[], withEvents = false): string[] {
  const { nodes, flows, root } = definition;
  const seen = new Set<string>();
  const queue: string[] = [];
  const push = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    queue.push(id);
  };
  const leave = (node: Node) => {
    for (const flow of node.out) push(flows[flow]!.to);
    const { event } = node;
    if (event?.on === 'link' && event.target) push(event.target);
    // The end of a scope leads on from the scope.
    if (node.scope !== null && node.scope !== root && node.out.length === 0) {
      const scope = nodes[node.scope];
      if (scope && !left.has(scope.id)) {
        left.add(scope.id);
        leave(scope);
      }
    }
  };
  const left = new Set<string>();
  if (from.length === 0) for (const id of nodes[root]?.starts ?? []) push(id);
  // The ends inside a scope lead on from it.
  const leadsOn = (node: Node) => node.starts.length === 0;
  for (const id of from) if (nodes[id] && leadsOn(nodes[id])) leave(nodes[id]);
  for (let at = 0; at < queue.length; at += 1) {
    const node = nodes[queue[at]!];
    if (!node) continue;
    for (const id of node.starts) push(id);
    if (withEvents) for (const id of [...node.boundary, ...node.eventStarts]) push(id);
    if (leadsOn(node)) leave(node);
  }
  if (withEvents) for (const id of Object.keys(nodes)) push(id);
  return queue;
}

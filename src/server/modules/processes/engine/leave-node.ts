import type { Flow, Node } from './model.ts';
import { addItem, countMove, evaluateAt, Fault, faultOf, itemOf, nullsIn, type Run, raiseIncident } from './run.ts';

/**
 * A token goes on from `node` in the scope item `scope`, by the flows its conditions choose. Without flows it ends. When
 * nothing can be chosen it stays at the node as an incident.
 */
export function leave(run: Run, node: Node, scope: number): void {
  countMove(run, scope);
  if (node.out.length === 0) {
    consume(run, scope);
    return;
  }
  try {
    for (const flow of chooseFlows(run, node, scope)) {
      run.queue.push({ do: 'arrive', node: flow.to, scope, flow: flow.id });
    }
  } catch (error) {
    const held = addItem(run, node.id, scope);
    raiseIncident(run, held, { ...faultOf(error), phase: 'leave' });
  }
}

/** A token is gone; what that means for its scope is decided when nothing moves any more. */
export function consume(run: Run, scope: number): void {
  const item = itemOf(run, scope);
  if (item && run.definition.nodes[item.node]!.kind === 'adhoc') run.adhocEnds.add(scope);
}

function chooseFlows(run: Run, node: Node, scope: number): Flow[] {
  const flows = node.out.map((id) => run.definition.flows[id]!);
  const conditional = flows.some((flow) => flow.cond !== undefined);
  if (!conditional && node.def === undefined) return flows;
  if (node.kind === 'exclusive' && flows.length === 1 && !conditional) return flows;
  const chosen: Flow[] = [];
  for (const flow of flows) {
    if (flow.id === node.def) continue;
    // Only true is true: null and anything else is not taken.
    if (flow.cond === undefined || evaluateAt(run, scope, flow.cond) === true) {
      chosen.push(flow);
      if (node.kind === 'exclusive') break;
    }
  }
  if (chosen.length > 0) return chosen;
  if (node.def !== undefined) return [run.definition.flows[node.def]!];
  const expressions = flows.flatMap((flow) => flow.cond ?? []);
  throw new Fault('gateway.none', `No condition holds and there is no default.${nullsIn(run, scope, expressions)}`);
}

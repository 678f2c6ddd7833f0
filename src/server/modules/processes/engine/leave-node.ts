import type { Flow, Node } from './model.ts';
import { addItem, countMove, evaluateAt, Fault, faultOf, itemOf, nullsIn, type Run, raiseIncident } from './run.ts';

/**
 * Moves a token from `node` along the outgoing flows whose conditions hold. Without outgoing flows the token ends. When
 * no condition holds, the token stays at the node with an incident.
 */
export function leaveNode(run: Run, node: Node, scope: number): void {
  countMove(run, scope);
  if (node.out.length === 0) {
    consumeToken(run, scope);
    return;
  }
  try {
    for (const flow of chooseFlows(run, node, scope)) {
      run.queue.push({ do: 'enter', node: flow.to, scope, flow: flow.id });
    }
  } catch (error) {
    const item = addItem(run, node.id, scope);
    raiseIncident(run, item, { ...faultOf(error), phase: 'leave' });
  }
}

/** Removes a token. Whether its scope ends is decided when no token moves any more. */
export function consumeToken(run: Run, scope: number): void {
  const item = itemOf(run, scope);
  if (item && run.definition.nodes[item.node]!.kind === 'adhoc') run.adhocEnds.add(scope);
}

function chooseFlows(run: Run, node: Node, scope: number): Flow[] {
  const flows = node.out.map((id) => run.definition.flows[id]!);
  const conditional = flows.some((flow) => flow.cond !== undefined);
  if (!conditional && node.def === undefined) return flows;
  const chosen: Flow[] = [];
  for (const flow of flows) {
    if (flow.id === node.def) continue;
    // A condition holds only when it is exactly true; null is not.
    if (flow.cond === undefined || evaluateAt(run, scope, flow.cond) === true) {
      chosen.push(flow);
      if (node.kind === 'exclusive') break;
    }
  }
  if (chosen.length > 0) return chosen;
  if (node.def !== undefined) return [run.definition.flows[node.def]!];
  const expressions = flows.flatMap((flow) => flow.cond ?? []);
  throw new Fault(
    'gateway.none',
    `No condition holds and there is no default flow.${nullsIn(run, scope, expressions)}`,
  );
}

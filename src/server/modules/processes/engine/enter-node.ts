import { enterActivity } from './activities.ts';
import { arm, messageKey } from './arm-event.ts';
import { throwFrom } from './catch-event.ts';
import { consume, leave } from './leave-node.ts';
import type { EventSpec, FlowId, Item, Node } from './model.ts';
import {
  addItem,
  clearIncident,
  clearScope,
  disarm,
  faultOf,
  inputsAt,
  itemOf,
  kill,
  type Run,
  raiseIncident,
} from './run.ts';

/** A token arrives at `node` in the scope item `scope`. */
export function arrive(run: Run, node: Node, scope: number, flow: FlowId | undefined): void {
  switch (node.kind) {
    case 'start':
    case 'exclusive':
      run.log.push({ what: 'entered', node: node.id });
      pass(run, node, scope);
      break;
    case 'parallel':
      run.log.push({ what: 'entered', node: node.id });
      if (node.in.length < 2 || flow === undefined) pass(run, node, scope);
      else {
        const parked = park(run, node, scope, flow);
        if (node.in.every((one) => (parked[one] ?? 0) > 0)) fire(run, node, scope);
      }
      break;
    case 'inclusive':
      run.log.push({ what: 'entered', node: node.id });
      if (node.reach && flow !== undefined) park(run, node, scope, flow);
      else pass(run, node, scope);
      break;
    case 'eventBased':
      enterEventGateway(run, node, scope);
      break;
    case 'throw':
    case 'end':
      run.log.push({ what: 'entered', node: node.id });
      throwEvent(run, node, scope);
      break;
    case 'catch':
      if (node.event?.on === 'link') pass(run, node, scope);
      else enterActivity(run, node, scope);
      break;
    default:
      enterActivity(run, node, scope);
  }
}

function pass(run: Run, node: Node, scope: number): void {
  run.log.push({ what: 'completed', node: node.id });
  leave(run, node, scope);
}

function park(run: Run, node: Node, scope: number, flow: FlowId): Record<FlowId, number> {
  const item = itemOf(run, scope)!;
  item.parked ??= {};
  const parked = item.parked[node.id] ?? {};
  parked[flow] = (parked[flow] ?? 0) + 1;
  item.parked[node.id] = parked;
  return parked;
}

/** A join takes one token of each filled flow and goes on with one. */
export function fire(run: Run, join: Node, scope: number): void {
  const item = itemOf(run, scope)!;
  const parked = item.parked![join.id]!;
  for (const flow of join.in) {
    const count = parked[flow] ?? 0;
    if (count > 1) parked[flow] = count - 1;
    else delete parked[flow];
  }
  if (Object.keys(parked).length === 0) delete item.parked![join.id];
  if (Object.keys(item.parked!).length === 0) delete item.parked;
  pass(run, join, scope);
}

function enterEventGateway(run: Run, node: Node, scope: number): void {
  const item = addItem(run, node.id, scope);
  run.log.push({ what: 'entered', node: node.id, item: item.id });
  armTargets(run, item, node);
}

/** Arms all targets of an event-based gateway, or none. */
export function armTargets(run: Run, item: Item, node: Node): void {
  try {
    for (const flow of node.out) arm(run, item, run.definition.nodes[run.definition.flows[flow]!.to]!);
    item.wait = 'event';
    clearIncident(run, item);
  } catch (error) {
    for (const armed of Object.keys(item.subs ?? {})) disarm(run, item, armed);
    raiseIncident(run, item, { ...faultOf(error), phase: 'enter' });
  }
}

function throwEvent(run: Run, node: Node, scope: number): void {
  const event = node.event ?? { on: 'none' };
  switch (event.on) {
    case 'message':
      if (!sendMessage(run, node, scope, event)) return;
      break;
    case 'signal':
      run.effects.push({ kind: 'broadcast', node: node.id, name: event.name, vars: {} });
      break;
    case 'escalation': {
      const { caught, interrupted } = throwFrom(run, { scope: itemOf(run, scope)! }, 'escalation', event.code ?? '');
      if (!caught) run.log.push({ what: 'escalated', node: node.id });
      if (interrupted) return;
      break;
    }
    case 'error':
      throwError(run, node, scope, event.code ?? '');
      return;
    case 'terminate':
      run.log.push({ what: 'completed', node: node.id });
      clearScope(run, itemOf(run, scope)!);
      endAtOnce(run, scope);
      return;
    case 'link':
      run.log.push({ what: 'completed', node: node.id });
      run.queue.push({ do: 'arrive', node: event.target!, scope });
      return;
    default:
      break;
  }
  run.log.push({ what: 'completed', node: node.id });
  if (node.kind === 'end') consume(run, scope);
  else leave(run, node, scope);
}

/** An ad-hoc sub-process has no natural end, so a terminate end inside it must end it; other scopes end by being empty. */
function endAtOnce(run: Run, scope: number): void {
  if (run.definition.nodes[itemOf(run, scope)!.node]!.kind === 'adhoc') run.queue.push({ do: 'done', item: scope });
}

function sendMessage(run: Run, node: Node, scope: number, event: Extract<EventSpec, { on: 'message' }>): boolean {
  try {
    const key = messageKey(run, scope, event, node);
    const vars = inputsAt(run, scope, event.vars ?? []);
    run.effects.push({ kind: 'sendMessage', node: node.id, name: event.name, key, vars });
    return true;
  } catch (error) {
    const held = addItem(run, node.id, scope);
    raiseIncident(run, held, { ...faultOf(error), phase: 'enter' });
    return false;
  }
}

function throwError(run: Run, node: Node, scope: number, code: string): void {
  run.log.push({ what: 'completed', node: node.id });
  const { caught } = throwFrom(run, { scope: itemOf(run, scope)! }, 'error', code);
  if (caught) return;
  run.state.status = 'error';
  run.state.error = { code, ...(node.name ? { text: node.name } : {}) };
}

/** Everything goes, the process itself included. */
export function removeAll(run: Run): void {
  const root = run.items.get(0);
  if (!root) return;
  run.queue = [];
  clearScope(run, root);
  kill(run, root);
}

import { enterActivity } from './activities.ts';
import { armEvent, messageKey } from './arm-event.ts';
import { propagate } from './catch-event.ts';
import { consumeToken, leaveNode } from './leave-node.ts';
import type { EventSpec, FlowId, Item, Node } from './model.ts';
import {
  addItem,
  cancelItem,
  clearIncident,
  clearScope,
  disarmEvent,
  faultOf,
  inputsAt,
  itemOf,
  type Run,
  raiseIncident,
} from './run.ts';

/** Moves a token to `node` in the scope item `scope`. */
export function enterNode(run: Run, node: Node, scope: number, flow: FlowId | undefined): void {
  switch (node.kind) {
    case 'start':
    case 'exclusive':
      run.log.push({ what: 'entered', node: node.id });
      passThrough(run, node, scope);
      break;
    case 'parallel':
      run.log.push({ what: 'entered', node: node.id });
      if (node.in.length < 2 || flow === undefined) passThrough(run, node, scope);
      else {
        const parked = waitForFlows(run, node, scope, flow);
        if (node.in.every((one) => (parked[one] ?? 0) > 0)) fireJoin(run, node, scope);
      }
      break;
    case 'inclusive':
      run.log.push({ what: 'entered', node: node.id });
      if (node.reach && flow !== undefined) waitForFlows(run, node, scope, flow);
      else passThrough(run, node, scope);
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
      if (node.event?.on === 'link') passThrough(run, node, scope);
      else enterActivity(run, node, scope);
      break;
    default:
      enterActivity(run, node, scope);
  }
}

function passThrough(run: Run, node: Node, scope: number): void {
  run.log.push({ what: 'completed', node: node.id });
  leaveNode(run, node, scope);
}

function waitForFlows(run: Run, node: Node, scope: number, flow: FlowId): Record<FlowId, number> {
  const item = itemOf(run, scope)!;
  item.parked ??= {};
  const parked = item.parked[node.id] ?? {};
  parked[flow] = (parked[flow] ?? 0) + 1;
  item.parked[node.id] = parked;
  return parked;
}

/** Merges one token of each incoming flow that has one, and continues with one token. */
export function fireJoin(run: Run, join: Node, scope: number): void {
  const item = itemOf(run, scope)!;
  const parked = item.parked![join.id]!;
  for (const flow of join.in) {
    const count = parked[flow] ?? 0;
    if (count > 1) parked[flow] = count - 1;
    else delete parked[flow];
  }
  if (Object.keys(parked).length === 0) delete item.parked![join.id];
  if (Object.keys(item.parked!).length === 0) delete item.parked;
  passThrough(run, join, scope);
}

function enterEventGateway(run: Run, node: Node, scope: number): void {
  const item = addItem(run, node.id, scope);
  run.log.push({ what: 'entered', node: node.id, item: item.id });
  armGatewayTargets(run, item, node);
}

/** Arms all target events of an event-based gateway. When one fails, arms none and raises an incident. */
export function armGatewayTargets(run: Run, item: Item, node: Node): void {
  try {
    for (const flow of node.out) armEvent(run, item, run.definition.nodes[run.definition.flows[flow]!.to]!);
    item.wait = 'event';
    clearIncident(run, item);
  } catch (error) {
    for (const armed of Object.keys(item.subs ?? {})) disarmEvent(run, item, armed);
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
      const { caught, interrupted } = propagate(run, { scope: itemOf(run, scope)! }, 'escalation', event.code ?? '');
      if (!caught) run.log.push({ what: 'escalated', node: node.id });
      if (interrupted) return;
      break;
    }
    case 'error':
      throwError(run, node, scope, event.code ?? '');
      return;
    case 'terminate': {
      run.log.push({ what: 'completed', node: node.id });
      // Item 0 is the process.
      const ended = event.all ? 0 : scope;
      clearScope(run, itemOf(run, ended)!);
      endAtOnce(run, ended);
      return;
    }
    case 'link':
      run.log.push({ what: 'completed', node: node.id });
      run.queue.push({ do: 'enter', node: event.target!, scope });
      return;
    default:
      break;
  }
  run.log.push({ what: 'completed', node: node.id });
  if (node.kind === 'end') consumeToken(run, scope);
  else leaveNode(run, node, scope);
}

/** Other scopes end when they are empty. An ad-hoc sub-process does not, so a terminate end event has to end it. */
function endAtOnce(run: Run, scope: number): void {
  if (run.definition.nodes[itemOf(run, scope)!.node]!.kind === 'adhoc') run.queue.push({ do: 'finish', item: scope });
}

function sendMessage(run: Run, node: Node, scope: number, event: Extract<EventSpec, { on: 'message' }>): boolean {
  try {
    const key = messageKey(run, scope, event, node);
    const vars = inputsAt(run, scope, event.vars ?? []);
    run.effects.push({ kind: 'sendMessage', node: node.id, name: event.name, key, vars });
    return true;
  } catch (error) {
    const item = addItem(run, node.id, scope);
    raiseIncident(run, item, { ...faultOf(error), phase: 'enter' });
    return false;
  }
}

function throwError(run: Run, node: Node, scope: number, code: string): void {
  run.log.push({ what: 'completed', node: node.id });
  const { caught } = propagate(run, { scope: itemOf(run, scope)! }, 'error', code);
  if (caught) return;
  run.state.status = 'error';
  run.state.error = { code, ...(node.name ? { text: node.name } : {}) };
}

/** Cancels all items, including the process itself. */
export function removeAllItems(run: Run): void {
  const root = run.items.get(0);
  if (!root) return;
  run.queue = [];
  clearScope(run, root);
  cancelItem(run, root);
}

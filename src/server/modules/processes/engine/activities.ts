import { ACTIONS, inputFault } from './actions.ts';
import { armEvent, armEvents, eventStartsOf } from './arm-event.ts';
import { propagate } from './catch-event.ts';
import { leaveNode } from './leave-node.ts';
import { beginLoop, endIteration } from './loops.ts';
import type { Item, Node, Vars } from './model.ts';
import {
  addItem,
  cancelWaits,
  clearIncident,
  evaluateAt,
  Fault,
  faultOf,
  inputsAt,
  nodeOf,
  outputsOf,
  type Run,
  raiseIncident,
  visibleVars,
  writeVars,
} from './run.ts';
import { createTask } from './user-tasks.ts';

/** Creates the item of an activity that a token has reached. */
export function enterActivity(run: Run, node: Node, scope: number): void {
  const item = addItem(run, node.id, scope);
  run.log.push({ what: 'entered', node: node.id, item: item.id });
  beginActivity(run, item);
}

/** Arms boundary events and starts the activity or its loop, or one iteration. A retry of phase `enter` repeats it. */
export function beginActivity(run: Run, item: Item): void {
  const node = nodeOf(run, item);
  if (item.turn === undefined) armEvents(run, item, node.boundary);
  if (!node.loop || item.turn !== undefined) {
    performActivity(run, item);
    return;
  }
  try {
    beginLoop(run, item);
    if (item.incident?.phase === 'enter') clearIncident(run, item);
  } catch (error) {
    delete item.mi;
    raiseIncident(run, item, { ...faultOf(error), phase: 'enter' });
  }
}

/** Performs an activity without a loop, or one iteration of a loop. */
function performActivity(run: Run, item: Item): void {
  try {
    start(run, item);
    if (item.incident?.phase === 'enter') clearIncident(run, item);
  } catch (error) {
    raiseIncident(run, item, { ...faultOf(error), phase: 'enter' });
  }
}

function start(run: Run, item: Item): void {
  const node = nodeOf(run, item);
  const done = () => run.queue.push({ do: 'finish', item: item.id });
  switch (node.kind) {
    case 'user':
      run.effects.push(createTask(run, item));
      item.wait = 'user';
      break;
    case 'service':
      if (startAction(run, item, node)) done();
      break;
    case 'script': {
      const value = evaluateAt(run, item.id, node.script?.text ?? 'null');
      if (node.script?.result) writeVars(run, item.id, { [node.script.result]: value });
      done();
      break;
    }
    case 'receive':
    case 'catch':
      armEvent(run, item, node);
      item.wait = 'event';
      break;
    case 'call':
      startCall(run, item, node);
      break;
    case 'root':
    case 'sub':
    case 'adhoc':
    case 'eventSub':
      enterScope(run, item, node);
      break;
    default:
      done();
  }
}

/** Returns true when the action has been done inline. */
function startAction(run: Run, item: Item, node: Node): boolean {
  const action = ACTIONS.get(node.action?.name ?? '');
  if (!node.action || !action) throw new Fault('action.unknown', `There is no action ${node.action?.name}.`);
  const input = inputsAt(run, item.id, node.action.inputs);
  if (action.inline) {
    writeVars(run, item.id, input);
    return true;
  }
  const fault = inputFault(action, input);
  if (fault) throw new Fault('action.input', fault);
  item.try = (item.try ?? 0) + 1;
  item.wait = 'job';
  run.effects.push({ kind: 'runAction', item: item.id, node: node.id, action: action.name, input, try: item.try });
  return false;
}

function startCall(run: Run, item: Item, node: Node): void {
  const call = node.call!;
  const vars = call.inputs ? inputsAt(run, item.id, call.inputs) : visibleVars(run, item.id);
  item.wait = 'call';
  const { process, version } = call;
  run.effects.push({ kind: 'startInstance', item: item.id, node: node.id, process, version, vars });
}

function enterScope(run: Run, item: Item, node: Node): void {
  armEvents(run, item, eventStartsOf(run, node));
  if (node.kind === 'adhoc') return;
  const starts = node.kind === 'root' && run.startNode !== undefined ? [run.startNode] : node.starts;
  for (const id of starts) run.queue.push({ do: 'enter', node: id, scope: item.id });
}

/** Writes the result of an action or a called process to variables. A result with invalid outputs is kept for a retry. */
export function takeResult(run: Run, item: Item, result: Vars): void {
  const node = nodeOf(run, item);
  const outputs = node.action?.outputs ?? node.call?.outputs;
  try {
    const named = node.action?.result ? { [node.action.result]: result } : result;
    const vars = outputs ? outputsOf(run, outputs, result) : named;
    if (item.incident?.phase === 'result') clearIncident(run, item);
    delete item.result;
    writeVars(run, item.id, vars);
    run.queue.push({ do: 'finish', item: item.id });
  } catch (error) {
    const fault = faultOf(error);
    item.result = result;
    raiseIncident(run, item, { ...fault, phase: 'result' });
  }
}

/** Ends an item. An iteration continues its loop, any other item leaves its node. */
export function finishItem(run: Run, item: Item): void {
  if (item.turn !== undefined) {
    cancelWaits(run, item);
    endIteration(run, item);
    return;
  }
  const node = nodeOf(run, item);
  cancelWaits(run, item);
  clearIncident(run, item);
  run.items.delete(item.id);
  run.log.push({ what: 'completed', node: node.id, item: item.id });
  if (node.kind !== 'eventSub') leaveNode(run, node, item.in!);
}

/** Throws the error of an action or a called process. An uncaught error is an incident. */
export function throwFromActivity(run: Run, item: Item, code: string, text: string): void {
  const { caught } = propagate(run, { activity: item }, 'error', code);
  if (!caught) raiseIncident(run, item, { code: 'error.uncaught', text: `${code}: ${text}`, phase: 'job' });
}

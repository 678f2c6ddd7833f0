import { ACTIONS, inputFault } from './actions.ts';
import { arm, armAll, eventStartsOf } from './arm-event.ts';
import { throwFrom } from './catch-event.ts';
import { leave } from './leave-node.ts';
import { beginLoop, endTurn } from './loops.ts';
import type { Item, Node, Vars } from './model.ts';
import {
  addItem,
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
  withdraw,
  writeVars,
} from './run.ts';
import { taskFor } from './user-tasks.ts';

/** A token arrives at an activity. */
export function enterActivity(run: Run, node: Node, scope: number): void {
  const item = addItem(run, node.id, scope);
  run.log.push({ what: 'entered', node: node.id, item: item.id });
  begin(run, item);
}

/** Also what a retry of phase enter repeats. */
export function begin(run: Run, item: Item): void {
  const node = nodeOf(run, item);
  if (item.turn === undefined) armAll(run, item, node.boundary);
  if (!node.loop || item.turn !== undefined) {
    work(run, item);
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

/** What an activity without a loop, or one turn of a loop, does. */
export function work(run: Run, item: Item): void {
  try {
    start(run, item);
    if (item.incident?.phase === 'enter') clearIncident(run, item);
  } catch (error) {
    raiseIncident(run, item, { ...faultOf(error), phase: 'enter' });
  }
}

function start(run: Run, item: Item): void {
  const node = nodeOf(run, item);
  const done = () => run.queue.push({ do: 'done', item: item.id });
  switch (node.kind) {
    case 'user':
      run.effects.push(taskFor(run, item));
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
      arm(run, item, node);
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

/** True when the action is already carried out. */
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
  armAll(run, item, eventStartsOf(run, node));
  if (node.kind === 'adhoc') return;
  const starts = node.kind === 'root' && run.startNode !== undefined ? [run.startNode] : node.starts;
  for (const id of starts) run.queue.push({ do: 'arrive', node: id, scope: item.id });
}

/** The result of an action or a called process becomes variables; what cannot be read is kept for a retry. */
export function takeResult(run: Run, item: Item, result: Vars): void {
  const node = nodeOf(run, item);
  const outputs = node.action?.outputs ?? node.call?.outputs;
  try {
    const named = node.action?.result ? { [node.action.result]: result } : result;
    const vars = outputs ? outputsOf(run, outputs, result) : named;
    if (item.incident?.phase === 'result') clearIncident(run, item);
    delete item.result;
    writeVars(run, item.id, vars);
    run.queue.push({ do: 'done', item: item.id });
  } catch (error) {
    const fault = faultOf(error);
    item.result = result;
    raiseIncident(run, item, { ...fault, phase: 'result' });
  }
}

/** The work of an item is done: a turn goes back to its loop, anything else leaves its node. */
export function finishItem(run: Run, item: Item): void {
  if (item.turn !== undefined) {
    withdraw(run, item);
    endTurn(run, item);
    return;
  }
  const node = nodeOf(run, item);
  withdraw(run, item);
  clearIncident(run, item);
  run.items.delete(item.id);
  run.log.push({ what: 'completed', node: node.id, item: item.id });
  if (node.kind !== 'eventSub') leave(run, node, item.in!);
}

/** An action failed with a code, or a called process ended by an error. */
export function throwFromActivity(run: Run, item: Item, code: string, text: string): void {
  const { caught } = throwFrom(run, { activity: item }, 'error', code);
  if (!caught) raiseIncident(run, item, { code: 'error.uncaught', text: `${code}: ${text}`, phase: 'job' });
}

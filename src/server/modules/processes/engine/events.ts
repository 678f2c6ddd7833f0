import { beginActivity, takeResult, throwFromActivity } from './activities.ts';
import { armEvents, setTimer } from './arm-event.ts';
import { triggerBoundary, triggerEventSub } from './catch-event.ts';
import { armGatewayTargets, enterNode } from './enter-node.ts';
import { leaveNode } from './leave-node.ts';
import { continueLoop, loopContinued, resumeLoop } from './loops.ts';
import type { IgnoredReason, Item, NodeId, ProcessEvent, Vars } from './model.ts';
import {
  addItem,
  cancelWaits,
  childrenOf,
  clearIncident,
  clearScope,
  faultOf,
  itemOf,
  lookupVariable,
  nodeOf,
  type Run,
  raiseIncident,
  removeSub,
  writeVars,
} from './run.ts';
import { moveTimer, rearmTimer, type TimerSub } from './timers.ts';

type Of<K extends ProcessEvent['kind']> = Extract<ProcessEvent, { kind: K }>;

/** Applies the event to the run. Returns a reason when the event is ignored. */
export function applyEvent(run: Run, event: ProcessEvent): IgnoredReason | undefined {
  if (event.kind === 'start') return start(run, event);
  const waitsToBegin = run.state.status === 'new' && run.state.begin !== undefined;
  if (event.kind === 'cancel' && (run.state.status === 'running' || waitsToBegin)) {
    run.state.status = 'cancelled';
    delete run.state.begin;
    return undefined;
  }
  if (run.state.status !== 'running') return run.state.status === 'new' || event.kind === 'cancel' ? 'state' : 'gone';
  if (event.kind === 'signal') return signal(run, event);
  if (event.kind === 'cancel') return 'state';
  const item = itemOf(run, event.kind === 'setVars' ? (event.item ?? 0) : event.item);
  if (!item) return 'gone';
  switch (event.kind) {
    case 'setVars':
      writeVars(run, item.id, event.vars);
      return undefined;
    case 'taskCompleted':
      return taskCompleted(run, item, event);
    case 'jobResult':
    case 'jobFailed':
      return jobEnded(run, item, event);
    case 'callEnded':
      return callEnded(run, item, event);
    case 'loopContinued':
      return loopContinued(run, item, event);
    case 'timerFired':
      return timerFired(run, item, event);
    case 'timersMoved':
      return timersMoved(run, item, event);
    case 'messageReceived':
      if (item.subs?.[event.node]?.on !== 'message') return 'gone';
      eventOccurred(run, item, event.node, event.vars);
      return undefined;
    case 'retry':
      return retry(run, item, event);
    case 'activate':
      return activate(run, item, event);
    case 'finish':
      if (!isOpenAdhoc(run, item)) return 'state';
      clearScope(run, item);
      run.queue.push({ do: 'finish', item: item.id });
      return undefined;
  }
}

function start(run: Run, event: Of<'start'>): IgnoredReason | undefined {
  if (run.state.status !== 'new') return 'state';
  const root = run.definition.nodes[run.definition.root]!;
  const node = event.node === undefined ? undefined : run.definition.nodes[event.node];
  if (event.node === undefined ? root.starts.length === 0 : node?.kind !== 'start' || node.scope !== root.id) {
    return 'state';
  }
  run.state.status = 'running';
  delete run.state.begin;
  const item = addItem(run, root.id, null, { vars: {} });
  writeVars(run, item.id, event.vars);
  run.log.push({ what: 'entered', node: root.id, item: item.id });
  if (event.node !== undefined) run.startNode = event.node;
  run.queue.push({ do: 'perform', item: item.id });
  return undefined;
}

function taskCompleted(run: Run, item: Item, event: Of<'taskCompleted'>): IgnoredReason | undefined {
  if (item.wait !== 'user') return 'gone';
  delete item.wait;
  writeVars(run, item.id, event.vars);
  if (event.outcome !== undefined) {
    const known = lookupVariable(run, item.id, 'outcomes');
    const outcomes = known !== null && typeof known === 'object' && !Array.isArray(known) ? known : {};
    writeVars(run, item.id, { outcome: event.outcome, outcomes: { ...outcomes, [item.node]: event.outcome } });
  }
  run.queue.push({ do: 'finish', item: item.id });
  return undefined;
}

function jobEnded(run: Run, item: Item, event: Of<'jobResult' | 'jobFailed'>): IgnoredReason | undefined {
  if (event.try !== (item.try ?? 0)) return 'try';
  if (item.wait !== 'job') return 'gone';
  delete item.wait;
  if (event.kind === 'jobResult') takeResult(run, item, event.vars ?? {});
  else if (event.code === undefined) {
    raiseIncident(run, item, { code: 'action.failed', text: event.text, phase: 'job' });
  } else throwFromActivity(run, item, event.code, event.text);
  return undefined;
}

function callEnded(run: Run, item: Item, event: Of<'callEnded'>): IgnoredReason | undefined {
  if (item.wait !== 'call') return 'gone';
  delete item.wait;
  if (event.refused) raiseIncident(run, item, { ...event.refused, phase: 'job' });
  else if (event.error) throwFromActivity(run, item, event.error.code, event.error.text ?? '');
  else takeResult(run, item, event.vars ?? {});
  return undefined;
}

function timerFired(run: Run, item: Item, event: Of<'timerFired'>): IgnoredReason | undefined {
  const sub = item.subs?.[event.node];
  if (sub?.on !== 'timer' || sub.left !== event.left) return 'gone';
  eventOccurred(run, item, event.node);
  return undefined;
}

function timersMoved(run: Run, item: Item, event: Of<'timersMoved'>): IgnoredReason | undefined {
  const timers = Object.entries(item.subs ?? {}).filter(([, sub]) => sub.on === 'timer');
  if (timers.length === 0) return 'gone';
  for (const [node, sub] of timers) setTimer(run, item, node, moveTimer(sub as TimerSub, event.milliseconds));
  return undefined;
}

/** Continues from the event `node` that `item` waits for. */
function eventOccurred(run: Run, item: Item, node: NodeId, vars?: Vars): void {
  const event = run.definition.nodes[node]!;
  const sub = item.subs![node]!;
  writeVars(run, item.id, vars);
  const repeats = event.kind !== 'catch' && event.kind !== 'receive' && event.interrupting === false;
  if (repeats && sub.on === 'timer') {
    armNext(run, item, node, sub);
  } else if (!repeats) removeSub(item, node);
  if (event.kind === 'boundary') triggerBoundary(run, item, event);
  else if (event.kind === 'start') triggerEventSub(run, item, run.definition.nodes[event.scope!]!);
  else if (item.node === node) {
    delete item.wait;
    run.queue.push({ do: 'finish', item: item.id });
  } else {
    // The first event at an event-based gateway. The other subscriptions are cancelled.
    cancelWaits(run, item);
    run.items.delete(item.id);
    run.log.push({ what: 'completed', node: item.node, item: item.id });
    run.log.push({ what: 'entered', node }, { what: 'completed', node });
    leaveNode(run, event, item.in!);
  }
}

/** Schedules the next time of a cycle. A time beyond the year 9999 is an incident; the current one is still delivered. */
function armNext(run: Run, item: Item, node: NodeId, sub: TimerSub): void {
  try {
    const next = rearmTimer(sub, run.clock.at, run.clock.zone);
    if (next) setTimer(run, item, node, next);
    else removeSub(item, node);
  } catch (error) {
    removeSub(item, node);
    raiseIncident(run, item, { ...faultOf(error), phase: 'arm', nodes: [node] });
  }
}

function signal(run: Run, event: Of<'signal'>): IgnoredReason | undefined {
  const waiting = [...run.items.values()].flatMap((item) =>
    Object.entries(item.subs ?? {}).flatMap(([node, sub]) =>
      sub.on === 'signal' && sub.name === event.name ? [{ item, node }] : [],
    ),
  );
  if (waiting.length === 0) return 'gone';
  for (const { item, node } of waiting) {
    // An earlier subscription of the same signal may have interrupted this one.
    if (itemOf(run, item.id) && item.subs?.[node]?.on === 'signal') eventOccurred(run, item, node, event.vars);
  }
  return undefined;
}

/** Repeats the phase that failed. */
function retry(run: Run, item: Item, event: Of<'retry'>): IgnoredReason | undefined {
  const incident = item.incident;
  if (!incident) return 'gone';
  const node = nodeOf(run, item);
  switch (incident.phase) {
    case 'event':
      return redeliver(run, item, event);
    case 'arm':
      clearIncident(run, item);
      armEvents(run, item, incident.nodes ?? []);
      return undefined;
    case 'result':
      takeResult(run, item, item.result ?? {});
      return undefined;
    case 'scope':
      clearIncident(run, item);
      if (node.kind === 'adhoc') run.adhocEnds.add(item.id);
      return undefined;
    case 'leave':
      if (item.mi?.waits === 'retry') resumeLoop(run, item);
      else if (item.mi) continueLoop(run, item);
      else if (item.turn !== undefined) run.queue.push({ do: 'finish', item: item.id });
      else {
        clearIncident(run, item);
        run.items.delete(item.id);
        leaveNode(run, node, item.in!);
      }
      return undefined;
    case 'job':
    case 'enter':
      if (node.kind === 'eventBased') armGatewayTargets(run, item, node);
      else if (node.kind === 'throw' || node.kind === 'end') {
        clearIncident(run, item);
        run.items.delete(item.id);
        enterNode(run, node, item.in!, undefined);
      } else {
        clearIncident(run, item);
        beginActivity(run, item);
      }
      return undefined;
  }
}

/** Delivers rejected events again, in their order, with the time of the retry. */
function redeliver(run: Run, root: Item, event: Of<'retry'>): IgnoredReason | undefined {
  const events = root.incident?.events ?? [];
  clearIncident(run, root);
  const { id, at, zone } = event;
  for (const kept of events) {
    if (kept.kind === 'start') {
      run.items.clear();
      run.state.status = 'new';
      run.state.seq = 0;
      start(run, { ...kept, id, at, zone, vars: root.vars ?? {} });
    } else applyEvent(run, { ...kept, id, at, zone });
  }
  return undefined;
}

function isOpenAdhoc(run: Run, item: Item): boolean {
  return nodeOf(run, item).kind === 'adhoc' && !item.mi && item.incident?.phase !== 'enter';
}

function activate(run: Run, item: Item, event: Of<'activate'>): IgnoredReason | undefined {
  const node = nodeOf(run, item);
  if (!isOpenAdhoc(run, item) || !node.starts.includes(event.node)) return 'state';
  if (node.adhoc?.sequential && (childrenOf(run, item.id).length > 0 || item.parked)) return 'state';
  writeVars(run, item.id, event.vars);
  run.queue.push({ do: 'enter', node: event.node, scope: item.id });
  return undefined;
}

import type { EventSpec, Item, Node, NodeId } from './model.ts';
import { evaluateAt, Fault, faultOf, type Run, raiseIncident, valueAt } from './run.ts';
import { armTimer, type TimerSub } from './timers.ts';

const ARMED_EVENTS = new Set<EventSpec['on']>(['timer', 'message', 'signal']);

/** Schedules the timer or subscribes to the message or signal of `node`. Throws errors that `faultOf` accepts. */
export function armEvent(run: Run, item: Item, node: Node): void {
  const event = node.event;
  const ref = { item: item.id, node: node.id };
  if (event?.on === 'timer') {
    const value = valueAt(run, item.id, event.value);
    if (typeof value !== 'string')
      throw new Fault('timer.due', `The timer of ${nameOf(node)} has no date or duration.`);
    setTimer(run, item, node.id, armTimer(event.timer, value, run.clock.at, run.clock.zone));
  } else if (event?.on === 'message') {
    const { name } = event;
    const key = messageKey(run, item.id, event, node);
    subsOf(item)[node.id] = { on: 'message', name, key };
    run.effects.push({ kind: 'subscribe', ...ref, sub: 'message', name, key });
  } else if (event?.on === 'signal') {
    const { name } = event;
    subsOf(item)[node.id] = { on: 'signal', name };
    run.effects.push({ kind: 'subscribe', ...ref, sub: 'signal', name });
  }
}

export function setTimer(run: Run, item: Item, node: NodeId, sub: TimerSub): void {
  subsOf(item)[node] = sub;
  const left = sub.left === undefined ? {} : { left: sub.left };
  run.effects.push({ kind: 'scheduleTimer', item: item.id, node, due: sub.due, ...left });
}

/** As the API allows for messages: a longer key would match none. */
const MAX_KEY = 200;

/** Evaluates a correlation key. Without an expression it is empty. Throws Fault for null and for a long text. */
export function messageKey(run: Run, from: number, event: Extract<EventSpec, { on: 'message' }>, node: Node): string {
  if (event.key === undefined) return '';
  const key = evaluateAt(run, from, event.key);
  if (typeof key === 'number' || typeof key === 'boolean') return String(key);
  if (typeof key !== 'string') throw new Fault('message.key', `The correlation key of ${nameOf(node)} is empty.`);
  if (key.length > MAX_KEY) {
    throw new Fault('message.key', `The correlation key of ${nameOf(node)} is longer than ${MAX_KEY} characters.`);
  }
  return key;
}

/** Arms those of `nodes` that are not armed yet. Failures become one incident, and the item continues without them. */
export function armEvents(run: Run, item: Item, nodes: NodeId[]): void {
  const failed: NodeId[] = [];
  let fault: { code: string; text: string } | undefined;
  for (const id of nodes) {
    const node = run.definition.nodes[id]!;
    if (!ARMED_EVENTS.has(node.event?.on ?? 'none') || item.subs?.[id]) continue;
    try {
      armEvent(run, item, node);
    } catch (error) {
      fault ??= faultOf(error);
      failed.push(id);
    }
  }
  if (fault) raiseIncident(run, item, { ...fault, phase: 'arm', nodes: failed });
}

/** Returns the start events of the event sub-processes of a scope. */
export function eventStartsOf(run: Run, scope: Node): NodeId[] {
  return scope.eventStarts.flatMap((id) => run.definition.nodes[id]!.starts);
}

export function nameOf(node: Node): string {
  return node.name ?? node.id;
}

function subsOf(item: Item): NonNullable<Item['subs']> {
  item.subs ??= {};
  return item.subs;
}

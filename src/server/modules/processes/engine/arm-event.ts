import type { EventSpec, Item, Node, NodeId } from './model.ts';
import { evaluateAt, Fault, faultOf, type Run, raiseIncident, valueAt } from './run.ts';
import { armTimer, type TimerSub } from './timers.ts';

const WAITED_FOR = new Set<EventSpec['on']>(['timer', 'message', 'signal']);

/** Arms what the event of `node` waits for, on `item`. Throws what faultOf understands. */
export function arm(run: Run, item: Item, node: Node): void {
  const event = node.event;
  const place = { item: item.id, node: node.id };
  if (event?.on === 'timer') {
    const value = valueAt(run, item.id, event.value);
    if (typeof value !== 'string')
      throw new Fault('timer.due', `The timer of ${nameOf(node)} has no date or duration.`);
    setTimer(run, item, node.id, armTimer(event.timer, value, run.clock.at, run.clock.zone));
  } else if (event?.on === 'message') {
    const { name } = event;
    const key = messageKey(run, item.id, event, node);
    subsOf(item)[node.id] = { on: 'message', name, key };
    run.effects.push({ kind: 'subscribe', ...place, sub: 'message', name, key });
  } else if (event?.on === 'signal') {
    const { name } = event;
    subsOf(item)[node.id] = { on: 'signal', name };
    run.effects.push({ kind: 'subscribe', ...place, sub: 'signal', name });
  }
}

export function setTimer(run: Run, item: Item, node: NodeId, sub: TimerSub): void {
  subsOf(item)[node] = sub;
  const left = sub.left === undefined ? {} : { left: sub.left };
  run.effects.push({ kind: 'scheduleTimer', item: item.id, node, due: sub.due, ...left });
}

/** A correlation key is text; none drawn is the empty key. Throws Fault for null. */
export function messageKey(run: Run, from: number, event: Extract<EventSpec, { on: 'message' }>, node: Node): string {
  if (event.key === undefined) return '';
  const key = evaluateAt(run, from, event.key);
  if (typeof key === 'number' || typeof key === 'boolean') return String(key);
  if (typeof key !== 'string') throw new Fault('message.key', `The correlation key of ${nameOf(node)} is empty.`);
  return key;
}

/** Arms those of `nodes` that are not armed yet. What fails becomes one incident; the item goes on without it. */
export function armAll(run: Run, item: Item, nodes: NodeId[]): void {
  const failed: NodeId[] = [];
  let fault: { code: string; text: string } | undefined;
  for (const id of nodes) {
    const node = run.definition.nodes[id]!;
    if (!WAITED_FOR.has(node.event?.on ?? 'none') || item.subs?.[id]) continue;
    try {
      arm(run, item, node);
    } catch (error) {
      fault ??= faultOf(error);
      failed.push(id);
    }
  }
  if (fault) raiseIncident(run, item, { ...fault, phase: 'arm', nodes: failed });
}

/** Start events of the event sub-processes of a scope. */
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

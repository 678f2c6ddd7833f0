import assert from 'node:assert/strict';
import type {
  Definition,
  Effect,
  EventBody,
  Item,
  ProcessEvent,
  State,
} from '../../src/server/modules/processes/engine/model.ts';
import { newState, step } from '../../src/server/modules/processes/engine/step.ts';
import type { Drawn } from './draw.ts';

export interface Outcome {
  state: State;
  done: Map<string, number>;
  events: number;
}

/** Returns all events that can occur now. */
export function possible(
  definition: Definition,
  state: State,
  drawn: Drawn,
  used: Map<number, Map<string, number>>,
): EventBody[] {
  const byId = new Map(state.items.map((item) => [item.id, item]));
  const above = (item: Item): Item[] => {
    const list: Item[] = [];
    for (let one: Item | undefined = item; one; one = byId.get(one.in ?? -1)) list.push(one);
    return list;
  };
  const armedAbove = (item: Item, event: string) => above(item).some((one) => one.subs?.[event] !== undefined);
  const open = (task: string, inside: Item) =>
    state.items.some((item) => item.node === task && item.wait === 'user' && above(item).includes(inside));
  const events: EventBody[] = [];
  for (const item of state.items) {
    const node = definition.nodes[item.node]!;
    if (item.wait === 'user' && !drawn.held.has(node.id)) {
      const first = drawn.after.get(node.id);
      if (first === undefined || !armedAbove(item, first)) events.push({ kind: 'taskCompleted', item: item.id });
    }
    if (item.wait === 'job') events.push({ kind: 'jobResult', item: item.id, try: item.try ?? 0 });
    if (item.wait === 'call') events.push({ kind: 'callEnded', item: item.id, vars: { called: true } });
    if (item.mi?.waits === 'step') events.push({ kind: 'loopContinued', item: item.id, next: item.mi.next });
    for (const [at, sub] of Object.entries(item.subs ?? {})) {
      const own = item.wait === 'event' && !drawn.losers.has(at);
      const needs = drawn.fires.get(at);
      const fires = drawn.fires.has(at) && (needs === undefined || open(needs, item));
      if (!own && !fires) continue;
      if (sub.on === 'timer') events.push({ kind: 'timerFired', item: item.id, node: at });
      else if (sub.on === 'message') events.push({ kind: 'messageReceived', item: item.id, node: at, vars: {} });
      else if (definition.nodes[at]!.kind !== 'catch' || singleSignal(state, sub.name))
        events.push({ kind: 'signal', name: sub.name });
    }
    const plan = node.kind === 'adhoc' && !item.mi ? drawn.adhoc.get(node.id) : undefined;
    if (plan) {
      const own = used.get(item.id) ?? new Map<string, number>();
      const children = state.items.some((one) => one.in === item.id);
      const left = [...plan].filter(([task, times]) => (own.get(task) ?? 0) < times);
      if (!(node.adhoc?.sequential && children)) {
        for (const [task] of left) events.push({ kind: 'activate', item: item.id, node: task });
      }
      if (left.length === 0 && !children) events.push({ kind: 'finish', item: item.id });
    }
  }
  return events;
}

/** A signal reaches all subscribers at once, but the expectation counts each. So it waits until there is only one. */
function singleSignal(state: State, name: string): boolean {
  return (
    state.items
      .flatMap((item) => Object.values(item.subs ?? {}))
      .filter((sub) => sub.on === 'signal' && sub.name === name).length === 1
  );
}

/** Drives a model to its end in random order, and checks the invariants after each event. */
export function drive(definition: Definition, drawn: Drawn, random: (below: number) => number): Outcome {
  const stored = JSON.parse(JSON.stringify(definition)) as Definition;
  const ledger = new Ledger();
  const done = new Map<string, number>();
  const used = new Map<number, Map<string, number>>();
  const history: ProcessEvent[] = [];
  let state = newState();
  let serial = 0;
  const send = (body: EventBody) => {
    serial += 1;
    const event: ProcessEvent = { ...body, id: `e${serial}`, at: '2026-03-28T12:00:00Z', zone: 'Europe/Tallinn' };
    history.push(event);
    const before = JSON.stringify(state);
    const result = step(definition, state, event);
    assert.equal(JSON.stringify(state), before, 'the state given is not touched');
    assert.equal(result.ignored, undefined, `${event.kind} is not ignored`);
    assert.equal(result.rejected, undefined, `${event.kind} is not rejected`);
    const again = step(stored, JSON.parse(before) as State, JSON.parse(JSON.stringify(event)) as ProcessEvent);
    assert.deepEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(result)), 'JSON changes nothing');
    ledger.happen(event, definition);
    for (const effect of result.effects) ledger.apply(effect);
    state = result.state;
    check(definition, state, ledger);
    if (SINGLE.has(event.kind)) assert.ok(step(definition, state, event).ignored, 'a second delivery is ignored');
  };
  send({ kind: 'start', vars: {} });
  while (state.status === 'running') {
    const events = possible(definition, state, drawn, used);
    const blocked = events.length === 0 ? signalsIn(state) : [];
    const choices = events.length > 0 ? events : blocked;
    assert.ok(choices.length > 0, `somebody can go on: ${JSON.stringify(state.items)}`);
    const event = choices[random(choices.length)]!;
    record(definition, state, event, done, used);
    send(event);
    assert.ok(serial < 5000, 'the model comes to an end');
  }
  let replayed = newState();
  for (const event of history) replayed = step(stored, replayed, event).state;
  assert.deepEqual(replayed, JSON.parse(JSON.stringify(state)), 'the same events give the same state');
  return { state, done, events: serial };
}

const SINGLE = new Set<EventBody['kind']>([
  'start',
  'taskCompleted',
  'jobResult',
  'callEnded',
  'loopContinued',
  'timerFired',
  'messageReceived',
  'finish',
]);

/** Signal subscribers that are left are triggered together. */
function signalsIn(state: State): EventBody[] {
  const names = new Set(
    state.items.flatMap((item) =>
      Object.values(item.subs ?? {}).flatMap((sub) => (sub.on === 'signal' ? [sub.name] : [])),
    ),
  );
  return [...names].map((name) => ({ kind: 'signal', name }));
}

function record(
  definition: Definition,
  state: State,
  event: EventBody,
  done: Map<string, number>,
  used: Map<number, Map<string, number>>,
): void {
  const add = (id: string) => done.set(id, (done.get(id) ?? 0) + 1);
  const itemNode = (id: number) => state.items.find((item) => item.id === id)!.node;
  if (event.kind === 'taskCompleted' || event.kind === 'jobResult' || event.kind === 'callEnded')
    add(itemNode(event.item));
  if (event.kind === 'timerFired' || event.kind === 'messageReceived') add(event.node);
  if (event.kind === 'signal') {
    for (const item of state.items) {
      for (const [node, sub] of Object.entries(item.subs ?? {}))
        if (sub.on === 'signal' && definition.nodes[node]) add(node);
    }
  }
  if (event.kind === 'activate') {
    const own = used.get(event.item) ?? new Map<string, number>();
    own.set(event.node, (own.get(event.node) ?? 0) + 1);
    used.set(event.item, own);
  }
}

/** The table rows that result from all effects. */
export class Ledger {
  readonly rows = new Map<string, string>();
  complete = 0;

  /** Events remove their task, timer or message subscription. Signals remove nothing. */
  happen(event: ProcessEvent, definition: Definition): void {
    const stays = (node: string) => definition.nodes[node]!.interrupting === false;
    if (event.kind === 'taskCompleted') this.rows.delete(`task ${event.item}`);
    if (event.kind === 'jobResult' || event.kind === 'jobFailed') this.rows.delete(`job ${event.item}`);
    if (event.kind === 'callEnded') this.rows.delete(`call ${event.item}`);
    if (event.kind === 'timerFired') this.rows.delete(`timer ${event.item} ${event.node}`);
    if (event.kind === 'messageReceived' && !stays(event.node)) this.rows.delete(`message ${event.item} ${event.node}`);
    if (event.kind === 'signal') {
      for (const [key, name] of this.rows) {
        if (key.startsWith('signal ') && name === event.name && !stays(key.split(' ')[2]!)) this.rows.delete(key);
      }
    }
  }

  apply(effect: Effect): void {
    const add = (key: string, value = '') => {
      assert.ok(!this.rows.has(key), `${key} is not opened twice`);
      this.rows.set(key, value);
    };
    const remove = (key: string) => assert.ok(this.rows.delete(key), `${key} was open`);
    switch (effect.kind) {
      case 'createTask':
        add(`task ${effect.item}`);
        return;
      case 'cancelTask':
        remove(`task ${effect.item}`);
        return;
      case 'scheduleTimer':
        add(`timer ${effect.item} ${effect.node}`, effect.due);
        return;
      case 'cancelTimer':
        remove(`timer ${effect.item} ${effect.node}`);
        return;
      case 'runAction':
        add(`job ${effect.item}`, String(effect.try));
        return;
      case 'cancelAction':
        remove(`job ${effect.item}`);
        return;
      case 'subscribe':
        add(`${effect.sub} ${effect.item} ${effect.node}`, effect.name);
        return;
      case 'unsubscribe':
        remove(`${effect.sub} ${effect.item} ${effect.node}`);
        return;
      case 'startInstance':
        add(`call ${effect.item}`);
        return;
      case 'cancelInstance':
        remove(`call ${effect.item}`);
        return;
      case 'incident':
        add(`incident ${effect.item}`, effect.code);
        return;
      case 'incidentGone':
        remove(`incident ${effect.item}`);
        return;
      case 'complete':
        this.complete += 1;
        return;
      default:
        return;
    }
  }
}

/** The same rows, derived from the state. */
export function projection(state: State): Map<string, string> {
  const rows = new Map<string, string>();
  for (const item of state.items) {
    if (item.wait === 'user') rows.set(`task ${item.id}`, '');
    if (item.wait === 'job') rows.set(`job ${item.id}`, String(item.try));
    if (item.wait === 'call') rows.set(`call ${item.id}`, '');
    if (item.incident) rows.set(`incident ${item.id}`, item.incident.code);
    for (const [node, sub] of Object.entries(item.subs ?? {})) {
      rows.set(`${sub.on} ${item.id} ${node}`, sub.on === 'timer' ? sub.due : sub.name);
    }
  }
  return rows;
}

const sorted = (rows: Map<string, string>) => [...rows].sort(([one], [other]) => (one < other ? -1 : 1));

/** Checks the invariants that hold after each event in any model. */
export function check(definition: Definition, state: State, ledger: Ledger): void {
  if (state.status === 'new') return;
  const seen = new Set<number>();
  for (const item of state.items) {
    assert.ok(item.in === null ? item.id === 0 : seen.has(item.in), 'parents stand before their children');
    assert.ok(!seen.has(item.id) && item.id < state.seq, 'ids are unique');
    seen.add(item.id);
    for (const [gateway, flows] of Object.entries(item.parked ?? {})) {
      const node = definition.nodes[gateway]!;
      assert.equal(node.scope, item.node, 'tokens are parked in the scope of their join');
      for (const [flow, count] of Object.entries(flows)) assert.ok(node.in.includes(flow) && count > 0, 'on its flows');
    }
  }
  assert.deepEqual(sorted(ledger.rows), sorted(projection(state)), 'what effects opened is what the state waits for');
  if (state.status === 'running') {
    assert.equal(ledger.complete, 0);
    const alive = state.items.some((item) => {
      const offered = definition.nodes[item.node]!.kind === 'adhoc';
      return (
        item.wait !== undefined ||
        item.mi?.waits === 'step' ||
        item.subs !== undefined ||
        item.incident !== undefined ||
        offered
      );
    });
    assert.ok(alive, 'somebody can act or there is an incident');
  } else {
    assert.deepEqual(state.items, [], 'nothing is left of what has ended');
    assert.equal(ledger.complete, 1, 'it ended once');
  }
}

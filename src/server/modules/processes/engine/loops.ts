import type { EventBody, IgnoredReason, Item, Json, LoopSpec, NodeKind, Vars } from './model.ts';
import {
  addItem,
  childrenOf,
  clearIncident,
  clearScope,
  evaluateAt,
  Fault,
  faultOf,
  itemOf,
  nodeOf,
  type Run,
  raiseIncident,
  writeVars,
} from './run.ts';

const MAX_TURNS = 1000;
/** Turns that begin in one step. What is left begins in steps of its own, so that no transaction grows with the list. */
const TURNS_PER_STEP = 1000;
/** The same for turns that begin a scope or call a process: each may be as much work as a whole step. */
const WIDE_TURNS_PER_STEP = 20;
/** When what the turns of this step do has taken so many moves, the next one waits for a step of its own. */
const MOVES_PER_STEP = 500;
/** Loops in loops come to an end too. */
const MAX_TURNS_OF_INSTANCE = 100_000;
const WIDE = new Set<NodeKind>(['call', 'sub', 'adhoc']);

type Multiple = Extract<LoopSpec, { kind: 'parallel' | 'sequential' }>;
type Standard = Extract<LoopSpec, { kind: 'standard' }>;

/** Turns the item into a loop body and starts its first turns. Throws faults of the list, number or condition. */
export function beginLoop(run: Run, body: Item): void {
  const loop = nodeOf(run, body).loop!;
  if (loop.kind === 'standard') {
    body.mi = { n: Math.min(loop.max ?? MAX_TURNS, MAX_TURNS), next: 0, done: 0 };
    if (loop.before) continueStandard(run, body, loop);
    else if (body.mi.n === 0) finish(run, body);
    else startTurns(run, body);
    return;
  }
  const { n, vals } = turnsOf(run, body, loop);
  body.mi = {
    n,
    next: 0,
    done: 0,
    ...(vals ? { vals } : {}),
    ...(loop.outputCollection ? { out: new Array<Json>(n).fill(null) } : {}),
  };
  if (n === 0) finish(run, body);
  else startTurns(run, body);
}

/** Starts the turns that are due, all of a parallel loop and one of any other, as far as this step has room for them. */
function startTurns(run: Run, body: Item): void {
  const state = body.mi!;
  const isParallel = nodeOf(run, body).loop!.kind === 'parallel';
  do {
    if (state.waits || state.next >= state.n) return;
    if (!hasRoom(run, body)) {
      wait(run, body);
      return;
    }
    if ((run.state.turns ?? 0) >= MAX_TURNS_OF_INSTANCE) {
      const text = `The loops of this instance have begun ${MAX_TURNS_OF_INSTANCE} turns; more are not allowed.`;
      refuse(run, body, { code: 'loop.total', text });
      return;
    }
    startTurn(run, body);
  } while (isParallel);
}

function hasRoom(run: Run, body: Item): boolean {
  const isWide = WIDE.has(nodeOf(run, body).kind);
  return (
    run.turns < TURNS_PER_STEP && run.allMoves < MOVES_PER_STEP && (!isWide || run.wideTurns < WIDE_TURNS_PER_STEP)
  );
}

function wait(run: Run, body: Item): void {
  body.mi!.waits = 'step';
  run.effects.push({ kind: 'continueLoop', item: body.id, node: body.node, next: body.mi!.next });
}

/** Begins no more turns until the incident is retried; those that run go on. */
function refuse(run: Run, body: Item, why: { code: string; text: string }): void {
  body.mi!.waits = 'retry';
  raiseIncident(run, body, { ...why, phase: 'leave' });
}

/** The step of its own that `continueLoop` asked for. */
export function loopContinued(
  run: Run,
  body: Item,
  event: Extract<EventBody, { kind: 'loopContinued' }>,
): IgnoredReason | undefined {
  if (body.mi?.waits !== 'step' || body.mi.next !== event.next) return 'gone';
  if (event.refused) {
    refuse(run, body, event.refused);
    return undefined;
  }
  delete body.mi.waits;
  startTurns(run, body);
  return undefined;
}

/** Asks again for the step that was refused. */
export function resumeLoop(run: Run, body: Item): void {
  clearIncident(run, body);
  wait(run, body);
}

function turnsOf(run: Run, body: Item, loop: Multiple): { n: number; vals?: Json[] } {
  if (loop.collection !== undefined) {
    const list = evaluateAt(run, body.id, loop.collection);
    if (!Array.isArray(list)) throw new Fault('loop.collection', `${loop.collection} is not a list.`);
    if (list.length > MAX_TURNS) throw new Fault('loop.collection', `The list has more than ${MAX_TURNS} entries.`);
    return { n: list.length, ...(loop.element ? { vals: list } : {}) };
  }
  const number = evaluateAt(run, body.id, loop.cardinality ?? 'null');
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > MAX_TURNS) {
    throw new Fault('loop.collection', `The number of turns is no whole number up to ${MAX_TURNS}.`);
  }
  return { n: number };
}

function startTurn(run: Run, body: Item): void {
  run.turns += 1;
  if (WIDE.has(nodeOf(run, body).kind)) run.wideTurns += 1;
  run.state.turns = (run.state.turns ?? 0) + 1;
  const state = body.mi!;
  const index = state.next;
  state.next += 1;
  const loop = nodeOf(run, body).loop!;
  const vars: Vars = { loopCounter: index + 1 };
  if (loop.kind !== 'standard' && loop.element && state.vals) vars[loop.element] = state.vals[index] ?? null;
  const turn = addItem(run, body.node, body.id, { turn: index, vars });
  run.log.push({ what: 'entered', node: turn.node, item: turn.id });
  run.queue.push({ do: 'work', item: turn.id });
}

/** The work of one turn is done: keep its result, then go on with the loop. */
export function endTurn(run: Run, turn: Item): void {
  const body = itemOf(run, turn.in)!;
  const loop = nodeOf(run, body).loop!;
  if (loop.kind !== 'standard' && loop.outputElement !== undefined && body.mi!.out) {
    try {
      body.mi!.out[turn.turn!] = evaluateAt(run, turn.id, loop.outputElement);
    } catch (error) {
      raiseIncident(run, turn, { ...faultOf(error), phase: 'leave' });
      return;
    }
  }
  clearIncident(run, turn);
  run.items.delete(turn.id);
  run.log.push({ what: 'completed', node: turn.node, item: turn.id });
  body.mi!.done += 1;
  continueLoop(run, body);
}

/** After a turn, and when a failed condition is tried again. */
export function continueLoop(run: Run, body: Item): void {
  const loop = nodeOf(run, body).loop!;
  const state = body.mi!;
  try {
    if (loop.kind === 'standard') {
      continueStandard(run, body, loop);
      return;
    }
    if (loop.until !== undefined && evaluateAt(run, body.id, loop.until, counts(run, body)) === true) {
      clearScope(run, body);
      delete state.waits;
      finish(run, body);
      return;
    }
    if (state.waits === 'retry') return;
    if (body.incident?.phase === 'leave') clearIncident(run, body);
    if (state.done === state.n) finish(run, body);
    else if (loop.kind === 'parallel' || childrenOf(run, body.id).length === 0) startTurns(run, body);
  } catch (error) {
    raiseIncident(run, body, { ...faultOf(error), phase: 'leave' });
  }
}

function continueStandard(run: Run, body: Item, loop: Standard): void {
  const state = body.mi!;
  const wanted = loop.while === undefined || evaluateAt(run, body.id, loop.while, { loopCounter: state.done }) === true;
  if (body.incident?.phase === 'leave') clearIncident(run, body);
  if (!wanted) finish(run, body);
  else if (state.done < state.n) startTurns(run, body);
  else if (loop.max !== undefined && loop.max <= MAX_TURNS) finish(run, body);
  else throw new Fault('loop.limit', `The loop has run ${MAX_TURNS} times and its condition still holds.`);
}

function counts(run: Run, body: Item): Vars {
  const { n, done, out } = body.mi!;
  const active = childrenOf(run, body.id).length;
  const loop = nodeOf(run, body).loop as Multiple;
  return {
    numberOfInstances: n,
    numberOfCompletedInstances: done,
    numberOfActiveInstances: active,
    nrOfInstances: n,
    nrOfCompletedInstances: done,
    nrOfActiveInstances: active,
    ...(loop.outputCollection && out ? { [loop.outputCollection]: out } : {}),
  };
}

function finish(run: Run, body: Item): void {
  const loop = nodeOf(run, body).loop!;
  if (loop.kind !== 'standard' && loop.outputCollection && body.mi?.out) {
    writeVars(run, body.in, { [loop.outputCollection]: body.mi.out });
  }
  run.queue.push({ do: 'done', item: body.id });
}

import { MAX_STEP_COST } from './feel-cost.ts';
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

const MAX_ITERATIONS = 1000;
/** Iterations started in one step. Later steps start the rest, so that no transaction grows with the list. */
const ITERATIONS_PER_STEP = 1000;
/** The same for iterations that enter a scope or call a process: each may be as much work as a whole step. */
const COSTLY_ITERATIONS_PER_STEP = 20;
/** After this many moves in one step, the next iteration waits for another step. */
const MOVES_PER_STEP = 500;
/** The same for the work of expressions: a quarter of what one step may use. */
const FEEL_PER_STEP = MAX_STEP_COST / 4;
/** All loops of one instance together, so that nested loops end as well. */
const MAX_ITERATIONS_OF_INSTANCE = 100_000;
const COSTLY_KINDS = new Set<NodeKind>(['call', 'sub', 'adhoc']);

type Multiple = Extract<LoopSpec, { kind: 'parallel' | 'sequential' }>;
type Standard = Extract<LoopSpec, { kind: 'standard' }>;

/** Makes the item a loop and starts its first iterations. Throws errors of the collection, number or condition. */
export function beginLoop(run: Run, body: Item): void {
  const loop = nodeOf(run, body).loop!;
  if (loop.kind === 'standard') {
    body.mi = { n: Math.min(loop.max ?? MAX_ITERATIONS, MAX_ITERATIONS), next: 0, done: 0 };
    if (loop.before) continueStandard(run, body, loop);
    else if (body.mi.n === 0) finish(run, body);
    else startIterations(run, body);
    return;
  }
  const { n, vals } = iterationsOf(run, body, loop);
  body.mi = {
    n,
    next: 0,
    done: 0,
    ...(vals ? { vals } : {}),
    ...(loop.outputCollection ? { out: new Array<Json>(n).fill(null) } : {}),
  };
  if (n === 0) finish(run, body);
  else startIterations(run, body);
}

/** Starts the next iterations, all of a parallel loop or one of any other, up to the limits of this step. */
function startIterations(run: Run, body: Item): void {
  const state = body.mi!;
  const isParallel = nodeOf(run, body).loop!.kind === 'parallel';
  do {
    if (state.waits || state.next >= state.n) return;
    if (!canStartMore(run, body)) {
      waitForStep(run, body);
      return;
    }
    if ((run.state.turns ?? 0) >= MAX_ITERATIONS_OF_INSTANCE) {
      const text = `The loops of this instance have started ${MAX_ITERATIONS_OF_INSTANCE} iterations. That is the maximum.`;
      stopLoop(run, body, { code: 'loop.total', text });
      return;
    }
    startIteration(run, body);
  } while (isParallel);
}

function canStartMore(run: Run, body: Item): boolean {
  const isCostly = COSTLY_KINDS.has(nodeOf(run, body).kind);
  return (
    run.iterations < ITERATIONS_PER_STEP &&
    run.totalMoves < MOVES_PER_STEP &&
    run.feel.used < FEEL_PER_STEP &&
    (!isCostly || run.costlyIterations < COSTLY_ITERATIONS_PER_STEP)
  );
}

function waitForStep(run: Run, body: Item): void {
  body.mi!.waits = 'step';
  run.effects.push({ kind: 'continueLoop', item: body.id, node: body.node, next: body.mi!.next });
}

/** Starts no more iterations until the incident is retried. Running iterations continue. */
function stopLoop(run: Run, body: Item, reason: { code: string; text: string }): void {
  body.mi!.waits = 'retry';
  raiseIncident(run, body, { ...reason, phase: 'leave' });
}

/** The step that the effect `continueLoop` asked for. */
export function loopContinued(
  run: Run,
  body: Item,
  event: Extract<EventBody, { kind: 'loopContinued' }>,
): IgnoredReason | undefined {
  if (body.mi?.waits !== 'step' || body.mi.next !== event.next) return 'gone';
  if (event.refused) {
    stopLoop(run, body, event.refused);
    return undefined;
  }
  delete body.mi.waits;
  startIterations(run, body);
  return undefined;
}

/** Requests the refused step again. */
export function resumeLoop(run: Run, body: Item): void {
  clearIncident(run, body);
  waitForStep(run, body);
}

function iterationsOf(run: Run, body: Item, loop: Multiple): { n: number; vals?: Json[] } {
  if (loop.collection !== undefined) {
    const list = evaluateAt(run, body.id, loop.collection);
    if (!Array.isArray(list)) throw new Fault('loop.collection', `${loop.collection} is not a list.`);
    if (list.length > MAX_ITERATIONS)
      throw new Fault('loop.collection', `The list has more than ${MAX_ITERATIONS} entries.`);
    return { n: list.length, ...(loop.element ? { vals: list } : {}) };
  }
  const number = evaluateAt(run, body.id, loop.cardinality ?? 'null');
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > MAX_ITERATIONS) {
    throw new Fault('loop.collection', `The number of iterations must be a whole number from 0 to ${MAX_ITERATIONS}.`);
  }
  return { n: number };
}

function startIteration(run: Run, body: Item): void {
  run.iterations += 1;
  if (COSTLY_KINDS.has(nodeOf(run, body).kind)) run.costlyIterations += 1;
  run.state.turns = (run.state.turns ?? 0) + 1;
  const state = body.mi!;
  const index = state.next;
  state.next += 1;
  const loop = nodeOf(run, body).loop!;
  const vars: Vars = { loopCounter: index + 1 };
  if (loop.kind !== 'standard' && loop.element && state.vals) vars[loop.element] = state.vals[index] ?? null;
  const iteration = addItem(run, body.node, body.id, { turn: index, vars });
  run.log.push({ what: 'entered', node: iteration.node, item: iteration.id });
  run.queue.push({ do: 'perform', item: iteration.id });
}

/** Ends one iteration: stores its result and continues the loop. */
export function endIteration(run: Run, turn: Item): void {
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

/** Decides how the loop continues, after an iteration or when a failed condition is retried. */
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
    else if (loop.kind === 'parallel' || childrenOf(run, body.id).length === 0) startIterations(run, body);
  } catch (error) {
    raiseIncident(run, body, { ...faultOf(error), phase: 'leave' });
  }
}

function continueStandard(run: Run, body: Item, loop: Standard): void {
  const state = body.mi!;
  const wanted = loop.while === undefined || evaluateAt(run, body.id, loop.while, { loopCounter: state.done }) === true;
  if (body.incident?.phase === 'leave') clearIncident(run, body);
  if (!wanted) finish(run, body);
  else if (state.done < state.n) startIterations(run, body);
  else if (loop.max !== undefined && loop.max <= MAX_ITERATIONS) finish(run, body);
  else throw new Fault('loop.limit', `The loop has run ${MAX_ITERATIONS} times and its condition still holds.`);
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
  run.queue.push({ do: 'finish', item: body.id });
}

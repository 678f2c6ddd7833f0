import { beginActivity, finishItem } from './activities.ts';
import { enterNode, fireJoin, removeAllItems } from './enter-node.ts';
import { applyEvent } from './events.ts';
import { readyJoin } from './joins.ts';
import type { Definition, Effect, Incident, IncidentPhase, Item, ProcessEvent, State, StepResult } from './model.ts';
import {
  childrenOf,
  clearIncident,
  clearScope,
  countMove,
  evaluateAt,
  faultOf,
  itemOf,
  MAX_VARIABLES_BYTES,
  nodeOf,
  Rejected,
  type Run,
  raiseIncident,
} from './run.ts';

/** Returns the state of an instance before its `start` event. */
export function newState(): State {
  return { v: 1, seq: 0, status: 'new', items: [] };
}

/**
 * Applies one event to one instance. Pure: the same definition, state and event give the same result, and `state` is not
 * changed. Errors in a model or its data do not throw: they become incidents, or reject the event as a whole.
 */
export function step(definition: Definition, state: State, event: ProcessEvent): StepResult {
  const run = openRun(definition, state, event);
  try {
    const ignored = applyEvent(run, event);
    if (ignored) return { state, effects: [], log: [], ignored, changed: [] };
    settle(run);
    clearRefusals(run, event);
    checkSize(run);
    return close(run, event);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return reject(definition, state, event, error);
  }
}

function openRun(definition: Definition, state: State, event: ProcessEvent): Run {
  const copy = JSON.parse(JSON.stringify(state)) as State;
  return {
    definition,
    state: copy,
    clock: event,
    items: new Map(copy.items.map((item) => [item.id, item])),
    queue: [],
    moves: new Map(),
    totalMoves: 0,
    iterations: 0,
    costlyIterations: 0,
    feel: { used: 0 },
    effects: [],
    log: [],
    changed: new Set(),
    adhocEnds: new Set(),
  };
}

/** Moves tokens until none can move: first the queue, then finished scopes, then inclusive joins. Then it finds starved joins. */
function settle(run: Run): void {
  while (run.state.status === 'running') {
    const move = run.queue.shift();
    if (move) {
      if (move.do !== 'enter') {
        const item = itemOf(run, move.item);
        if (!item) continue;
        if (move.do === 'finish') finishItem(run, item);
        else beginActivity(run, item);
      } else if (itemOf(run, move.scope)) {
        countMove(run, move.scope);
        enterNode(run, run.definition.nodes[move.node]!, move.scope, move.flow);
      }
      continue;
    }
    // A finished scope emits a token, so scopes end before inclusive joins are decided.
    if (endScopes(run) || decideAdhoc(run)) continue;
    const ready = readyJoin(run.definition, [...run.items.values()]);
    if (!ready) break;
    countMove(run, ready.scope.id);
    fireJoin(run, ready.join, ready.scope.id);
  }
  if (run.state.status === 'running') raiseStarvedJoins(run);
}

const UNFINISHED = new Set<IncidentPhase | undefined>(['enter', 'leave']);

/** Ends the innermost empty scope. Returns true when one ended. */
function endScopes(run: Run): boolean {
  const busy = new Set([...run.items.values()].map((item) => item.in));
  for (const item of [...run.items.values()].reverse()) {
    const { kind } = nodeOf(run, item);
    if (kind !== 'root' && kind !== 'sub' && kind !== 'eventSub') continue;
    if (item.mi || item.parked || busy.has(item.id)) continue;
    // Not finished: a scope that has not begun, a rejected start, an iteration whose result is invalid.
    if (UNFINISHED.has(item.incident?.phase) || item.incident?.events) continue;
    if (item.in === null) {
      run.state.status = 'completed';
      return true;
    }
    finishItem(run, item);
    return true;
  }
  return false;
}

/** Evaluates the completion conditions of ad-hoc sub-processes in which an activity has ended. */
function decideAdhoc(run: Run): boolean {
  for (const id of run.adhocEnds) {
    run.adhocEnds.delete(id);
    const item = itemOf(run, id);
    const spec = item && nodeOf(run, item).adhoc;
    if (!item || spec?.until === undefined) continue;
    try {
      const active = childrenOf(run, id).length;
      const done = evaluateAt(run, id, spec.until, { numberOfActiveInstances: active }) === true;
      if (item.incident?.phase === 'scope') clearIncident(run, item);
      if (!done || (active > 0 && !spec.cancelRemaining) || (item.parked && !spec.cancelRemaining)) continue;
      clearScope(run, item);
      finishItem(run, item);
      return true;
    } catch (error) {
      raiseIncident(run, item, { ...faultOf(error), phase: 'scope' });
    }
  }
  return false;
}

/** Raises an incident in scopes that contain only tokens at joins, because these can never continue. */
function raiseStarvedJoins(run: Run): void {
  const busy = new Set([...run.items.values()].map((item) => item.in));
  for (const item of run.items.values()) {
    const stuck = item.parked !== undefined && !busy.has(item.id) && nodeOf(run, item).kind !== 'adhoc';
    if (!stuck) {
      if (item.incident?.code === 'join.starved') clearIncident(run, item);
    } else if (!item.incident) raiseIncident(run, item, starvedJoin(run, item));
  }
}

function starvedJoin(run: Run, item: Item): Incident {
  const names = Object.keys(item.parked ?? {}).map((id) => run.definition.nodes[id]!.name ?? id);
  const text = `${names.join(', ')} waits for a token that can no longer arrive.`;
  return { code: 'join.starved', text, phase: 'scope' };
}

/**
 * Clears the incident of a user's rejected event once the event is accepted or its item no longer exists. Events kept
 * for a retry stay.
 */
function clearRefusals(run: Run, event: ProcessEvent): void {
  const incident = run.items.get(0)?.incident;
  if (incident?.phase !== 'event') return;
  const done = itemOfEvent(event);
  const asked = (incident.asked ?? []).filter((id) => id !== done && run.items.has(id));
  if (asked.length === 0 && !incident.events) clearIncident(run, run.items.get(0)!);
  else if (asked.length > 0) incident.asked = asked;
  else delete incident.asked;
}

function itemOfEvent(event: ProcessEvent): number | undefined {
  return 'item' in event ? event.item : undefined;
}

function checkSize(run: Run): void {
  if (run.changed.size === 0) return;
  const all = [...run.items.values()].map((item) => item.vars ?? null);
  const bytes = Buffer.byteLength(JSON.stringify(all));
  if (bytes > MAX_VARIABLES_BYTES) {
    throw new Rejected('variables.size', `The variables take ${bytes} bytes. The maximum is ${MAX_VARIABLES_BYTES}.`);
  }
}

function close(run: Run, event: ProcessEvent): StepResult {
  const { state, effects, log } = run;
  if (state.status !== 'running') {
    const vars = run.items.get(0)?.vars ?? {};
    const status = state.status as 'completed' | 'error' | 'cancelled';
    removeAllItems(run);
    state.end = vars;
    effects.push({
      kind: 'complete',
      status,
      vars,
      ...(state.error ? { error: state.error } : {}),
      ...(event.kind === 'cancel' && event.reason ? { reason: event.reason } : {}),
    });
  }
  state.items = [...run.items.values()];
  return { state, effects, log, changed: [...run.changed].sort() };
}

/** Events that are not sent again, so that a rejected one is kept for a retry. */
const KEPT = new Set<ProcessEvent['kind']>([
  'start',
  'jobResult',
  'jobFailed',
  'callEnded',
  'loopContinued',
  'timerFired',
  'messageReceived',
  'signal',
]);

function reject(definition: Definition, state: State, event: ProcessEvent, error: Rejected): StepResult {
  const rejected = { code: error.code, text: error.message };
  const isFromUser = ['start', 'taskCompleted', 'setVars', 'activate', 'finish', 'retry'].includes(event.kind);
  if (error.code !== 'runaway' && isFromUser) return { state, effects: [], log: [], rejected, changed: [] };
  const run = openRun(definition, state, event);
  if (state.status === 'new') {
    run.state.status = 'running';
    run.state.seq = 1;
    run.items.set(0, {
      id: 0,
      node: definition.root,
      in: null,
      vars: event.kind === 'start' ? (event.vars ?? {}) : {},
    });
  }
  const root = run.items.get(0)!;
  const earlier = root.incident?.events ?? [];
  const events = KEPT.has(event.kind) ? [...earlier, event] : earlier;
  const refused = new Set(root.incident?.asked ?? []);
  const item = itemOfEvent(event);
  if (!KEPT.has(event.kind) && event.kind !== 'retry' && item !== undefined) refused.add(item);
  raiseIncident(run, root, {
    code: error.code,
    text: error.message,
    phase: 'event',
    ...(events.length > 0 ? { events } : {}),
    ...(refused.size > 0 ? { asked: [...refused] } : {}),
  });
  run.state.items = [...run.items.values()];
  return { state: run.state, effects: run.effects as Effect[], log: [], rejected, changed: [] };
}

import { compileFeel, type FeelBudget, FeelError, isVariableName, runFeel } from './feel.ts';
import type {
  Definition,
  Effect,
  EventBase,
  Expression,
  FlowId,
  Incident,
  InputSpec,
  Item,
  Json,
  LogEntry,
  Node,
  NodeId,
  State,
  Value,
  Vars,
} from './model.ts';
import { TimerError } from './timers.ts';

/** Moves in one step, counted for each loop iteration apart: a wide fan-out is not a runaway model. */
const MAX_MOVES = 1000;
const MAX_ITEMS = 5000;
export const MAX_VARIABLES_BYTES = 256 * 1024;

/** Work left in this step. Moving tokens exist only here. */
type Move =
  | { do: 'enter'; node: NodeId; scope: number; flow?: FlowId }
  | { do: 'perform'; item: number }
  | { do: 'finish'; item: number };

/** One step in progress: a private copy of the state, and the results so far. */
export interface Run {
  definition: Definition;
  state: State;
  clock: EventBase;
  items: Map<number, Item>;
  queue: Move[];
  /** Moves in this step, by the item of the innermost loop iteration. 0 is outside of all loops. */
  moves: Map<number, number>;
  totalMoves: number;
  /** Loop iterations started in this step, and those of them that enter a scope or call a process. */
  iterations: number;
  costlyIterations: number;
  /** Work of the expressions in this step. */
  feel: FeelBudget;
  effects: Effect[];
  log: LogEntry[];
  changed: Set<string>;
  /** Ad-hoc sub-processes in which an activity has ended: their completion condition must be evaluated. */
  adhocEnds: Set<number>;
  /** The start event that was triggered, in place of the none start events. */
  startNode?: NodeId;
}

/** Rejects the whole event: all its changes are discarded. */
export class Rejected extends Error {
  readonly code: 'runaway' | 'variables.size' | 'variables.name';
  constructor(code: Rejected['code'], text: string) {
    super(text);
    this.code = code;
  }
}

/** A model or data error at one item, where it becomes an incident. */
export class Fault extends Error {
  readonly code: string;
  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

export function nodeOf(run: Run, item: Item): Node {
  return run.definition.nodes[item.node]!;
}

export function itemOf(run: Run, id: number | null | undefined): Item | undefined {
  return id === null || id === undefined ? undefined : run.items.get(id);
}

/** Counts a move in the scope item `scope`. Throws Rejected when the model loops without waiting. */
export function countMove(run: Run, scope: number): void {
  const turn = iterationAround(run, scope);
  const moves = (run.moves.get(turn) ?? 0) + 1;
  run.moves.set(turn, moves);
  run.totalMoves += 1;
  if (moves > MAX_MOVES) {
    throw new Rejected('runaway', `More than ${MAX_MOVES} moves in one step: the model loops without waiting.`);
  }
}

function iterationAround(run: Run, scope: number): number {
  for (let item = itemOf(run, scope); item; item = itemOf(run, item.in)) if (item.turn !== undefined) return item.id;
  return 0;
}

export function addItem(run: Run, node: NodeId, scope: number | null, fields: Partial<Item> = {}): Item {
  if (run.items.size >= MAX_ITEMS) throw new Rejected('runaway', `More than ${MAX_ITEMS} open items at once.`);
  const item: Item = { id: run.state.seq, node, in: scope, ...fields };
  run.state.seq += 1;
  run.items.set(item.id, item);
  return item;
}

export function childrenOf(run: Run, id: number): Item[] {
  return [...run.items.values()].filter((item) => item.in === id);
}

/** Cancels what the item waits for. Its children stay. */
export function cancelWaits(run: Run, item: Item): void {
  const { id, node } = item;
  for (const armed of Object.keys(item.subs ?? {})) disarmEvent(run, item, armed);
  if (item.wait === 'user') run.effects.push({ kind: 'cancelTask', item: id, node });
  if (item.wait === 'job') run.effects.push({ kind: 'cancelAction', item: id, node, try: item.try ?? 1 });
  if (item.wait === 'call') run.effects.push({ kind: 'cancelInstance', item: id, node });
  delete item.wait;
}

export function disarmEvent(run: Run, item: Item, node: NodeId): void {
  const sub = item.subs?.[node];
  if (!sub) return;
  const ref = { item: item.id, node };
  if (sub.on === 'timer') run.effects.push({ kind: 'cancelTimer', ...ref });
  else if (sub.on === 'message') {
    run.effects.push({ kind: 'unsubscribe', ...ref, sub: 'message', name: sub.name, key: sub.key });
  } else run.effects.push({ kind: 'unsubscribe', ...ref, sub: 'signal', name: sub.name });
  removeSub(item, node);
}

/** Removes a subscription that its delivery has used up, without an effect. */
export function removeSub(item: Item, node: NodeId): void {
  if (!item.subs) return;
  delete item.subs[node];
  if (Object.keys(item.subs).length === 0) delete item.subs;
}

export function cancelItem(run: Run, item: Item): void {
  cancelWith(run, item, childIndex(run));
}

type ChildIndex = ReadonlyMap<number | null, readonly Item[]>;

/** An index, because a search for the children of each of thousands of items takes seconds. */
function childIndex(run: Run): ChildIndex {
  return Map.groupBy(run.items.values(), (item) => item.in);
}

function cancelWith(run: Run, item: Item, children: ChildIndex): void {
  for (const child of children.get(item.id) ?? []) cancelWith(run, child, children);
  cancelWaits(run, item);
  clearIncident(run, item);
  run.items.delete(item.id);
  run.log.push({ what: 'cancelled', node: item.node, item: item.id });
}

/** Cancels all items inside a scope and the tokens that move to it. The scope itself stays. */
export function clearScope(run: Run, scope: Item): void {
  const children = childIndex(run);
  for (const child of children.get(scope.id) ?? []) cancelWith(run, child, children);
  delete scope.parked;
  run.queue = run.queue.filter((move) => move.do !== 'enter' || move.scope !== scope.id);
}

export function raiseIncident(run: Run, item: Item, incident: Incident): void {
  clearIncident(run, item);
  item.incident = incident;
  const { code, text, phase } = incident;
  run.effects.push({ kind: 'incident', item: item.id, node: item.node, code, text, phase });
}

export function clearIncident(run: Run, item: Item): void {
  if (!item.incident) return;
  delete item.incident;
  run.effects.push({ kind: 'incidentGone', item: item.id, node: item.node });
}

/** Returns code and text of an error in the model or its data. Rethrows any other error, which is a bug. */
export function faultOf(error: unknown): { code: string; text: string } {
  if (error instanceof FeelError || error instanceof Fault) return { code: error.code, text: error.message };
  if (error instanceof TimerError) return { code: 'timer.due', text: error.message };
  throw error;
}

export function lookupVariable(run: Run, from: number | null, name: string): Json | undefined {
  for (let item = itemOf(run, from); item; item = itemOf(run, item.in)) {
    const vars = item.vars;
    if (vars && Object.hasOwn(vars, name)) return vars[name];
  }
  return undefined;
}

/** All visible variables. The innermost scope takes precedence. */
export function visibleVars(run: Run, from: number): Vars {
  const chain: Item[] = [];
  for (let item = itemOf(run, from); item; item = itemOf(run, item.in)) chain.unshift(item);
  return Object.assign({}, ...chain.map((item) => item.vars ?? {})) as Vars;
}

/** Throws FeelError. `extra` takes precedence over variables. */
export function evaluateAt(run: Run, from: number, expression: Expression, extra?: Vars): Json {
  const look = (name: string) => (extra && Object.hasOwn(extra, name) ? extra[name] : lookupVariable(run, from, name));
  return runFeel(compileFeel(expression), look, run.clock, run.feel);
}

export function valueAt(run: Run, from: number, value: Value, extra?: Vars): Json {
  return value.startsWith('=') ? evaluateAt(run, from, value.slice(1), extra) : value;
}

export function inputsAt(run: Run, from: number, inputs: InputSpec[]): Vars {
  const vars: Vars = {};
  for (const { name, value } of inputs) vars[name] = valueAt(run, from, value);
  return vars;
}

/** Evaluates the outputs with `vars` as the only variables. */
export function outputsOf(run: Run, outputs: InputSpec[], vars: Vars): Vars {
  const result: Vars = {};
  for (const { name, value } of outputs) {
    result[name] = value.startsWith('=')
      ? runFeel(
          compileFeel(value.slice(1)),
          (variable) => (Object.hasOwn(vars, variable) ? vars[variable] : undefined),
          run.clock,
          run.feel,
        )
      : value;
  }
  return result;
}

/**
 * Writes each variable to the innermost scope that declares it, else to the process. An iteration of a loop that collects
 * results keeps its variables to itself.
 */
export function writeVars(run: Run, from: number | null, vars: Vars | undefined): void {
  for (const [name, value] of Object.entries(vars ?? {})) {
    if (!isVariableName(name)) throw new Rejected('variables.name', `${name} is not a valid variable name.`);
    run.changed.add(name);
    const scope = scopeOfVariable(run, from, name);
    scope.vars ??= {};
    scope.vars[name] = value;
  }
}

function scopeOfVariable(run: Run, from: number | null, name: string): Item {
  for (let item = itemOf(run, from); item; item = itemOf(run, item.in)) {
    if (item.in === null || (item.vars && Object.hasOwn(item.vars, name))) return item;
    const loop = item.turn === undefined ? undefined : nodeOf(run, item).loop;
    if (loop && loop.kind !== 'standard' && loop.outputCollection) return item;
  }
  return run.items.get(0)!;
}

/** Names the variables of the expressions that are null, for the text of an incident. */
export function nullsIn(run: Run, from: number, expressions: Expression[]): string {
  const names = new Set(expressions.flatMap((text) => compileFeel(text).names));
  const nulls = [...names].filter((name) => (lookupVariable(run, from, name) ?? null) === null);
  return nulls.length > 0 ? ` Empty: ${nulls.join(', ')}.` : '';
}

import { compileFeel, FeelError, isVariableName, runFeel } from './feel.ts';
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

/** Moves in one step, of each turn of a loop and of what is outside of turns: the size of a fan-out is no run-away. */
const MAX_MOVES = 1000;
const MAX_ITEMS = 5000;
export const MAX_VARIABLES_BYTES = 256 * 1024;

/** What is still to happen in this step. Tokens in motion exist only here. */
type Move =
  | { do: 'arrive'; node: NodeId; scope: number; flow?: FlowId }
  | { do: 'work'; item: number }
  | { do: 'done'; item: number };

/** One step under way: a private copy of the state and what has come of it so far. */
export interface Run {
  definition: Definition;
  state: State;
  clock: EventBase;
  items: Map<number, Item>;
  queue: Move[];
  /** Moves in this step, by the innermost turn of a loop they belong to; 0 is outside of all. */
  moves: Map<number, number>;
  allMoves: number;
  /** Turns begun in this step, and those of them that begin a scope or call a process. */
  turns: number;
  wideTurns: number;
  effects: Effect[];
  log: LogEntry[];
  changed: Set<string>;
  /** Ad-hoc sub-processes in which something has ended: their completion condition is due. */
  adhocEnds: Set<number>;
  /** A start event that was fired instead of the plain ones. */
  startNode?: NodeId;
}

/** The whole event is refused; nothing of it may stay. */
export class Rejected extends Error {
  readonly code: 'runaway' | 'variables.size' | 'variables.name';
  constructor(code: Rejected['code'], text: string) {
    super(text);
    this.code = code;
  }
}

/** A modelling or data error at one place; becomes an incident there. */
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

/** Counts a move in the scope item `scope`. Throws Rejected when the model goes round without waiting. */
export function countMove(run: Run, scope: number): void {
  const turn = turnAround(run, scope);
  const moves = (run.moves.get(turn) ?? 0) + 1;
  run.moves.set(turn, moves);
  run.allMoves += 1;
  if (moves > MAX_MOVES) {
    throw new Rejected('runaway', `More than ${MAX_MOVES} moves in one step: the model goes round without waiting.`);
  }
}

function turnAround(run: Run, scope: number): number {
  for (let item = itemOf(run, scope); item; item = itemOf(run, item.in)) if (item.turn !== undefined) return item.id;
  return 0;
}

export function addItem(run: Run, node: NodeId, scope: number | null, fields: Partial<Item> = {}): Item {
  if (run.items.size >= MAX_ITEMS) throw new Rejected('runaway', `More than ${MAX_ITEMS} things open at once.`);
  const item: Item = { id: run.state.seq, node, in: scope, ...fields };
  run.state.seq += 1;
  run.items.set(item.id, item);
  return item;
}

export function childrenOf(run: Run, id: number): Item[] {
  return [...run.items.values()].filter((item) => item.in === id);
}

/** Takes back everything that waits on the item; its children are not touched. */
export function withdraw(run: Run, item: Item): void {
  const { id, node } = item;
  for (const armed of Object.keys(item.subs ?? {})) disarm(run, item, armed);
  if (item.wait === 'user') run.effects.push({ kind: 'cancelTask', item: id, node });
  if (item.wait === 'job') run.effects.push({ kind: 'cancelAction', item: id, node, try: item.try ?? 1 });
  if (item.wait === 'call') run.effects.push({ kind: 'cancelInstance', item: id, node });
  delete item.wait;
}

export function disarm(run: Run, item: Item, node: NodeId): void {
  const sub = item.subs?.[node];
  if (!sub) return;
  const place = { item: item.id, node };
  if (sub.on === 'timer') run.effects.push({ kind: 'cancelTimer', ...place });
  else if (sub.on === 'message') {
    run.effects.push({ kind: 'unsubscribe', ...place, sub: 'message', name: sub.name, key: sub.key });
  } else run.effects.push({ kind: 'unsubscribe', ...place, sub: 'signal', name: sub.name });
  forgetSub(item, node);
}

/** Drops a subscription that its own delivery has used up. */
export function forgetSub(item: Item, node: NodeId): void {
  if (!item.subs) return;
  delete item.subs[node];
  if (Object.keys(item.subs).length === 0) delete item.subs;
}

export function kill(run: Run, item: Item): void {
  killWith(run, item, childIndex(run));
}

type ChildIndex = ReadonlyMap<number | null, readonly Item[]>;

/** Looking for the children of each of thousands of items one by one would take seconds. */
function childIndex(run: Run): ChildIndex {
  return Map.groupBy(run.items.values(), (item) => item.in);
}

function killWith(run: Run, item: Item, children: ChildIndex): void {
  for (const child of children.get(item.id) ?? []) killWith(run, child, children);
  withdraw(run, item);
  clearIncident(run, item);
  run.items.delete(item.id);
  run.log.push({ what: 'cancelled', node: item.node, item: item.id });
}

/** Everything inside a scope goes, also what is on its way there; the scope itself stays. */
export function clearScope(run: Run, scope: Item): void {
  const children = childIndex(run);
  for (const child of children.get(scope.id) ?? []) killWith(run, child, children);
  delete scope.parked;
  run.queue = run.queue.filter((move) => move.do !== 'arrive' || move.scope !== scope.id);
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

/** Code and text of an error that belongs to the model or its data; anything else is a bug and flies on. */
export function faultOf(error: unknown): { code: string; text: string } {
  if (error instanceof FeelError || error instanceof Fault) return { code: error.code, text: error.message };
  if (error instanceof TimerError) return { code: 'timer.due', text: error.message };
  throw error;
}

export function lookUp(run: Run, from: number | null, name: string): Json | undefined {
  for (let item = itemOf(run, from); item; item = itemOf(run, item.in)) {
    const vars = item.vars;
    if (vars && Object.hasOwn(vars, name)) return vars[name];
  }
  return undefined;
}

/** All variables in sight, the nearest of each name. */
export function visibleVars(run: Run, from: number): Vars {
  const chain: Item[] = [];
  for (let item = itemOf(run, from); item; item = itemOf(run, item.in)) chain.unshift(item);
  return Object.assign({}, ...chain.map((item) => item.vars ?? {})) as Vars;
}

/** Throws FeelError. `extra` is seen before any variable. */
export function evaluateAt(run: Run, from: number, expression: Expression, extra?: Vars): Json {
  const look = (name: string) => (extra && Object.hasOwn(extra, name) ? extra[name] : lookUp(run, from, name));
  return runFeel(compileFeel(expression), look, run.clock);
}

export function valueAt(run: Run, from: number, value: Value, extra?: Vars): Json {
  return value.startsWith('=') ? evaluateAt(run, from, value.slice(1), extra) : value;
}

export function inputsAt(run: Run, from: number, inputs: InputSpec[]): Vars {
  const vars: Vars = {};
  for (const { name, value } of inputs) vars[name] = valueAt(run, from, value);
  return vars;
}

/** Evaluated over `vars` alone. */
export function outputsOf(run: Run, outputs: InputSpec[], vars: Vars): Vars {
  const result: Vars = {};
  for (const { name, value } of outputs) {
    result[name] = value.startsWith('=')
      ? runFeel(
          compileFeel(value.slice(1)),
          (variable) => (Object.hasOwn(vars, variable) ? vars[variable] : undefined),
          run.clock,
        )
      : value;
  }
  return result;
}

/** Written where already declared, seen from the item outwards, else at the process; a turn whose results are collected keeps its own. */
export function writeVars(run: Run, from: number | null, vars: Vars | undefined): void {
  for (const [name, value] of Object.entries(vars ?? {})) {
    if (!isVariableName(name)) throw new Rejected('variables.name', `${name} cannot be a variable's name.`);
    run.changed.add(name);
    const home = homeOf(run, from, name);
    home.vars ??= {};
    home.vars[name] = value;
  }
}

function homeOf(run: Run, from: number | null, name: string): Item {
  for (let item = itemOf(run, from); item; item = itemOf(run, item.in)) {
    if (item.in === null || (item.vars && Object.hasOwn(item.vars, name))) return item;
    const loop = item.turn === undefined ? undefined : nodeOf(run, item).loop;
    if (loop && loop.kind !== 'standard' && loop.outputCollection) return item;
  }
  return run.items.get(0)!;
}

export function nullsIn(run: Run, from: number, expressions: Expression[]): string {
  const names = new Set(expressions.flatMap((text) => compileFeel(text).names));
  const nulls = [...names].filter((name) => (lookUp(run, from, name) ?? null) === null);
  return nulls.length > 0 ? ` Empty: ${nulls.join(', ')}.` : '';
}

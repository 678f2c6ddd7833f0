/**
 * The shapes of the process engine: what a drawn model compiles to, what one running instance is, and what goes into and
 * comes out of one step. All of it is plain JSON, so a definition and a state can be stored and read back unchanged.
 *
 * `step(definition, state, event)` has no clock, no random numbers and does no I/O. The caller locks the instance, calls
 * it, saves `state`, carries out `effects` in the same transaction (rows and outbox) and appends `log` to the history.
 *
 * What the fields of every effect mean (all but `complete`, `sendMessage`, `broadcast` are about the item `item`, whose
 * id is unique in its instance for ever, standing on the node `node`):
 *
 * | effect | fields | what the caller does |
 * |---|---|---|
 * | createTask | name, nameIsOwn?, assignee?, users, groups, form?, due?, followUp?, priority?, outcomes? | opens a task; ids of people and groups are names as evaluated, to be resolved (unknown ones are the caller's to report); form is a form id, its version is taken now; due and followUp are UTC instants; outcomes are hints from the gateway after the task |
 * | cancelTask | | closes the open task as cancelled. Never sent for the task whose completion is this event |
 * | scheduleTimer | due (UTC instant), left? | upserts the timer row (item, node); when due, deliver `timerFired(item, node, left)` with the same `left` |
 * | cancelTimer | | deletes the timer row (item, node); it may be gone already. Never sent for the timer that is this event, unless it was scheduled anew in between |
 * | runAction | action, input, try | queues the action; its end is delivered as `jobResult` or `jobFailed` with the same `try` |
 * | cancelAction | try | takes the action from the queue if it still can; a late result is ignored by `step` |
 * | subscribe | sub ('message' or 'signal'), name, key? | upserts the subscription (item, node); key is given for messages only |
 * | unsubscribe | sub, name, key? | deletes the subscription (item, node). Never sent for the one whose delivery is this event, unless it was subscribed anew in between: what interrupts or is waited for once is used up by its delivery, what does not interrupt stays subscribed without an effect |
 * | sendMessage | node, name, key, vars | publishes a message after commit |
 * | broadcast | node, name, vars | sends a signal to every instance and signal start of the tenant after commit |
 * | startInstance | process, version (number or 'latest'), vars | starts a child; (instance, item) is its parent; deliver `callEnded(item, vars or error)` when it ends |
 * | cancelInstance | | cancels the child started for this item |
 * | continueLoop | next | after the commit delivers `loopContinued(item, next)` in a step of its own; with `refused` when the turns may not begin |
 * | incident | code, text, phase | records an open incident for (item, node); at most one per item |
 * | incidentGone | | closes the incident of the item |
 * | complete | status, vars, error?, reason? | the instance has ended; all its items are gone and every cancel… effect has been sent |
 */

export type NodeId = string;
export type FlowId = string;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Vars = Record<string, Json>;

/** FEEL text without a leading `=`. */
export type Expression = string;
/** A literal, or FEEL when it starts with `=`. */
export type Value = string;

export type NodeKind =
  | 'root'
  | 'start'
  | 'end'
  | 'user'
  | 'manual'
  | 'service'
  | 'script'
  | 'receive'
  | 'call'
  | 'sub'
  | 'eventSub'
  | 'adhoc'
  | 'exclusive'
  | 'inclusive'
  | 'parallel'
  | 'eventBased'
  | 'boundary'
  | 'catch'
  | 'throw';

/** Whether the person who asked may decide: see `four-eyes.rules.ts`. */
export type FourEyes = 'none' | 'requester' | 'strict';

/** A compiled process: immutable, cached by (definition, version). */
export interface Definition {
  format: 1;
  /** The id of the process element; call activities and starts name it. */
  id: string;
  name: string;
  /** The id of the node of kind `root` in `nodes`. */
  root: NodeId;
  nodes: Record<NodeId, Node>;
  flows: Record<FlowId, Flow>;
  /** Groups whose members may start the process (candidateStarterGroups); empty: everybody. */
  starterGroups: string[];
  /** Who may decide its steps; without it a process that exists keeps its rule. */
  fourEyes?: FourEyes;
  /** Form shown before the start, from the none start event. */
  startForm?: string;
}

export interface Flow {
  id: FlowId;
  from: NodeId;
  to: NodeId;
  name?: string;
  cond?: Expression;
}

export interface Node {
  id: NodeId;
  kind: NodeKind;
  name?: string;
  /** Line in the source, for messages to the author. */
  line?: number;
  /** The scope it stands in; null for the root. */
  scope: NodeId | null;
  in: FlowId[];
  out: FlowId[];
  /** The default flow. */
  def?: FlowId;
  /** Boundary events attached to this node. */
  boundary: NodeId[];
  /** For a boundary event: what it is attached to. */
  host?: NodeId;
  /** For boundary events and starts of event sub-processes. */
  interrupting?: boolean;
  event?: EventSpec;
  loop?: LoopSpec;
  task?: TaskSpec;
  action?: ActionSpec;
  script?: { text: Expression; result?: string };
  call?: CallSpec;
  adhoc?: AdhocSpec;
  /** For scopes: what begins when the scope is entered, in document order. */
  starts: NodeId[];
  /** For scopes: its event sub-processes. */
  eventStarts: NodeId[];
  /** For inclusive joins: for every incoming flow the nodes that have a path to it avoiding this join. */
  reach?: Record<FlowId, NodeId[]>;
}

export type EventSpec =
  | { on: 'none' }
  | { on: 'timer'; timer: 'date' | 'duration' | 'cycle'; value: Value }
  | { on: 'message'; name: string; key?: Expression; vars?: InputSpec[] }
  | { on: 'signal'; name: string }
  | { on: 'error'; code?: string }
  | { on: 'escalation'; code?: string }
  | { on: 'link'; name: string; target?: NodeId }
  | { on: 'terminate' };

export type LoopSpec =
  | {
      kind: 'parallel' | 'sequential';
      /** Either a list … */
      collection?: Expression;
      element?: string;
      /** … or a number of instances. */
      cardinality?: Expression;
      until?: Expression;
      outputCollection?: string;
      outputElement?: Expression;
    }
  | { kind: 'standard'; before: boolean; while?: Expression; max?: number };

export interface TaskSpec {
  /** What the task is called in lists; none, or empty: the name of the node. */
  name?: Value;
  assignee?: Value;
  users?: Value;
  groups?: Value;
  form?: Value;
  due?: Value;
  followUp?: Value;
  priority?: Value;
  /** What the exclusive gateway after the task asks for: names offered as buttons when there is no form. */
  outcomes?: string[];
  /** Whoever does the task may stop its clock. */
  clockMayStop?: true;
}

export interface InputSpec {
  name: string;
  value: Value;
}

interface ActionSpec {
  name: string;
  inputs: InputSpec[];
  /** Only these leave, evaluated over the result; none: every result variable leaves. */
  outputs?: InputSpec[];
  /** The whole result under one name instead. */
  result?: string;
}

interface CallSpec {
  process: string;
  version: number | 'latest';
  /** What the child starts with; none given: all variables in sight. */
  inputs?: InputSpec[];
  /** Only these leave, evaluated over the child's variables; none given: all of them. */
  outputs?: InputSpec[];
}

interface AdhocSpec {
  sequential: boolean;
  /** Ends the sub-process when true after an inner end. */
  until?: Expression;
  /** With `until`: whether open inner work is cancelled (true) or waited for. */
  cancelRemaining: boolean;
  /** Members of these groups may activate and finish; empty: who may act is the caller's rule. */
  groups?: Value;
}

type InstanceStatus = 'new' | 'running' | 'completed' | 'error' | 'cancelled';

export interface State {
  v: 1;
  /** The next item id. */
  seq: number;
  status: InstanceStatus;
  error?: { code: string; text?: string };
  /** Parents stand before their children. Item 0 is the process itself and carries its variables. */
  items: Item[];
  /** The variables at the end. */
  end?: Vars;
  /** Of an instance that has not begun: what its `start` is to be delivered with. */
  begin?: Vars;
  /** Turns that its loops have begun so far. */
  turns?: number;
}

/** Everything that is somewhere: a waiting task, a scope, a loop body or one of its turns, a token held by an incident. */
export interface Item {
  id: number;
  node: NodeId;
  /** The enclosing item; null for item 0. */
  in: number | null;
  wait?: 'user' | 'job' | 'call' | 'event';
  /** Variables declared here; item 0 holds those of the process. */
  vars?: Vars;
  /** What is armed here: boundary events and starts of event sub-processes by their node, an own wait by the event waited for. */
  subs?: Record<NodeId, Sub>;
  /** For scopes: tokens waiting at joins, by gateway and flow. */
  parked?: Record<NodeId, Record<FlowId, number>>;
  /** For loop bodies. */
  mi?: LoopState;
  /** For one turn of a loop: its 0-based index. Absent on the body. */
  turn?: number;
  /** Phase result: what the action or the called process gave, until it can be taken over. */
  result?: Vars;
  /** How often the action was run. */
  try?: number;
  incident?: Incident;
}

interface LoopState {
  /** Number of turns; for a standard loop the cap. */
  n: number;
  /** The next turn to start. */
  next: number;
  done: number;
  /** Snapshot of the list. */
  vals?: Json[];
  /** Results by index. */
  out?: Json[];
  /** What the next turns wait for: a step of their own (`loopContinued`), or the retry of an incident. */
  waits?: 'step' | 'retry';
}

export type Sub =
  | { on: 'timer'; due: string; every?: string; left?: number }
  | { on: 'message'; name: string; key: string }
  | { on: 'signal'; name: string };

/**
 * What a retry repeats: entering (a task's fields, a list, a script, a wait), the job or call, taking over its result,
 * leaving (conditions), the scope's end, arming of `nodes`, or delivering `events` that were rejected as a whole.
 */
export type IncidentPhase = 'enter' | 'job' | 'result' | 'leave' | 'scope' | 'arm' | 'event';

export interface Incident {
  code: string;
  text: string;
  phase: IncidentPhase;
  /** phase arm: the nodes that could not be armed. */
  nodes?: NodeId[];
  /** phase event: what nobody would deliver again by themselves (timers, messages, results). */
  events?: ProcessEvent[];
  /** phase event: the items whose event was refused and is to be sent again by the one who asked for it. */
  asked?: number[];
}

export interface EventBase {
  /** Unique per instance; the caller's history key refuses a second delivery. */
  id: string;
  /** UTC instant, e.g. 2026-03-28T12:00:00Z. */
  at: string;
  /** The tenant's IANA time zone, for `today`, dates and calendar parts of durations. */
  zone: string;
}

export type EventBody =
  | { kind: 'start' /** A start event fired by timer, message or signal. */; node?: NodeId; vars?: Vars }
  | { kind: 'cancel'; reason?: string }
  | { kind: 'setVars' /** Default 0, the process. */; item?: number; vars: Vars }
  | { kind: 'taskCompleted'; item: number; outcome?: string; vars?: Vars }
  | { kind: 'jobResult'; item: number; try: number; vars?: Vars }
  | { kind: 'jobFailed'; item: number; try: number /** Given: a BPMN error. */; code?: string; text: string }
  | {
      kind: 'callEnded';
      item: number;
      vars?: Vars;
      error?: { code: string; text?: string };
      /** The child was never started: an incident, which nothing catches. */
      refused?: { code: string; text: string };
    }
  | { kind: 'loopContinued'; item: number; next: number; refused?: { code: string; text: string } }
  | { kind: 'timerFired'; item: number; node: NodeId; left?: number }
  | {
      kind: 'timersMoved';
      /** Its boundary timers fire that much later, or earlier when it is negative. */
      item: number;
      milliseconds: number;
    }
  | { kind: 'messageReceived'; item: number; node: NodeId; vars?: Vars }
  | { kind: 'signal'; name: string; vars?: Vars }
  | { kind: 'retry'; item: number }
  | { kind: 'activate' /** The item of the ad-hoc sub-process. */; item: number; node: NodeId; vars?: Vars }
  | { kind: 'finish' /** The item of the ad-hoc sub-process. */; item: number };

export type ProcessEvent = EventBase & EventBody;

export type Effect =
  | {
      kind: 'createTask';
      item: number;
      node: NodeId;
      name: string;
      /** An expression made the name for this one task. */
      nameIsOwn?: true;
      assignee?: string;
      users: string[];
      groups: string[];
      form?: string;
      due?: string;
      followUp?: string;
      priority?: number;
      outcomes?: string[];
    }
  | { kind: 'cancelTask'; item: number; node: NodeId }
  | { kind: 'scheduleTimer'; item: number; node: NodeId; due: string; left?: number }
  | { kind: 'cancelTimer'; item: number; node: NodeId }
  | { kind: 'runAction'; item: number; node: NodeId; action: string; input: Vars; try: number }
  | { kind: 'cancelAction'; item: number; node: NodeId; try: number }
  | { kind: 'subscribe'; item: number; node: NodeId; sub: 'message' | 'signal'; name: string; key?: string }
  | { kind: 'unsubscribe'; item: number; node: NodeId; sub: 'message' | 'signal'; name: string; key?: string }
  | { kind: 'sendMessage'; node: NodeId; name: string; key: string; vars: Vars }
  | { kind: 'broadcast'; node: NodeId; name: string; vars: Vars }
  | { kind: 'startInstance'; item: number; node: NodeId; process: string; version: number | 'latest'; vars: Vars }
  | { kind: 'cancelInstance'; item: number; node: NodeId }
  | { kind: 'continueLoop'; item: number; node: NodeId; next: number }
  | { kind: 'incident'; item: number; node: NodeId; code: string; text: string; phase: IncidentPhase }
  | { kind: 'incidentGone'; item: number; node: NodeId }
  | {
      kind: 'complete';
      status: 'completed' | 'error' | 'cancelled';
      vars: Vars;
      error?: { code: string; text?: string };
      reason?: string;
    };

/** What happened to a node, in order; becomes history and the coloured diagram. */
export interface LogEntry {
  what: 'entered' | 'left' | 'completed' | 'cancelled' | 'escalated';
  node: NodeId;
  /** Absent for nodes that hold no token (gateways, throw events). */
  item?: number;
}

/** Why an event changed nothing. `gone`: what it addresses is not there any more. `try`: an older attempt's result. `state`: the instance is not in a state for it. */
export type IgnoredReason = 'gone' | 'try' | 'state';

export interface StepResult {
  state: State;
  effects: Effect[];
  log: LogEntry[];
  /** Given: nothing changed and nothing is to be done. */
  ignored?: IgnoredReason;
  /**
   * Given: the whole event was refused and a task being completed stays open. Nothing changed but for one incident on
   * item 0, and not even that when the variables of a person's own event are too large or badly named.
   */
  rejected?: { code: 'runaway' | 'variables.size' | 'variables.name'; text: string };
  /** Names of the variables that this event wrote, sorted. */
  changed: string[];
}

/** Why a drawing cannot be deployed. `list` says what kind of work it needs. */
export interface CompileProblem {
  code: string;
  /** Id of the element; empty when the document as a whole is meant. */
  element: string;
  name: string;
  line: number | null;
  detail: string;
  list: 'finish' | 'translate' | 'unsupported' | 'document';
}

/** What the import understood or changed; shown before saving, stops nothing. */
export interface CompileNote {
  code: string;
  element: string;
  name: string;
  line: number | null;
  detail: string;
}

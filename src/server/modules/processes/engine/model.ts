/**
 * The types of the process engine: the compiled definition, the state of an instance, and the input and output of one
 * step. They are plain JSON, so definitions and states can be stored and read back unchanged. Stored states and
 * definitions outlive an upgrade, so their fields keep their names (`turn` is an iteration of a loop, `mi` a loop).
 *
 * `step(definition, state, event)` has no clock, no random numbers and does no I/O. The caller locks the instance, calls
 * it, stores `state`, executes `effects` in the same transaction (rows and outbox) and appends `log` to the history.
 *
 * The fields of the effects. All but `complete`, `sendMessage` and `broadcast` concern the item `item` at the node
 * `node`. Ids of items are never reused in an instance:
 *
 * | effect | fields | what the caller does |
 * |---|---|---|
 * | createTask | name, nameIsOwn?, assignee?, users, groups, form?, due?, followUp?, priority?, outcomes? | opens a task; users and groups are evaluated names that the caller resolves (and reports when unknown); form is a form id, whose current version is used; due and followUp are UTC instants; outcomes are those of the gateway after the task |
 * | cancelTask | | closes the open task as cancelled. Never sent for the task whose completion is this event |
 * | scheduleTimer | due (UTC instant), left? | upserts the timer row (item, node); when due, deliver `timerFired(item, node, left)` with the same `left` |
 * | cancelTimer | | deletes the timer row (item, node), which may not exist. Never sent for the timer that is this event, unless it was scheduled again in between |
 * | runAction | action, input, try | queues the action; its end is delivered as `jobResult` or `jobFailed` with the same `try` |
 * | cancelAction | try | removes the action from the queue if possible; `step` ignores a late result |
 * | subscribe | sub ('message' or 'signal'), name, key? | upserts the subscription (item, node); key is given for messages only |
 * | unsubscribe | sub, name, key? | deletes the subscription (item, node). Never sent for the subscription whose delivery is this event, unless it was subscribed again in between: the delivery uses up an interrupting event or a single wait, and a non-interrupting event stays subscribed without an effect |
 * | sendMessage | node, name, key, vars | publishes a message after commit |
 * | broadcast | node, name, vars | sends a signal to every instance and signal start of the tenant after commit |
 * | startInstance | process, version (number or 'latest'), vars | starts a child; (instance, item) is its parent; deliver `callEnded(item, vars or error)` when it ends |
 * | cancelInstance | | cancels the child started for this item |
 * | continueLoop | next | after the commit delivers `loopContinued(item, next)` in a separate step; with `refused` when the iterations may not start |
 * | incident | code, text, phase | records an open incident for (item, node); at most one per item |
 * | incidentGone | | closes the incident of the item |
 * | complete | status, vars, error?, reason? | the instance has ended; it has no items, and all cancel… effects have been sent |
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

/** Whether the requester may decide: see `four-eyes.rules.ts`. */
export type FourEyes = 'none' | 'requester' | 'strict';

/** How the requesters of a process follow their requests. */
export interface RequestSettings {
  /** Until when a requester may withdraw a request; `beforeFirst`: until the first task is completed. */
  withdraw?: 'never' | 'beforeFirst' | 'always';
  /** Whom requesters see at their request: users, their groups only, or nothing. */
  peopleShown?: 'person' | 'group' | 'none';
  /** Whether line managers see the requests of the users they manage. */
  managersSee?: boolean;
}

/** A compiled process: immutable, cached by (definition, version). */
export interface Definition {
  format: 1;
  /** The id of the process element, which call activities and starts refer to. */
  id: string;
  name: string;
  /** The id of the node of kind `root` in `nodes`. */
  root: NodeId;
  nodes: Record<NodeId, Node>;
  flows: Record<FlowId, Flow>;
  /** Groups whose members may start the process (candidateStarterGroups). Empty: all users. */
  starterGroups: string[];
  /** The variable that gets the id of the user who starts the process. */
  initiator?: string;
  /** The four-eyes rule. Without it, an existing process keeps its rule. */
  fourEyes?: FourEyes;
  /** Deploying it adds an item to the catalogue, if it has none (verva:listed). */
  listed?: true;
  /** What requesters may do and see. Without a setting, an existing process keeps its own. */
  requests?: RequestSettings;
  /** Form shown before the start, from the none start event. */
  startForm?: string;
  /** For lists of tasks (verva:shortName). */
  shortName?: string;
  /** Icon in lists of tasks (verva:icon). */
  icon?: (typeof ICONS)[number];
  /** Translations of the name, by language (verva:translation). */
  names?: Names;
  shortNames?: Names;
}

/** A name in other languages than that of the model. */
export type Names = Partial<Record<NameLanguage, string>>;

/** The product's languages; the engine imports nothing. */
export const NAME_LANGUAGES = ['en', 'et', 'ru', 'zh'] as const;
type NameLanguage = (typeof NAME_LANGUAGES)[number];

/** The icons that lists can draw for a process. */
export const ICONS = [
  'book',
  'box',
  'calendar',
  'cart',
  'clock',
  'contract',
  'document',
  'invoice',
  'key',
  'laptop',
  'money',
  'people',
  'person',
  'plane',
  'shield',
  'stamp',
  'tool',
  'truck',
  'warning',
  'workflow',
] as const;

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
  /** Translations of the name, by language (verva:translation). */
  names?: Names;
  /** What requesters see of this activity (verva:stage); empty: nothing. */
  stage?: string;
  stages?: Names;
  /** Line in the source, for messages to the author. */
  line?: number;
  /** The enclosing scope. Null for the root. */
  scope: NodeId | null;
  in: FlowId[];
  out: FlowId[];
  /** The default flow. */
  def?: FlowId;
  /** Boundary events attached to this node. */
  boundary: NodeId[];
  /** For a boundary event: the activity it is attached to. */
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
  /** For scopes: the nodes that receive a token when the scope is entered, in document order. */
  starts: NodeId[];
  /** For scopes: its event sub-processes. */
  eventStarts: NodeId[];
  /** For inclusive joins: for each incoming flow, the nodes that reach it without passing this join. */
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
  /** `all`: ends the process, not only the sub-process around it. */
  | { on: 'terminate'; all?: true };

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
  /** The name of the task in lists. Without it, the name of the node. */
  name?: Value;
  assignee?: Value;
  users?: Value;
  groups?: Value;
  form?: Value;
  due?: Value;
  followUp?: Value;
  priority?: Value;
  /** The outcomes that the exclusive gateway after the task compares. Offered as buttons when there is no form. */
  outcomes?: string[];
  /** Names of outcomes by language, entered by the organisation. */
  outcomeNames?: Record<string, Names>;
  /** The assignee may pause the due date. */
  clockMayStop?: true;
}

export interface InputSpec {
  name: string;
  value: Value;
}

interface ActionSpec {
  name: string;
  inputs: InputSpec[];
  /** Variables to write, evaluated over the result. Without it, all result variables are written. */
  outputs?: InputSpec[];
  /** The variable that gets the whole result. */
  result?: string;
}

interface CallSpec {
  process: string;
  version: number | 'latest';
  /** The start variables of the child. Without it, all visible variables. */
  inputs?: InputSpec[];
  /** Variables to write, evaluated over the child's variables. Without it, all of them. */
  outputs?: InputSpec[];
}

interface AdhocSpec {
  sequential: boolean;
  /** Ends the sub-process when it is true after an activity has ended. */
  until?: Expression;
  /** With `until`: cancels open activities (true) or waits for them. */
  cancelRemaining: boolean;
  /** Members of these groups may activate and finish. Empty: the caller decides. */
  groups?: Value;
}

type InstanceStatus = 'new' | 'running' | 'completed' | 'error' | 'cancelled';

export interface State {
  v: 1;
  /** The next item id. */
  seq: number;
  status: InstanceStatus;
  error?: { code: string; text?: string };
  /** Parents come before their children. Item 0 is the process itself and has its variables. */
  items: Item[];
  /** The variables at the end. */
  end?: Vars;
  /** Start variables of an instance that has not begun. */
  begin?: Vars;
  /** Loop iterations started so far. */
  turns?: number;
}

/** A position in a running instance: a waiting task, a scope, a loop or one of its iterations, a token stopped by an incident. */
export interface Item {
  id: number;
  node: NodeId;
  /** The enclosing item; null for item 0. */
  in: number | null;
  wait?: 'user' | 'job' | 'call' | 'event';
  /** Variables of this scope. Item 0 has those of the process. */
  vars?: Vars;
  /** Open subscriptions and timers by event node: boundary events, starts of event sub-processes, or the awaited event. */
  subs?: Record<NodeId, Sub>;
  /** For scopes: tokens waiting at joins, by gateway and flow. */
  parked?: Record<NodeId, Record<FlowId, number>>;
  /** For loops. */
  mi?: LoopState;
  /** For one iteration of a loop: its index from 0. Absent on the loop itself. */
  turn?: number;
  /** Phase `result`: the result of the action or called process, until its outputs are valid. */
  result?: Vars;
  /** How often the action has been run. */
  try?: number;
  incident?: Incident;
}

interface LoopState {
  /** Number of iterations. For a standard loop, the maximum. */
  n: number;
  /** The next iteration to start. */
  next: number;
  done: number;
  /** Snapshot of the list. */
  vals?: Json[];
  /** Results by index. */
  out?: Json[];
  /** What the next iterations wait for: a separate step (`loopContinued`), or the retry of an incident. */
  waits?: 'step' | 'retry';
}

export type Sub =
  | { on: 'timer'; due: string; every?: string; left?: number }
  | { on: 'message'; name: string; key: string }
  | { on: 'signal'; name: string };

/**
 * What a retry repeats: entering the node (task fields, collection, script, event), the job or call, its result, leaving
 * the node (conditions), the end of the scope, arming `nodes`, or delivering rejected `events`.
 */
export type IncidentPhase = 'enter' | 'job' | 'result' | 'leave' | 'scope' | 'arm' | 'event';

export interface Incident {
  code: string;
  text: string;
  phase: IncidentPhase;
  /** Phase `arm`: the nodes that could not be armed. */
  nodes?: NodeId[];
  /** Phase `event`: rejected events that are not sent again (timers, messages, results). */
  events?: ProcessEvent[];
  /** Phase `event`: the items whose event was rejected. Users send these events again. */
  asked?: number[];
}

export interface EventBase {
  /** Unique per instance, so that the caller can recognise a second delivery. */
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
      /** The child was never started. Becomes an incident that no error event catches. */
      refused?: { code: string; text: string };
    }
  | { kind: 'loopContinued'; item: number; next: number; refused?: { code: string; text: string } }
  | { kind: 'timerFired'; item: number; node: NodeId; left?: number }
  | {
      kind: 'timersMoved';
      /** Its boundary timers fire later by this time, or earlier when it is negative. */
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
      /** The name is the result of an expression. */
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

/** The path through the nodes, in order, for history and diagram. */
export interface LogEntry {
  what: 'entered' | 'left' | 'completed' | 'cancelled' | 'escalated';
  node: NodeId;
  /** Absent for nodes that hold no token (gateways, throw events). */
  item?: number;
}

/** Why an event was ignored. `gone`: its item does not exist or does not wait for it. `try`: the result of an older try. `state`: not possible in this state. */
export type IgnoredReason = 'gone' | 'try' | 'state';

export interface StepResult {
  state: State;
  effects: Effect[];
  log: LogEntry[];
  /** Set when the event was ignored: nothing has changed. */
  ignored?: IgnoredReason;
  /**
   * Set when the whole event was rejected; a task to be completed stays open. Only an incident on item 0 was added. There
   * is none when a user sent variables that are too large or have invalid names.
   */
  rejected?: { code: 'runaway' | 'variables.size' | 'variables.name'; text: string };
  /** Names of the variables that this event wrote, sorted. */
  changed: string[];
}

/** Why a model cannot be deployed. `list` is the kind of work it needs. */
export interface CompileProblem {
  code: string;
  /** Id of the element. Empty for the document as a whole. */
  element: string;
  name: string;
  line: number | null;
  detail: string;
  list: 'finish' | 'translate' | 'unsupported' | 'document';
}

/** How the import interpreted or changed a model. Shown before saving, and does not prevent deployment. */
export interface CompileNote {
  code: string;
  element: string;
  name: string;
  line: number | null;
  detail: string;
}

import assert from 'node:assert/strict';
import type {
  CompileNote,
  CompileProblem,
  Definition,
  Effect,
  EventBody,
  Item,
  ProcessEvent,
  State,
  StepResult,
  Vars,
} from '../../src/server/modules/processes/engine/model.ts';
import { newState, step } from '../../src/server/modules/processes/engine/step.ts';
import { compile } from '../../src/server/modules/processes/import/definition.ts';
import { check, Ledger } from './drive.ts';

const NAMESPACES =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:verva="https://verva.dev/bpmn" ' +
  'xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"';

const TOP =
  '<message id="msg" name="Paid" verva:correlationKey="=key"/><signal id="sig" name="Alarm"/>' +
  '<error id="err" errorCode="E1"/><error id="err2" errorCode="E2"/><escalation id="esc" escalationCode="X1"/>';

export const TIMER = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
export const MESSAGE = '<messageEventDefinition messageRef="msg"/>';
export const SIGNAL = '<signalEventDefinition signalRef="sig"/>';
export const ERROR = '<errorEventDefinition errorRef="err"/>';
export const ANY_ERROR = '<errorEventDefinition/>';
export const ESCALATION = '<escalationEventDefinition escalationRef="esc"/>';
export const TERMINATE = '<terminateEventDefinition/>';

/** Returns a BPMN document with the elements of one process. */
export function xml(body: string, top = TOP): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<definitions ${NAMESPACES} targetNamespace="t">${top}\n<process id="p" name="Process" isExecutable="true">\n${body}\n</process></definitions>`;
}

/** Converts `a>b b>c[x > 1]` to sequence flows with ids like `a_b`. */
export function flows(text: string): string {
  return [...text.matchAll(/(\w+)>(\w+)(?:\[([^\]]*)\])?/g)]
    .map(([, from, to, condition]) => {
      const inner = condition
        ? `<conditionExpression>${condition.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</conditionExpression>`
        : '';
      return `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}">${inner}</sequenceFlow>`;
    })
    .join('');
}

export const task = (id: string, rest = '', inner = '') =>
  `<userTask id="${id}" name="${id}" ${rest}>${inner}</userTask>`;
export const start = (id = 's') => `<startEvent id="${id}"/>`;
export const end = (id: string, inner = '') => `<endEvent id="${id}">${inner}</endEvent>`;
export const boundary = (id: string, on: string, inner: string, rest = '') =>
  `<boundaryEvent id="${id}" attachedToRef="${on}" ${rest}>${inner}</boundaryEvent>`;
export const sub = (id: string, inner: string, rest = '') => `<subProcess id="${id}" ${rest}>${inner}</subProcess>`;
export const gateway = (kind: string, id: string, rest = '') => `<${kind}Gateway id="${id}" ${rest}/>`;
export const script = (id: string, text: string, result = 'r') =>
  `<scriptTask id="${id}" scriptFormat="feel" verva:resultVariable="${result}"><script>${text.replace(/</g, '&lt;')}</script></scriptTask>`;
export const catching = (id: string, inner: string) =>
  `<intermediateCatchEvent id="${id}">${inner}</intermediateCatchEvent>`;
export const throwing = (id: string, inner = '') =>
  `<intermediateThrowEvent id="${id}">${inner}</intermediateThrowEvent>`;

export async function definitionOf(body: string, top?: string): Promise<Definition> {
  const result = await compile(xml(body, top));
  assert.ok(result.definition, JSON.stringify(result.problems, null, 1));
  return result.definition;
}

export async function problemsOf(body: string, top?: string): Promise<CompileProblem[]> {
  return (await compile(xml(body, top))).problems ?? [];
}

export async function notesOf(body: string, top?: string): Promise<CompileNote[]> {
  return (await compile(xml(body, top))).notes;
}

/** An instance under test: sends events, collects their effects, and checks the invariants after each event. */
export class Instance {
  state: State = newState();
  last: StepResult = { state: this.state, effects: [], log: [], changed: [] };
  at = '2026-01-05T10:00:00Z';
  readonly definition: Definition;
  readonly #ledger = new Ledger();
  #serial = 0;

  constructor(definition: Definition) {
    this.definition = definition;
  }

  send(body: EventBody): StepResult {
    this.#serial += 1;
    const event: ProcessEvent = { ...body, id: `e${this.#serial}`, at: this.at, zone: 'Europe/Tallinn' };
    const kept =
      body.kind === 'retry' ? this.state.items.find((item) => item.id === body.item)?.incident?.events : undefined;
    for (const one of kept ?? []) this.#ledger.happen(one, this.definition);
    const result = step(this.definition, this.state, event);
    if (!result.ignored && !result.rejected) this.#ledger.happen(event, this.definition);
    for (const effect of result.effects) this.#ledger.apply(effect);
    check(this.definition, result.state, this.#ledger);
    this.state = result.state;
    this.last = result;
    return result;
  }

  start(vars: Vars = {}): this {
    this.send({ kind: 'start', vars });
    return this;
  }

  /** Completes the first open task of the node. */
  complete(node: string, vars: Vars = {}, outcome?: string): this {
    this.send({
      kind: 'taskCompleted',
      item: this.item(node, 'user').id,
      vars,
      ...(outcome === undefined ? {} : { outcome }),
    });
    return this;
  }

  fire(node: string): this {
    const { item, left } = this.armed(node);
    this.send({ kind: 'timerFired', item: item.id, node, ...(left === undefined ? {} : { left }) });
    return this;
  }

  receive(node: string, vars: Vars = {}): this {
    this.send({ kind: 'messageReceived', item: this.armed(node).item.id, node, vars });
    return this;
  }

  armed(node: string): { item: Item; left: number | undefined; due: string } {
    const item = this.state.items.find((one) => one.subs?.[node]);
    assert.ok(item, `${node} is armed`);
    const sub = item.subs![node]!;
    return { item, left: sub.on === 'timer' ? sub.left : undefined, due: sub.on === 'timer' ? sub.due : '' };
  }

  item(node: string, wait?: Item['wait']): Item {
    const item = this.state.items.find((one) => one.node === node && (wait === undefined || one.wait === wait));
    assert.ok(item, `${node} is open: ${JSON.stringify(this.state.items)}`);
    return item;
  }

  /** Open tasks by node, sorted. */
  get open(): string[] {
    return this.state.items
      .filter((item) => item.wait === 'user')
      .map((item) => item.node)
      .sort();
  }

  get incidents(): string[] {
    return this.state.items.flatMap((item) => (item.incident ? [`${item.node} ${item.incident.code}`] : [])).sort();
  }

  get vars(): Vars {
    return this.state.end ?? this.state.items[0]?.vars ?? {};
  }

  effects<K extends Effect['kind']>(kind: K): Extract<Effect, { kind: K }>[] {
    return this.last.effects.filter((effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind);
  }
}

/** Compiles the elements of a process and creates an instance that has not started. */
export async function instanceOf(body: string): Promise<Instance> {
  return new Instance(await definitionOf(body));
}

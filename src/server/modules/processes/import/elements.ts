import type { Definition, Node, NodeKind } from '../engine/model.ts';
import { readActivity } from './activities.ts';
import { readEvent } from './events.ts';
import { checkExtensions } from './extensions.ts';
import { readLoop } from './loops.ts';
import { bodyOf, languageOf, type Reading } from './reading.ts';
import { readTranslations, stageText } from './translations.ts';
import { type Element, extensionOf } from './vendor.ts';

const MAX_NESTING = 12;

const KINDS: Record<string, NodeKind> = {
  'bpmn:StartEvent': 'start',
  'bpmn:EndEvent': 'end',
  'bpmn:Task': 'user',
  'bpmn:UserTask': 'user',
  'bpmn:ManualTask': 'manual',
  'bpmn:ServiceTask': 'service',
  'bpmn:SendTask': 'service',
  'bpmn:ScriptTask': 'script',
  'bpmn:ReceiveTask': 'receive',
  'bpmn:CallActivity': 'call',
  'bpmn:SubProcess': 'sub',
  'bpmn:AdHocSubProcess': 'adhoc',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:EventBasedGateway': 'eventBased',
  'bpmn:BoundaryEvent': 'boundary',
  'bpmn:IntermediateCatchEvent': 'catch',
  'bpmn:IntermediateThrowEvent': 'throw',
};

/** Elements without meaning for execution. */
const NOT_EXECUTED = new Set(['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference']);
const ID = /^[A-Za-z_][\w.-]*$/;
const FORBIDDEN_IDS = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads all elements of the process into `definition`. Unsupported ones become problems. */
export function readNodes(process: Element, definition: Definition, reading: Reading): void {
  const root = newNode(process, 'root', null, reading);
  definition.nodes[root.id] = root;
  readScope(process, root, definition, reading, lanesOf(process), 0);
}

function newNode(element: Element, kind: NodeKind, scope: string | null, { findings }: Reading): Node {
  const line = findings.lineOf(element.id);
  const name = element.name?.replace(/\s+/g, ' ').trim();
  return {
    id: element.id ?? '',
    kind,
    ...(name ? { name } : {}),
    ...(line === null ? {} : { line }),
    scope,
    in: [],
    out: [],
    boundary: [],
    starts: [],
    eventStarts: [],
  };
}

function readScope(
  element: Element,
  scope: Node,
  definition: Definition,
  reading: Reading,
  lanes: Map<string, string>,
  depth: number,
): void {
  const { findings } = reading;
  if (depth > MAX_NESTING) {
    findings.problem('document.nesting', element, `Sub-processes are nested deeper than ${MAX_NESTING} levels.`);
    return;
  }
  const inner = (element.flowElements as Element[] | undefined) ?? [];
  for (const one of inner) {
    if (NOT_EXECUTED.has(one.$type)) continue;
    if (one.$type === 'bpmn:SequenceFlow' && !one.id) nameFlow(one, definition, reading);
    if (!one.id || !ID.test(one.id) || FORBIDDEN_IDS.has(one.id)) {
      findings.problem(
        'element.id',
        one,
        `The id ${one.id ?? '(none)'} is not valid. Use letters, digits, _ . - only.`,
      );
    } else if (definition.nodes[one.id] ?? definition.flows[one.id]) {
      findings.problem('element.id', one, 'The id is used twice.');
    } else if (one.$type === 'bpmn:SequenceFlow') readFlow(one, definition, reading);
    else {
      const kind = KINDS[one.$type];
      if (!kind || one.isForCompensation === true) {
        const what = kind ? 'compensation' : one.$type.replace('bpmn:', '');
        findings.problem('element.unsupported', one, `${what} is not supported.`);
        continue;
      }
      const node = readNode(one, kind, scope, reading, lanes);
      definition.nodes[node.id] = node;
      if (node.kind === 'sub' || node.kind === 'adhoc' || node.kind === 'eventSub') {
        readScope(one, node, definition, reading, new Map([...lanes, ...lanesOf(one)]), depth + 1);
      }
    }
  }
}

function readNode(element: Element, kind: NodeKind, scope: Node, reading: Reading, lanes: Map<string, string>): Node {
  const own = kind === 'sub' && element.triggeredByEvent === true ? 'eventSub' : kind;
  const node = newNode(element, own, scope.id, reading);
  const extension = extensionOf(element, reading.prefixes);
  checkExtensions(element, reading);
  for (const part of partsOf(element)) checkExtensions(part, reading, element);
  const { names, stages } = readTranslations(element, extension, reading, 0);
  if (names) node.names = names;
  // An empty stage hides the activity from requesters.
  if (extension.all.includes('@verva:stage')) node.stage = stageText(extension.attribute('verva:stage')) ?? '';
  if (stages) node.stages = stages;
  const standard = (element.default as Element | undefined)?.id;
  if (standard) node.def = standard;
  if (['start', 'end', 'boundary', 'catch', 'throw', 'receive'].includes(own)) {
    readEvent(element, node, scope, extension, reading);
  } else readActivity(element, node, extension, reading, lanes.get(node.id));
  if (element.loopCharacteristics) readLoop(element, node, reading);
  if (own === 'eventBased') {
    if (element.instantiate === true || element.eventGatewayType === 'Parallel') {
      reading.findings.problem('event.instantiating', element, 'A gateway that starts instances is not supported.');
    }
  }
  return node;
}

function readFlow(element: Element, definition: Definition, reading: Reading): void {
  const { findings, expressions } = reading;
  const from = (element.sourceRef as Element | undefined)?.id;
  const to = (element.targetRef as Element | undefined)?.id;
  if (!from || !to) {
    findings.problem('flow.ends', element, 'The flow has no source or no target.');
    return;
  }
  checkExtensions(element, reading);
  const condition = element.conditionExpression as Element | undefined;
  const cond = condition && expressions.feel(bodyOf(condition), element, 'The condition', languageOf(condition));
  const name = element.name?.replace(/\s+/g, ' ').trim();
  definition.flows[element.id!] = {
    id: element.id!,
    from,
    to,
    ...(name ? { name } : {}),
    ...(cond ? { cond } : {}),
  };
}

/** Returns the definitions, the loop and the named messages and signals of an element: what may carry extensions of its own. */
function partsOf(element: Element): Element[] {
  const events = ((element.eventDefinitions as Element[] | undefined) ?? []).flatMap((event) => [
    event,
    event.messageRef,
    event.signalRef,
    event.timeCycle,
  ]);
  return [...events, element.messageRef, element.loopCharacteristics].filter(
    (part): part is Element => typeof part === 'object' && part !== null,
  );
}

/** Gives a flow without an id one of its ends, which stays the same in the next version. */
function nameFlow(flow: Element, definition: Definition, { findings }: Reading): void {
  const ends = [flow.sourceRef, flow.targetRef].map((end) => (end as Element | undefined)?.id);
  if (ends.includes(undefined)) return;
  const plain = `flow_${ends.join('_')}`;
  let id = plain;
  for (let count = 2; definition.flows[id] ?? definition.nodes[id]; count += 1) id = `${plain}_${count}`;
  flow.id = id;
  findings.note('flow.id', flow, `The flow has no id and is called ${id}.`);
}

/** Returns the innermost lane of each element. */
function lanesOf(scope: Element): Map<string, string> {
  const lanes = new Map<string, string>();
  const visit = (set: Element | undefined, depth: number) => {
    if (depth > MAX_NESTING) return;
    for (const lane of (set?.lanes as Element[] | undefined) ?? []) {
      for (const one of (lane.flowNodeRef as Element[] | undefined) ?? []) {
        if (one.id && lane.name?.trim()) lanes.set(one.id, lane.name.trim());
      }
      visit(lane.childLaneSet as Element | undefined, depth + 1);
    }
  };
  for (const set of (scope.laneSets as Element[] | undefined) ?? []) visit(set, 0);
  return lanes;
}

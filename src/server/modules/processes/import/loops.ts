import type { LoopSpec, Node } from '../engine/model.ts';
import { bodyOf, languageOf, type Reading } from './reading.ts';
import { attributeOf, type Element, extensionOf } from './vendor.ts';

const LOOPING = new Set(['user', 'manual', 'service', 'script', 'receive', 'call', 'sub', 'adhoc']);

/** Reads multi-instance and standard loops of an activity into `node.loop`. */
export function readLoop(element: Element, node: Node, reading: Reading): void {
  const { findings, expressions } = reading;
  const loop = element.loopCharacteristics as Element;
  if (!LOOPING.has(node.kind)) {
    findings.problem('element.unsupported', element, `A ${node.kind} element cannot be repeated.`);
    return;
  }
  const feel = (property: string, what: string) =>
    expressions.feel(bodyOf(loop[property]), element, what, languageOf(loop[property]));
  if (loop.$type === 'bpmn:StandardLoopCharacteristics') {
    const condition = feel('loopCondition', 'The loop condition');
    const max = loop.loopMaximum as number | string | undefined;
    if (!condition && max === undefined) {
      findings.problem('loop.condition', element, 'The loop needs a condition or a maximum.');
    }
    node.loop = {
      kind: 'standard',
      before: loop.testBefore === true,
      ...(condition ? { while: condition } : {}),
      ...(max === undefined ? {} : { max: Number(max) }),
    };
    return;
  }
  const extension = extensionOf(loop, reading.prefixes);
  const [zeebe] = extension.elements('zeebe:loopCharacteristics');
  const list =
    extension.attribute('verva:collection', 'camunda:collection') ??
    attributeOf(zeebe, 'inputCollection') ??
    referenceName(loop.loopDataInputRef);
  const collection = expressions.feel(list, element, 'The collection');
  const cardinality = feel('loopCardinality', 'The loop cardinality');
  const name = (text: string | undefined, what: string) => expressions.variable(text, element, what);
  const single = name(
    extension.attribute('verva:elementVariable', 'camunda:elementVariable') ??
      attributeOf(zeebe, 'inputElement') ??
      (loop.inputDataItem as Element | undefined)?.name,
    'elementVariable',
  );
  const outputCollection = name(
    extension.attribute('verva:outputCollection') ?? attributeOf(zeebe, 'outputCollection'),
    'outputCollection',
  );
  const outputElement = expressions.feel(
    extension.attribute('verva:outputElement') ?? attributeOf(zeebe, 'outputElement'),
    element,
    'outputElement',
  );
  const until = feel('completionCondition', 'The completion condition');
  if (!list && !bodyOf(loop.loopCardinality)) {
    findings.problem('loop.collection', element, 'The loop needs a collection or a cardinality.');
  }
  if (outputCollection && !outputElement) {
    findings.problem('loop.collection', element, 'An output collection needs an output element.');
  }
  const behavior = loop.behavior as string | undefined;
  if (behavior && behavior !== 'All') {
    findings.problem('element.unsupported', element, `The multi-instance behaviour ${behavior} is not supported.`);
  }
  const spec: LoopSpec = {
    kind: loop.isSequential === true ? 'sequential' : 'parallel',
    ...(collection ? { collection } : {}),
    ...(single ? { element: single } : {}),
    ...(cardinality && !collection ? { cardinality } : {}),
    ...(until ? { until } : {}),
    ...(outputCollection && outputElement ? { outputCollection, outputElement } : {}),
  };
  node.loop = spec;
}

function referenceName(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference;
  const element = reference as Element | undefined;
  return element?.name ?? element?.id;
}

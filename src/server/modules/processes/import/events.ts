import type { EventSpec, Node, NodeKind } from '../engine/model.ts';
import { instantOf, parseCycle, parseDuration, TimerError } from '../engine/timers.ts';
import { bodyOf, languageOf, type Reading } from './reading.ts';
import { attributeOf, type Element, type Extension, extensionOf } from './vendor.ts';

type On = EventSpec['on'];

/** Supported events by kind of element. Others are rejected. */
const ALLOWED: Partial<Record<NodeKind, On[]>> = {
  end: ['none', 'message', 'signal', 'error', 'escalation', 'terminate'],
  boundary: ['timer', 'message', 'signal', 'error', 'escalation'],
  catch: ['timer', 'message', 'signal', 'link'],
  throw: ['none', 'message', 'signal', 'escalation', 'link'],
};
const TOP_STARTS: On[] = ['none', 'timer', 'message', 'signal'];
const EVENT_STARTS: On[] = ['timer', 'message', 'signal', 'error', 'escalation'];

/** Reads the event of a start, end, boundary, catch, throw or receive element into `node`. */
export function readEvent(element: Element, node: Node, scope: Node, extension: Extension, reading: Reading): void {
  const { findings } = reading;
  if (node.kind === 'receive') {
    if (element.instantiate === true) {
      findings.problem('event.instantiating', element, 'A receive task that starts instances is not supported.');
    }
    node.event = readMessage(element.messageRef as Element | undefined, element, extension, reading);
    return;
  }
  const definitions = [
    ...((element.eventDefinitions as Element[] | undefined) ?? []),
    ...((element.eventDefinitionRef as Element[] | undefined) ?? []),
  ];
  if (definitions.length > 1 || element.parallelMultiple === true) {
    findings.problem('event.multiple', element, 'An event with several definitions is not supported.');
    return;
  }
  const event = readDefinition(definitions[0], element, extension, reading);
  if (!event) return;
  node.event = event;
  const allowed = node.kind === 'start' ? startsIn(scope) : (ALLOWED[node.kind] ?? []);
  if (!allowed.includes(event.on)) {
    findings.problem('event.unsupported', element, `A ${node.kind} event of type ${event.on} is not supported here.`);
  }
  if (node.kind === 'boundary') {
    node.interrupting = element.cancelActivity !== false;
    node.host = (element.attachedToRef as Element | undefined)?.id ?? '';
  }
  if (node.kind === 'start' && scope.kind === 'eventSub') node.interrupting = element.isInterrupting !== false;
  if (event.on === 'error' && node.interrupting === false) {
    findings.problem('event.unsupported', element, 'An error event must be interrupting.');
  }
  if (node.kind === 'start' && event.on === 'none') {
    const form = reading.expressions.value(extension.attribute('verva:formKey', 'camunda:formKey'), element, 'formKey');
    if (form) node.task = { form };
  }
}

function startsIn(scope: Node): On[] {
  if (scope.kind === 'root') return TOP_STARTS;
  return scope.kind === 'eventSub' ? EVENT_STARTS : ['none'];
}

function readDefinition(
  definition: Element | undefined,
  element: Element,
  extension: Extension,
  reading: Reading,
): EventSpec | undefined {
  const { findings } = reading;
  switch (definition?.$type) {
    case undefined:
      return { on: 'none' };
    case 'bpmn:TimerEventDefinition':
      return readTimer(definition, element, reading);
    case 'bpmn:MessageEventDefinition':
      return readMessage(definition.messageRef as Element | undefined, element, extension, reading);
    case 'bpmn:SignalEventDefinition': {
      const signal = definition.signalRef as Element | undefined;
      const name = signal?.name?.trim();
      if (!name) findings.problem('event.name', element, 'The signal has no name.');
      if (signal && extensionOf(signal, reading.prefixes).attribute('camunda:scope') === 'processInstance') {
        findings.problem('extension.meaning', element, 'A signal for one process instance is not supported.');
      }
      return { on: 'signal', name: name ?? '' };
    }
    case 'bpmn:ErrorEventDefinition':
    case 'bpmn:EscalationEventDefinition': {
      const on = definition.$type === 'bpmn:ErrorEventDefinition' ? 'error' : 'escalation';
      const reference = definition[`${on}Ref`] as Element | undefined;
      const code = (reference?.[`${on}Code`] as string | undefined)?.trim() || reference?.name?.trim();
      if (!code && (element.$type === 'bpmn:EndEvent' || element.$type === 'bpmn:IntermediateThrowEvent')) {
        findings.problem('event.name', element, `The ${on} has no code.`);
      }
      return { on, ...(code ? { code } : {}) };
    }
    case 'bpmn:LinkEventDefinition': {
      const name = (definition.name ?? element.name)?.trim();
      if (!name) findings.problem('event.name', element, 'The link has no name.');
      return { on: 'link', name: name ?? '' };
    }
    case 'bpmn:TerminateEventDefinition': {
      const isForAll = extensionOf(definition, reading.prefixes).attribute('camunda:terminateAll') === 'true';
      return { on: 'terminate', ...(isForAll ? { all: true as const } : {}) };
    }
    default:
      findings.problem(
        'event.unsupported',
        element,
        `${definition?.$type.replace('bpmn:', '').replace('EventDefinition', '')} events are not supported.`,
      );
      return undefined;
  }
}

function readMessage(
  message: Element | undefined,
  element: Element,
  extension: Extension,
  reading: Reading,
): EventSpec {
  const name = message?.name?.trim();
  if (!name) reading.findings.problem('event.name', element, 'The message has no name.');
  const own = message && extensionOf(message, reading.prefixes);
  const text =
    extension.attribute('verva:correlationKey') ??
    own?.attribute('verva:correlationKey') ??
    attributeOf(own?.elements('zeebe:subscription')[0], 'correlationKey');
  const key = reading.expressions.feel(text, element, 'The correlation key');
  const vars = extension.elements('verva:input').flatMap((one) => {
    const input = reading.expressions.variable(attributeOf(one, 'name'), element, 'An input');
    const value = reading.expressions.value(attributeOf(one, 'value'), element, `input ${input}`);
    return input ? [{ name: input, value: value ?? '' }] : [];
  });
  return { on: 'message', name: name ?? '', ...(key ? { key } : {}), ...(vars.length > 0 ? { vars } : {}) };
}

function readTimer(definition: Element, element: Element, { findings, expressions }: Reading): EventSpec | undefined {
  for (const timer of ['date', 'duration', 'cycle'] as const) {
    const expression = definition[`time${timer[0]!.toUpperCase()}${timer.slice(1)}`];
    const text = bodyOf(expression);
    if (!text) continue;
    // The language matters only for expressions, which begin with `=`, and not for ISO texts.
    const language = languageOf(expression);
    if (language && !/feel/i.test(language) && text.trim().startsWith('=')) {
      findings.problem('expression.language', element, `The timer is written in ${language}. Only FEEL is supported.`);
    }
    const value = expressions.value(text, element, 'The timer');
    if (value === undefined) return undefined;
    if (timer === 'cycle' && element.$type === 'bpmn:IntermediateCatchEvent') {
      findings.problem('event.timer', element, 'An intermediate event cannot have a repeating timer.');
    }
    if (!value.startsWith('=')) {
      try {
        if (timer === 'date') instantOf(value, 'UTC');
        else if (timer === 'duration') parseDuration(value);
        else parseCycle(value);
      } catch (error) {
        if (!(error instanceof TimerError)) throw error;
        findings.problem('event.timer', element, error.message);
      }
    }
    return { on: 'timer', timer, value };
  }
  findings.problem('event.timer', element, 'The timer has no date, duration or cycle.');
  return undefined;
}

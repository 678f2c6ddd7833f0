import { BpmnModdle } from 'bpmn-moddle';
import type { Findings } from './problems.ts';
import { type Element, isForeign } from './vendor.ts';

interface Warning {
  message: string;
  /** Of an unresolved reference: the element that refers, its property, and the id. */
  element?: Element;
  property?: string;
  value?: string;
}

interface Parsed {
  rootElement: Element;
  elementsById: Record<string, Element>;
  warnings: Warning[];
}

/** Parser warnings about lost content. The others are about foreign attributes, which are kept. */
const LOSSES = /^(duplicate ID|unparsable content|unresolved reference|missing|invalid|illegal|unexpected|multiple)/i;

/**
 * References that no execution follows. Flows are read from their ends, and data is read by the names of variables.
 * A flow, a boundary event and the message or signal of an event need their target, so theirs are not in the list.
 */
const NOT_FOLLOWED = new Set(
  (
    'itemSubjectRef,itemRef,structureRef,evaluatesToTypeRef,inMessageRef,outMessageRef,errorRefs,operationRef,supportedInterfaceRefs,' +
    'definition,dataStoreRef,dataObjectRef,dataState,partitionElementRef,categoryValueRef,supportedParticipantRef,calledChoreographyRef,' +
    'dataInputRefs,dataOutputRefs,optionalInputRefs,whileExecutingInputRefs,inputSetRefs,outputSetRefs,incoming,outgoing,flowNodeRef,' +
    'processRef,participantRef,interfaceRef,type,correlationPropertyRef,correlationKeyRef,supports'
  ).split(','),
);
/** Lines between elements, of which a process needs the sequence flows alone. */
const LINES = new Set([
  'bpmn:Association',
  'bpmn:MessageFlow',
  'bpmn:DataInputAssociation',
  'bpmn:DataOutputAssociation',
]);
const CODE_OF: Readonly<Record<string, string>> = { errorRef: 'errorCode', escalationRef: 'escalationCode' };

/** Parses a BPMN file, and settles what the parser reports: by reading it, by a note, or by a problem. */
export async function parse(text: string, findings: Findings): Promise<Element | undefined> {
  try {
    const { rootElement, elementsById, warnings } = (await new BpmnModdle().fromXML(text)) as unknown as Parsed;
    const namespaces = namespacesOf(text);
    for (const warning of warnings) {
      if (!LOSSES.test(warning.message)) continue;
      const isSettled = warning.property
        ? settleReference(warning, elementsById, findings)
        : isDropped(warning, namespaces, findings);
      if (!isSettled) findings.problem('document.broken', warning.element, warning.message.split('\n')[0]!);
    }
    return rootElement;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    findings.problem('document.broken', undefined, message.split('\n')[0]!);
    return undefined;
  }
}

/** Resolves a reference that the parser could not: with a prefix, to a code, or to something that nothing executes. */
function settleReference(warning: Warning, byId: Parsed['elementsById'], findings: Findings): boolean {
  const { element, value = '' } = warning;
  const property = warning.property!.split(':').at(-1)!;
  if (!element) return false;
  // References are qualified names: most tools leave the prefix of the target namespace out.
  const target = byId[value.split(':').at(-1)!];
  if (target && value.includes(':')) {
    connect(element, property, target);
    return true;
  }
  if (/^(bpmndi|di|dc):/.test(element.$type)) {
    findings.noteOnce('drawing.ignored', `The drawing refers to ${value}, which is not in the file.`);
    return true;
  }
  const code = CODE_OF[property];
  if (code) {
    element[property] = { $type: 'bpmn:Error', [code]: value };
    findings.note('event.code', eventOf(element), `${value} is read as the code.`);
    return true;
  }
  if (!NOT_FOLLOWED.has(property) && !LINES.has(element.$type)) return false;
  findings.note('reference.ignored', element, `${property} refers to ${value}, which is not in the file.`);
  return true;
}

function connect(element: Element, property: string, target: Element): void {
  const known = element[property];
  if (element.$descriptor?.propertiesByName?.[property]?.isMany)
    element[property] = [...((known as Element[]) ?? []), target];
  else element[property] = target;
}

const eventOf = (element: Element): Element => (element.id ? element : (element.$parent ?? element));

/** Whether content outside of the schema may be left out: documentation, and elements of tools that are not executed here. */
function isDropped({ message }: Warning, namespaces: ReadonlyMap<string, string>, findings: Findings): boolean {
  const [, prefix = '', name] = /^unparsable content <(?:([\w.-]+):)?([\w.-]+)>/.exec(message) ?? [];
  if (!name) return false;
  const isForeignContent = prefix !== '' && isForeign(namespaces.get(prefix) ?? '');
  if (!isForeignContent && name !== 'documentation') return false;
  findings.noteOnce(
    'content.ignored',
    `<${prefix ? `${prefix}:` : ''}${name}> is not part of BPMN here and is ignored.`,
  );
  return true;
}

function namespacesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/\sxmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, prefix, double, single]) => [
      prefix!,
      double ?? single ?? '',
    ]),
  );
}

import { isWithoutEffect, treatmentOf } from './known.ts';
import type { Reading } from './reading.ts';
import { type Element, extensionOf } from './vendor.ts';

const OWN = new Set(
  (
    'assignee,candidateUsers,candidateGroups,formKey,dueDate,followUpDate,priority,taskName,outcomes,clockMayStop,action,resultVariable,' +
    'correlationKey,collection,elementVariable,outputCollection,outputElement,version,binding,candidateStarterGroups,listed,shortName,icon,' +
    'withdraw,peopleShown,managersSee,stage,fourEyes'
  )
    .split(',')
    .map((name) => `@verva:${name}`)
    .concat('verva:input', 'verva:output', 'verva:translation'),
);

/**
 * Refuses extensions of an element that change what a process does, and notes those that are ignored. Findings name
 * `shown`, the element around a part without a name of its own.
 */
export function checkExtensions(element: Element, { findings, prefixes }: Reading, shown = element): void {
  const { all, attribute } = extensionOf(element, prefixes);
  const type = element.$type.replace('bpmn:', '');
  for (const name of all) {
    const plain = name.replace('@', '');
    if (OWN.has(name) || plain.startsWith('zeebe:modeler')) continue;
    switch (treatmentOf(name, type)) {
      case 'read':
        break;
      case 'code':
        findings.problem('action.code', shown, `${plain} refers to code of another system.`);
        break;
      case 'mapping':
        findings.problem('mapping', shown, `${plain} is not supported. Use verva:input.`);
        break;
      case 'meaning':
        if (isWithoutEffect(name, attribute(plain))) break;
        findings.problem('extension.meaning', shown, `${plain} changes what the process does, and is not supported.`);
        break;
      default:
        findings.note('extension.ignored', shown, `${plain} is ignored.`);
    }
  }
}

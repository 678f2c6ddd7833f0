import { ACTIONS } from '../engine/actions.ts';
import type { InputSpec, Node, TaskSpec } from '../engine/model.ts';
import { bodyOf, languageOf, type Reading } from './reading.ts';
import { attributeOf, type Element, type Extension } from './vendor.ts';

/** Reads the properties of an activity into `node`, by its kind. */
export function readActivity(
  element: Element,
  node: Node,
  extension: Extension,
  reading: Reading,
  lane: string | undefined,
): void {
  switch (node.kind) {
    case 'user':
      node.task = readTask(element, extension, reading, lane);
      if (element.$type === 'bpmn:Task')
        reading.findings.note('task.abstract', element, 'The abstract task is read as a user task.');
      break;
    case 'service':
      readAction(element, node, extension, reading);
      break;
    case 'script':
      readScript(element, node, extension, reading);
      break;
    case 'call':
      readCall(element, node, extension, reading);
      break;
    case 'adhoc': {
      const { expressions } = reading;
      const condition = element.completionCondition;
      const until = expressions.feel(bodyOf(condition), element, 'The completion condition', languageOf(condition));
      const groups = expressions.value(
        extension.attribute('verva:candidateGroups', 'camunda:candidateGroups') ?? lane,
        element,
        'candidateGroups',
      );
      node.adhoc = {
        sequential: element.ordering === 'Sequential',
        cancelRemaining: element.cancelRemainingInstances !== false,
        ...(until ? { until } : {}),
        ...(groups ? { groups } : {}),
      };
      break;
    }
    default:
      break;
  }
}

function readTask(element: Element, extension: Extension, reading: Reading, lane: string | undefined): TaskSpec {
  const { expressions, findings } = reading;
  const [assignment] = extension.elements('zeebe:assignmentDefinition');
  const [form] = extension.elements('zeebe:formDefinition');
  const [schedule] = extension.elements('zeebe:taskSchedule');
  const [priority] = extension.elements('zeebe:priorityDefinition');
  const own = (name: string) => extension.attribute(`verva:${name}`, `camunda:${name}`);
  const texts: Record<keyof Omit<TaskSpec, 'outcomes' | 'outcomeNames' | 'clockMayStop'>, string | undefined> = {
    name: own('taskName'),
    assignee: own('assignee') ?? attributeOf(assignment, 'assignee'),
    users: own('candidateUsers') ?? attributeOf(assignment, 'candidateUsers'),
    groups: own('candidateGroups') ?? attributeOf(assignment, 'candidateGroups'),
    form: own('formKey') ?? attributeOf(form, 'formId') ?? attributeOf(form, 'formKey'),
    due: own('dueDate') ?? attributeOf(schedule, 'dueDate'),
    followUp: own('followUpDate') ?? attributeOf(schedule, 'followUpDate'),
    priority: own('priority') ?? attributeOf(priority, 'priority'),
  };
  if (!texts.assignee && !texts.users && !texts.groups) Object.assign(texts, readResources(element));
  if (!texts.assignee && !texts.users && !texts.groups && lane) {
    texts.groups = lane;
    findings.note('task.lane', element, `The lane ${lane} is read as the candidate group.`);
  }
  const task: TaskSpec = {};
  for (const [field, text] of Object.entries(texts) as [keyof typeof texts, string | undefined][]) {
    const value = expressions.value(text, element, field);
    if (value) task[field] = value;
  }
  const outcomes = extension.attribute('verva:outcomes');
  if (outcomes) {
    task.outcomes = outcomes
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
  }
  if (extension.attribute('verva:clockMayStop')?.trim() === 'true') task.clockMayStop = true;
  return task;
}

/** Reads the people of BPMN's own `humanPerformer` and `potentialOwner`: `user(kim), group(hr)`, or names of groups. */
function readResources(element: Element): { assignee?: string; users?: string; groups?: string } {
  const names: Record<'user' | 'group', string[]> = { user: [], group: [] };
  let assignee: string | undefined;
  for (const resource of (element.resources as Element[] | undefined) ?? []) {
    const formal = (resource.resourceAssignmentExpression as Element | undefined)?.expression;
    const text = bodyOf(formal)?.trim() ?? (resource.resourceRef as Element | undefined)?.name?.trim();
    if (!text) continue;
    if (resource.$type === 'bpmn:HumanPerformer') assignee = text;
    else if (/^(=|[$#]\{)/.test(text)) names.group.push(text);
    else {
      for (const part of text.split(',')) {
        const [, kind = 'group', name] = /^(?:(user|group)\()?([^()]*)\)?$/.exec(part.trim()) ?? [];
        if (name?.trim()) names[kind as 'user' | 'group'].push(name.trim());
      }
    }
  }
  return {
    ...(assignee ? { assignee } : {}),
    ...(names.user.length > 0 ? { users: names.user.join(',') } : {}),
    ...(names.group.length > 0 ? { groups: names.group.join(',') } : {}),
  };
}

function readInputs(element: Element, extension: Extension, reading: Reading, kind: 'input' | 'output'): InputSpec[] {
  return extension.elements(`verva:${kind}`).flatMap((one) => {
    const name = attributeOf(one, 'name');
    const text = attributeOf(one, 'value') ?? one.$body?.trim();
    if (!name) {
      reading.findings.problem('action.input', element, `An ${kind} has no name.`);
      return [];
    }
    const value = reading.expressions.value(text, element, `${kind} ${name}`);
    return [{ name, value: value ?? '' }];
  });
}

/** Checks names that become variables. */
function checkNames(specs: InputSpec[], element: Element, reading: Reading): void {
  for (const { name } of specs) reading.expressions.variable(name, element, 'An input or output');
}

const RESULT_VARIABLE = ['camunda:resultVariable', 'camunda:resultVariableName'];

function readAction(element: Element, node: Node, extension: Extension, reading: Reading): void {
  const { findings, expressions } = reading;
  const name =
    extension.attribute('verva:action', 'camunda:topic') ??
    attributeOf(extension.elements('zeebe:taskDefinition')[0], 'type');
  const inputs = readInputs(element, extension, reading, 'input');
  const outputs = readInputs(element, extension, reading, 'output');
  const result = expressions.variable(
    extension.attribute('verva:resultVariable', ...RESULT_VARIABLE),
    element,
    'resultVariable',
  );
  if (!name) {
    const hasCode = extension.all.some((one) => /^@camunda:(class|expression|delegateExpression)$/.test(one));
    if (!hasCode) findings.problem('action.missing', element, `Set an action: ${[...ACTIONS.keys()].join(', ')}.`);
    return;
  }
  const action = ACTIONS.get(name);
  if (!action) {
    findings.problem(
      'action.unknown',
      element,
      `There is no action ${name}. Use one of ${[...ACTIONS.keys()].join(', ')}.`,
    );
    return;
  }
  const given = new Set(inputs.map((one) => one.name));
  for (const input of given) {
    if (!action.open && !action.inputs[input])
      findings.problem('action.input', element, `${name} has no input ${input}.`);
  }
  for (const [input, { required }] of Object.entries(action.inputs)) {
    const value = inputs.find((one) => one.name === input)?.value;
    if (required && !value) findings.problem('action.input', element, `${name} requires the input ${input}.`);
  }
  if (action.open) checkNames(inputs, element, reading);
  checkNames(outputs, element, reading);
  node.action = { name, inputs, ...(outputs.length > 0 ? { outputs } : {}), ...(result ? { result } : {}) };
}

function readScript(element: Element, node: Node, extension: Extension, reading: Reading): void {
  const { findings, expressions } = reading;
  const [zeebe] = extension.elements('zeebe:script');
  const format = (element.scriptFormat as string | undefined) ?? (zeebe ? 'feel' : undefined);
  const text = (element.script as string | undefined)?.trim() || attributeOf(zeebe, 'expression');
  const name = extension.attribute('verva:resultVariable', ...RESULT_VARIABLE) ?? attributeOf(zeebe, 'resultVariable');
  if (!text) {
    findings.problem('script.missing', element, 'The script is empty.');
    return;
  }
  if (!format || !/feel/i.test(format)) {
    findings.problem('script.language', element, `${format ?? 'No script format'}: scripts must be written in FEEL.`);
    return;
  }
  const script = expressions.feel(text, element, 'The script');
  const result = expressions.variable(name, element, 'resultVariable');
  if (script) node.script = { text: script, ...(result ? { result } : {}) };
}

function readCall(element: Element, node: Node, extension: Extension, reading: Reading): void {
  const { findings } = reading;
  const process =
    (element.calledElement as string | undefined)?.trim() ||
    attributeOf(extension.elements('zeebe:calledElement')[0], 'processId');
  if (!process) {
    findings.problem('call.process', element, 'Set the process to call.');
    return;
  }
  if (/^=|\$\{|#\{/.test(process)) {
    findings.problem('call.process', element, 'The process to call must be a fixed name, not an expression.');
    return;
  }
  const binding = extension.attribute('verva:binding', 'camunda:calledElementBinding') ?? 'latest';
  const text = extension.attribute('verva:version', 'camunda:calledElementVersion');
  const version = binding === 'version' || (binding === 'latest' && text) ? Number(text) : 'latest';
  if (
    !['latest', 'version'].includes(binding) ||
    (version !== 'latest' && !(Number.isInteger(version) && version > 0))
  ) {
    findings.problem('call.version', element, `The version ${text ?? binding} is not valid. Use a number or latest.`);
    return;
  }
  const inputs = readInputs(element, extension, reading, 'input');
  const outputs = readInputs(element, extension, reading, 'output');
  checkNames([...inputs, ...outputs], element, reading);
  node.call = {
    process,
    version,
    ...(inputs.length > 0 ? { inputs } : {}),
    ...(outputs.length > 0 ? { outputs } : {}),
  };
}

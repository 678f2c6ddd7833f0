/**
 * What becomes of each extension of Camunda, Activiti, Flowable and Zeebe, so that none is lost silently:
 *   read      the import uses it at these elements, and notes it as ignored at others
 *   meaning   it changes what a process does, and the import does not read it: the file is refused
 *   code      it names code of another system: the file is refused
 *   mapping   it maps variables in another notation: the file is refused
 * Everything else is noted as ignored. Names are those of `Extension.all`; `camunda:` is the prefix of Camunda, Activiti and Flowable.
 */
export type Treatment = 'read' | 'meaning' | 'code' | 'mapping';

const ANYWHERE = '*';
const TASKS = 'UserTask Task';
const SERVICES = 'ServiceTask SendTask BusinessRuleTask ScriptTask';
const LOOP = 'MultiInstanceLoopCharacteristics';

const READ: Readonly<Record<string, string>> = {
  '@camunda:assignee': TASKS,
  '@camunda:candidateUsers': TASKS,
  '@camunda:candidateGroups': `${TASKS} AdHocSubProcess`,
  '@camunda:formKey': `${TASKS} StartEvent`,
  '@camunda:dueDate': TASKS,
  '@camunda:followUpDate': TASKS,
  '@camunda:priority': TASKS,
  '@camunda:topic': SERVICES,
  '@camunda:resultVariable': SERVICES,
  '@camunda:resultVariableName': SERVICES,
  '@camunda:candidateStarterGroups': 'Process',
  '@camunda:isStartableInTasklist': 'Process',
  '@camunda:initiator': 'StartEvent',
  '@camunda:calledElementBinding': 'CallActivity',
  '@camunda:calledElementVersion': 'CallActivity',
  '@camunda:collection': LOOP,
  '@camunda:elementVariable': LOOP,
  '@camunda:terminateAll': 'TerminateEventDefinition',
  '@camunda:scope': 'Signal',
  'zeebe:assignmentDefinition': TASKS,
  'zeebe:formDefinition': TASKS,
  'zeebe:taskSchedule': TASKS,
  'zeebe:priorityDefinition': TASKS,
  'zeebe:userTask': TASKS,
  'zeebe:taskDefinition': SERVICES,
  'zeebe:script': 'ScriptTask',
  'zeebe:calledElement': 'CallActivity',
  'zeebe:loopCharacteristics': LOOP,
  'zeebe:subscription': 'Message',
  // Names and values for tools; nothing executes them.
  'camunda:properties': ANYWHERE,
};

const MEANING = [
  // Who may start
  '@camunda:candidateStarterUsers',
  'camunda:potentialStarter',
  // Whether an element is executed, and how often
  '@camunda:skipExpression',
  '@camunda:terminateMultiInstance',
  '@camunda:triggerable',
  'camunda:variableListenerEventDefinition',
  'camunda:eventListener',
  'camunda:eventType',
  // Variables
  'camunda:variableAggregation',
  '@camunda:elementIndexVariable',
  '@camunda:inheritVariables',
  '@camunda:taskIdVariableName',
  '@camunda:taskCompleterVariableName',
  '@camunda:processInstanceIdVariableName',
  '@camunda:idVariableName',
  '@camunda:errorCodeVariable',
  '@camunda:errorMessageVariable',
  '@camunda:errorVariableName',
  '@camunda:variableName',
  '@camunda:variableEvents',
  'camunda:collection',
  // Fields of a form inside the model
  'camunda:formProperty',
  'camunda:formData',
  // Events and dates
  '@camunda:businessCalendarName',
  '@camunda:signalExpression',
  '@camunda:messageExpression',
  '@camunda:escalationCodeVariable',
  '@camunda:endDate',
  'camunda:mapException',
  'camunda:errorEventDefinition',
];

const CODE = [
  '@camunda:class',
  '@camunda:expression',
  '@camunda:delegateExpression',
  '@camunda:variableMappingClass',
  '@camunda:variableMappingDelegateExpression',
  '@camunda:executionListener',
  '@camunda:taskListener',
  'camunda:executionListener',
  'camunda:taskListener',
  'camunda:connector',
  'camunda:script',
  'zeebe:executionListeners',
  'zeebe:taskListeners',
];

const MAPPING = [
  'camunda:inputOutput',
  'camunda:in',
  'camunda:out',
  'camunda:field',
  '@camunda:field',
  'zeebe:ioMapping',
  'zeebe:adHoc',
];

const REFUSED = new Map<string, Treatment>([
  ...MEANING.map((name) => [name, 'meaning'] as const),
  ...CODE.map((name) => [name, 'code'] as const),
  ...MAPPING.map((name) => [name, 'mapping'] as const),
]);

/** Returns what becomes of an extension at an element of this type, for example `UserTask`; undefined if it is ignored. */
export function treatmentOf(name: string, type: string): Treatment | undefined {
  const places = READ[name];
  if (places === ANYWHERE || places?.split(' ').includes(type)) return 'read';
  return REFUSED.get(name);
}

/** Values that say what happens without the attribute, too. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  '@camunda:triggerable': 'false',
  '@camunda:terminateMultiInstance': 'false',
  '@camunda:inheritVariables': 'true',
};

export const isWithoutEffect = (name: string, value: string | undefined): boolean =>
  value !== undefined && WITHOUT_EFFECT[name] === value;

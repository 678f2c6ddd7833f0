import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  catching,
  definitionOf,
  end,
  flows,
  gateway,
  instanceOf,
  notesOf,
  problemsOf,
  start,
  sub,
  TERMINATE,
  task,
  xml,
} from '../../../../../test/processes/model.ts';
import { compile } from './definition.ts';

const codes = async (body: string, top?: string) =>
  (await problemsOf(body, top)).map(({ element, code }) => `${element} ${code}`);
const noted = async (body: string, top?: string) =>
  (await notesOf(body, top)).map(({ element, code }) => `${element} ${code}`);

const TOP = '<message id="msg" name="Paid"/><signal id="sig" name="Alarm"/>';

test('BEY-26 flows without an id are named by their ends', async () => {
  const flow = (from: string, to: string) => `<sequenceFlow sourceRef="${from}" targetRef="${to}"/>`;
  const body = `${start()}${task('a')}${end('e')}${flow('s', 'a')}${flow('a', 'e')}${flow('a', 'e')}`;
  const { flows: read } = await definitionOf(body);
  assert.deepEqual(Object.keys(read), ['flow_s_a', 'flow_a_e', 'flow_a_e_2']);
  assert.deepEqual(await noted(body), ['flow_s_a flow.id', 'flow_a_e flow.id', 'flow_a_e_2 flow.id']);
  assert.deepEqual(await codes(`${start()}<sequenceFlow sourceRef="s"/>`), [' element.id']);
});

test('BEY-26 references with the prefix of a namespace lead to their elements', async () => {
  const qualified = xml(
    `${start()}${task('a')}${end('e')}<sequenceFlow id="f1" sourceRef="own:s" targetRef="own:a"/>` +
      `<sequenceFlow id="f2" sourceRef="own:a" targetRef="own:e"/>` +
      '<boundaryEvent id="b" attachedToRef="own:a"><messageEventDefinition messageRef="own:msg"/></boundaryEvent>',
    TOP,
  ).replace('<definitions ', '<definitions xmlns:own="t" ');
  const { definition, notes } = await compile(qualified);
  assert.deepEqual(definition?.nodes.a?.out, ['f2']);
  assert.deepEqual(definition?.nodes.b?.event, { on: 'message', name: 'Paid' });
  assert.deepEqual(notes, []);
  const lost = await compile(qualified.replace('targetRef="own:e"', 'targetRef="own:nowhere"'));
  assert.ok(lost.problems?.some(({ code, element }) => code === 'document.broken' && element === 'f2'));
});

test('BEY-26 a reference that nothing follows, and a fault of the drawing, are notes', async () => {
  const body = `<dataObject id="d" itemSubjectRef="xsd:string"/>${start()}${end('e')}${flows('s>e')}`;
  const drawn =
    '<bpmndi:BPMNDiagram xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"><bpmndi:BPMNPlane bpmnElement="gone"/></bpmndi:BPMNDiagram>';
  const { definition, notes } = await compile(xml(body).replace('</definitions>', `${drawn}</definitions>`));
  assert.equal(definition?.id, 'p');
  assert.deepEqual(
    notes.map(({ element, code }) => `${element} ${code}`),
    ['d reference.ignored', ' drawing.ignored'],
  );
});

test('BEY-26 content of other tools is noted and left out; elements of BPMN are not', async () => {
  const foreign = '<x:board xmlns:x="http://tool.example/board"/>';
  assert.deepEqual(await noted(`${start()}${end('e')}${flows('s>e')}${foreign}`), [' content.ignored']);
  assert.ok((await codes(`${start()}<fooTask id="f"/>`)).includes(' document.broken'));
});

test('an error that is not declared is read by its code', async () => {
  const body = `${start()}${task('a')}<boundaryEvent id="b" attachedToRef="a"><errorEventDefinition errorRef="E7"/></boundaryEvent>${end('e')}${flows('s>a a>e b>e')}`;
  const { nodes } = await definitionOf(body, TOP);
  assert.deepEqual(nodes.b?.event, { on: 'error', code: 'E7' });
  assert.deepEqual(await noted(body, TOP), ['b event.code']);
});

test('BEY-26 no extension of another engine is lost silently, on any element', async () => {
  const x = 'camunda:strange="1"';
  const places: Record<string, [body: string, top?: string]> = {
    'start event': [`<startEvent id="x" ${x}/>`],
    task: [task('x', x)],
    flow: [`${start()}${end('e')}<sequenceFlow id="x" sourceRef="s" targetRef="e" ${x}/>`],
    'sub-process': [`<subProcess id="x" ${x}>${start('i')}</subProcess>`],
    gateway: [gateway('exclusive', 'x', x)],
    event: [catching('x', `<messageEventDefinition messageRef="msg" ${x}/>`)],
    message: [catching('x', '<messageEventDefinition messageRef="msg"/>'), `<message id="msg" name="Paid" ${x}/>`],
    signal: [catching('x', '<signalEventDefinition signalRef="sig"/>'), `<signal id="sig" name="Alarm" ${x}/>`],
    loop: [
      task(
        'x',
        '',
        `<multiInstanceLoopCharacteristics ${x}><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>`,
      ),
    ],
    timer: [catching('x', `<timerEventDefinition ${x}><timeDuration>PT1H</timeDuration></timerEventDefinition>`)],
    element: [task('x', '', '<extensionElements><camunda:strange/></extensionElements>')],
  };
  for (const [what, [body, top = TOP]] of Object.entries(places))
    assert.ok((await noted(body, top)).includes('x extension.ignored'), what);
  const { notes } = await compile(xml(task('a')).replace('<process ', `<process ${x} `));
  assert.ok(notes.some(({ code, element }) => code === 'extension.ignored' && element === 'p'));
});

test('BEY-26 an extension that is read at some elements is noted at others', async () => {
  assert.deepEqual(await noted(task('a', 'camunda:formKey="f"')), []);
  assert.deepEqual(await noted(`<manualTask id="m" camunda:formKey="f"/>`), ['m extension.ignored']);
});

test('BEY-26 extensions that change what a process does are refused where they are not read', async () => {
  const loop = (inner: string) =>
    task('x', '', `<multiInstanceLoopCharacteristics>${inner}</multiInstanceLoopCharacteristics>`);
  for (const [body, top] of [
    [task('x', 'camunda:skipExpression="=skip"')],
    [`${start()}${end('e')}<sequenceFlow id="x" sourceRef="s" targetRef="e" camunda:skipExpression="=a"/>`],
    [end('x', '<terminateEventDefinition camunda:terminateMultiInstance="true"/>')],
    [
      catching('x', '<signalEventDefinition signalRef="sig"/>'),
      '<signal id="sig" name="A" camunda:scope="processInstance"/>',
    ],
    [loop('<extensionElements><camunda:variableAggregation/></extensionElements><loopCardinality>2</loopCardinality>')],
    [task('x', '', '<extensionElements><camunda:formProperty id="amount"/></extensionElements>')],
  ] as const) {
    assert.ok((await codes(`${body}`, top)).includes('x extension.meaning'), body);
  }
  const starters = await compile(xml(task('a')).replace('<process ', '<process camunda:candidateStarterUsers="kim" '));
  assert.deepEqual(
    starters.problems?.map(({ code, element }) => [code, element]),
    [['extension.meaning', 'p']],
  );
  assert.deepEqual(await codes(end('x', '<terminateEventDefinition camunda:terminateMultiInstance="false"/>')), []);
});

test("BEY-26 BPMN's own performers and owners of a task are read", async () => {
  const owner = (text: string, kind = 'potentialOwner') =>
    task(
      'a',
      '',
      `<${kind}><resourceAssignmentExpression><formalExpression>${text}</formalExpression></resourceAssignmentExpression></${kind}>`,
    );
  const taskOf = async (body: string) => (await definitionOf(body)).nodes.a?.task;
  assert.deepEqual(await taskOf(owner('user(kim), group(hr), legal')), { users: 'kim', groups: 'hr,legal' });
  assert.deepEqual(await taskOf(owner('kim', 'humanPerformer')), { assignee: 'kim' });
});

test('BEY-26 terminateAll ends the process from inside a sub-process', async () => {
  const inner = (attributes: string) =>
    `${start('i')}${end('t', TERMINATE.replace('/>', ` ${attributes}/>`))}${flows('i>t')}`;
  const body = (attributes: string) =>
    `${start()}${gateway('parallel', 'g')}${task('b')}${sub('q', inner(attributes))}${task('a')}${end('e')}${flows('s>g g>b g>q q>a a>e')}`;
  assert.deepEqual((await instanceOf(body(''))).start().open, ['a', 'b']);
  const ended = (await instanceOf(body('camunda:terminateAll="true"'))).start();
  assert.deepEqual([ended.open, ended.state.status], [[], 'completed']);
});

test('the initiator of a start event is a variable', async () => {
  const { initiator } = await definitionOf(`<startEvent id="s" camunda:initiator="asker"/>${task('a')}${flows('s>a')}`);
  assert.equal(initiator, 'asker');
});

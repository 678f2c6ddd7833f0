import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  boundary,
  catching,
  definitionOf,
  ERROR,
  end,
  flows,
  gateway,
  MESSAGE,
  notesOf,
  problemsOf,
  start,
  sub,
  TIMER,
  task,
  throwing,
  xml,
} from '../../../../../test/processes/model.ts';
import { LANGUAGES } from '../../../../shared/contracts/constants.ts';
import { PROCESS_ICONS } from '../../../../shared/contracts/process-icons.ts';
import { ICONS, NAME_LANGUAGES } from '../engine/model.ts';
import { calledProcesses, compile } from './definition.ts';

/** The delimiters of expressions in other tools. */
const el = (text: string) => `$\{${text}}`;

const codes = async (body: string, top?: string) =>
  (await problemsOf(body, top)).map((one) => `${one.element} ${one.code}`);

const drawing = readFileSync(new URL('../../../../../test/processes/fixtures/drawing.bpmn', import.meta.url));

test('a model in Latin-1 that was not made for execution lists its problems by element and line', async () => {
  const result = await compile(drawing);
  assert.deepEqual(
    result.problems?.map(({ code, element, line, list }) => [code, element, line, list]),
    [
      ['gateway.condition', 'f3', 13, 'finish'],
      ['gateway.condition', 'f4', 14, 'finish'],
    ],
  );
  assert.match(result.problems![1]!.detail, /Küsi nõu/);
  assert.deepEqual([...new Set(result.notes.map((note) => note.code))], ['process.executable', 'task.abstract']);
});

test('the same model runs after its gateway is completed', async () => {
  const finished = drawing
    .toString('latin1')
    .replace('<exclusiveGateway id="choose"', '<exclusiveGateway default="f3" id="choose"')
    .replace(
      'targetRef="advise"/>',
      'targetRef="advise"><conditionExpression>advice</conditionExpression></sequenceFlow>',
    );
  const { definition } = await compile(Buffer.from(finished, 'latin1'));
  assert.equal(definition?.name, 'Avalduse läbivaatamine');
  assert.deepEqual(
    definition?.nodes.receive?.out,
    ['f2'],
    'flows are read from their ends, incoming and outgoing may be missing',
  );
});

test('harmful documents are rejected before they are parsed', async () => {
  const of = async (source: string | Uint8Array) => (await compile(source)).problems?.map((one) => one.code);
  const bomb = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>';
  assert.deepEqual(await of(xml(task('a')).replace('?>', `?>${bomb}`)), ['document.doctype']);
  assert.deepEqual(await of(`<!-- fine --><!ENTITY x "y">${xml(task('a'))}`), ['document.doctype']);
  assert.deepEqual(await of(xml(`${'<subProcess id="x">'.repeat(200)}`)), ['document.nesting']);
  assert.deepEqual(await of(xml('<task id="a"/>'.repeat(50_001))), ['document.elements']);
  assert.deepEqual(await of(xml('x'.repeat(2_100_000))), ['document.size']);
  assert.deepEqual(await of(new TextEncoder().encode(xml(task('a')).replace('UTF-8', 'UTF-7'))), ['document.encoding']);
  assert.deepEqual(await of(Uint8Array.of(0x3c, 0xff, 0xfe)), ['document.encoding']);
  assert.deepEqual(await of('not xml at all'), ['document.broken']);
  assert.deepEqual(await of('<a'.repeat(500_000)), ['document.broken']);
  assert.deepEqual(await of('<!--'.repeat(500_000)), ['document.broken']);
});

test('content that the parser would drop silently is a problem', async () => {
  assert.ok((await codes(`${task('a')}<fooTask id="f"/>`)).includes(' document.broken'));
  assert.ok((await codes(`${task('a')}${task('a')}`)).some((one) => one.endsWith('document.broken')));
  assert.ok((await codes(`${start()}${flows('s>nowhere')}`)).includes('s_nowhere document.broken'));
});

test('more than 12 levels of sub-processes and more than 5000 elements are rejected', async () => {
  let inner = task('deep');
  for (let level = 0; level < 13; level += 1) inner = sub(`q${level}`, inner);
  assert.deepEqual(await codes(inner), ['q0 document.nesting', 'q0 sub.empty']);
  const many = Array.from({ length: 5001 }, (_, index) => `<task id="t${index}"/>`).join('');
  assert.deepEqual(await codes(many), ['p document.elements']);
});

test('more than 100 inclusive joins in one process are rejected', async () => {
  const joins = Array.from({ length: 101 }, (_, index) => gateway('inclusive', `j${index}`));
  const chain = joins.map((_, index) => flows(`s>j${index} ${index === 0 ? 's' : `j${index - 1}`}>j${index}`));
  const body = `${start()}${joins.join('')}${chain.join('')}`.replace('id="s_j0"', 'id="again"');
  assert.deepEqual(await codes(body), ['j100 gateway.joins']);
});

test('ids that are properties of objects are rejected', async () => {
  for (const id of ['constructor', '__proto__', 'prototype']) {
    assert.ok((await codes(`${task('a')}<userTask id="${id}"/>`)).includes(`${id} element.id`), id);
  }
});

test('unsupported elements are rejected by name and line', async () => {
  const event = (kind: string) => boundary('x', 'a', `<${kind}EventDefinition/>`);
  for (const [element, code] of [
    ['<businessRuleTask id="x"/>', 'element.unsupported'],
    ['<transaction id="x"><task id="i"/></transaction>', 'element.unsupported'],
    ['<complexGateway id="x"/>', 'element.unsupported'],
    ['<userTask id="x" isForCompensation="true"/>', 'element.unsupported'],
    [event('compensate'), 'event.unsupported'],
    [event('cancel'), 'event.unsupported'],
    [event('conditional'), 'event.unsupported'],
    [boundary('x', 'a', `${TIMER}${MESSAGE}`), 'event.multiple'],
    [boundary('x', 'a', '<terminateEventDefinition/>'), 'event.unsupported'],
    [boundary('x', 'a', ERROR, 'cancelActivity="false"'), 'event.unsupported'],
    ['<receiveTask id="x" instantiate="true" messageRef="msg"/>', 'event.instantiating'],
    ['<startEvent id="x"><conditionalEventDefinition/></startEvent>', 'event.unsupported'],
    ['<startEvent id="x"><errorEventDefinition/></startEvent>', 'event.unsupported'],
    [catching('x', '<timerEventDefinition><timeCycle>R3/PT1H</timeCycle></timerEventDefinition>'), 'event.timer'],
    [catching('x', '<timerEventDefinition/>'), 'event.timer'],
    [catching('x', '<timerEventDefinition><timeDuration>soon</timeDuration></timerEventDefinition>'), 'event.timer'],
    [catching('x', '<messageEventDefinition/>'), 'event.name'],
    [catching('x', '<signalEventDefinition/>'), 'event.name'],
    [throwing('x', '<linkEventDefinition name="L"/>'), 'link.target'],
    [end('x', '<errorEventDefinition/>'), 'event.name'],
    ['<callActivity id="x"/>', 'call.process'],
    [`<callActivity id="x" calledElement="${el('which')}"/>`, 'call.process'],
    ['<callActivity id="x" calledElement="o" camunda:calledElementBinding="deployment"/>', 'call.version'],
    ['<subProcess id="x"/>', 'sub.empty'],
    ['<adHocSubProcess id="x"/>', 'sub.empty'],
    ['<serviceTask id="x"/>', 'action.missing'],
    ['<serviceTask id="x" verva:action="shell"/>', 'action.unknown'],
    ['<serviceTask id="x" camunda:class="org.x.Run"/>', 'action.code'],
    [`<serviceTask id="x" camunda:expression="${el('x.run()')}"/>`, 'action.code'],
    [
      '<userTask id="x"><extensionElements><camunda:taskListener event="create" class="A"/></extensionElements></userTask>',
      'action.code',
    ],
    ['<userTask id="x"><extensionElements><camunda:inputOutput/></extensionElements></userTask>', 'mapping'],
    ['<userTask id="x"><extensionElements><zeebe:ioMapping/></extensionElements></userTask>', 'mapping'],
    ['<scriptTask id="x" scriptFormat="javascript"><script>1</script></scriptTask>', 'script.language'],
    ['<scriptTask id="x" scriptFormat="feel"/>', 'script.missing'],
    ['<scriptTask id="x" scriptFormat="feel"><script>matches(a, "b")</script></scriptTask>', 'feel.function'],
    ['<userTask id="x" verva:assignee="=1 +"/>', 'feel.syntax'],
    [`<userTask id="x" camunda:assignee="${el('user.getName()')}"/>`, 'feel.function'],
    [`<userTask id="x" camunda:assignee="x-${el('user')}"/>`, 'expression.mixed'],
    ['<userTask id="x"><multiInstanceLoopCharacteristics/></userTask>', 'loop.collection'],
    ['<userTask id="x"><standardLoopCharacteristics/></userTask>', 'loop.condition'],
    [
      `<scriptTask id="x" scriptFormat="feel" verva:resultVariable="two words"><script>1</script></scriptTask>`,
      'variable.name',
    ],
  ] as const) {
    const problems = await problemsOf(`${task('a')}\n${element}`);
    const found = problems.find((one) => one.element === 'x' && one.code === code);
    assert.ok(found, `${element}: ${JSON.stringify(problems)}`);
    assert.equal(found.line, 5);
  }
});

test('dead ends are rejected at their element', async () => {
  assert.deepEqual(
    await codes(`${start()}${gateway('exclusive', 'g')}${task('a')}${task('b')}${flows('s>g g>a g>b[x]')}`),
    ['g_a gateway.condition'],
  );
  assert.deepEqual(await codes(`${task('a')}${gateway('exclusive', 'g')}${flows('a>g g>a')}`), ['p process.start']);
  assert.deepEqual(await codes(`${start()}${task('a')}${flows('s>a a>s')}`), ['s flow.ends']);
  assert.deepEqual(await codes(`${start()}${end('e')}${task('a')}${flows('s>e e>a')}`), ['e flow.ends']);
  assert.deepEqual(await codes(`${start()}<eventBasedGateway id="g"/>${task('a')}${flows('s>g g>a')}`), [
    'a gateway.targets',
  ]);
  assert.deepEqual(await codes(`${start()}${gateway('exclusive', 'g')}${boundary('b', 'g', TIMER)}${flows('s>g')}`), [
    'b boundary.host',
  ]);
  assert.deepEqual(await codes(`${start()}${task('a')}${sub('q', task('i'))}${flows('s>a a>i')}`), ['a_i flow.scope']);
  assert.deepEqual(await codes(sub('q', `<startEvent id="x">${TIMER}</startEvent>`)), ['x event.unsupported']);
  assert.deepEqual(await codes(`${task('a')}${sub('q', task('i'), 'triggeredByEvent="true"')}`), ['q sub.start']);
  assert.deepEqual(await codes(''), ['p process.empty']);
});

test('all problems are returned together, each with its list', async () => {
  const problems = await problemsOf(
    `<complexGateway id="c"/><serviceTask id="m"/><scriptTask id="x" scriptFormat="groovy"><script>1</script></scriptTask>`,
  );
  assert.deepEqual(
    problems.map((one) => one.list),
    ['unsupported', 'finish', 'translate'],
  );
});

test('inputs of an action are checked against its description', async () => {
  const service = (inputs: string) =>
    `<serviceTask id="m" verva:action="mail"><extensionElements>${inputs}</extensionElements></serviceTask>`;
  assert.deepEqual(await codes(service('<verva:input name="to" value="a"/><verva:input name="speed" value="5"/>')), [
    'm action.input',
    'm action.input',
    'm action.input',
  ]);
});

test('task attributes are read by namespace with any prefix, and from lanes', async () => {
  const of = async (source: string) => (await compile(source)).definition?.nodes.a?.task;
  const source = xml(
    task(
      'a',
      `camunda:assignee="${el('boss')}" camunda:candidateGroups="x,y" camunda:formKey="f" camunda:dueDate="P1D"`,
    ),
  );
  const expected = { assignee: '=boss', groups: 'x,y', form: 'f', due: 'P1D' };
  assert.deepEqual(await of(source), expected);
  assert.deepEqual(await of(source.replaceAll(/camunda(?=[:=])/g, 'other')), expected);
  assert.deepEqual(
    await of(source.replace('http://camunda.org/schema/1.0/bpmn', 'http://flowable.org/bpmn')),
    expected,
  );
  assert.deepEqual(await of(source.replace('http://camunda.org/schema/1.0/bpmn', 'http://nobody.org/')), {});
  const zeebe = task(
    'a',
    '',
    '<extensionElements><zeebe:assignmentDefinition assignee="=boss" candidateGroups="g"/><zeebe:formDefinition formId="f"/><zeebe:taskSchedule dueDate="=day"/></extensionElements>',
  );
  assert.deepEqual(await of(xml(zeebe)), { assignee: '=boss', groups: 'g', form: 'f', due: '=day' });
  const lanes = '<laneSet id="ls"><lane id="l" name="Office"><flowNodeRef>a</flowNodeRef></lane></laneSet>';
  assert.deepEqual(await of(xml(`${lanes}${task('a')}`)), { groups: 'Office' });
});

test('conditions of other tools are translated, and a note shows the translation', async () => {
  const body = `${start()}${gateway('exclusive', 'g', 'default="g_b"')}${task('a')}${task('b')}${flows(`s>g g>a[${el("x == 'it' && !(b || c)")}] g>b`)}`;
  const definition = await definitionOf(body);
  assert.equal(definition.flows.g_a?.cond, 'x = "it" and not(b or c)');
  assert.ok((await notesOf(body)).some((note) => note.code === 'expression.translated' && note.element === 'g_a'));
});

test('an expression in another language is rejected', async () => {
  const flow =
    '<sequenceFlow id="f" sourceRef="g" targetRef="a"><conditionExpression xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="tFormalExpression" language="javascript">true</conditionExpression></sequenceFlow>';
  assert.deepEqual(await codes(`${gateway('exclusive', 'g')}${task('a')}${flow}`), ['f expression.language']);
});

test('two inclusive joins on one cycle are a note, not a problem', async () => {
  const body = `${start()}${gateway('inclusive', 'j')}${gateway('inclusive', 'k')}${task('a')}${task('b')}${flows('s>j s>k j>a a>k k>b b>j')}`;
  assert.ok((await notesOf(body)).some((note) => note.code === 'join.cycle'));
});

test('an unreachable element is a note', async () => {
  assert.deepEqual(
    (await notesOf(`${start()}${task('a')}${task('b')}${flows('s>a')}`)).map((note) => `${note.element} ${note.code}`),
    ['b node.unreachable'],
  );
});

test('the executable ones of several processes become definitions; called processes are listed', async () => {
  const two = xml(`<callActivity id="c" calledElement="q" verva:version="2"/>`).replace(
    '</definitions>',
    '<process id="q" isExecutable="true"><task id="t"/></process><process id="r"><task id="u"/></process></definitions>',
  );
  const result = await compile(two);
  assert.deepEqual([result.definition?.id, result.definition && result.others.map((one) => one.id)], ['p', ['q']]);
  assert.deepEqual(calledProcesses(result.definition!), [{ node: 'c', process: 'q', version: 2 }]);
});

test('a definition is plain JSON', async () => {
  const definition = await definitionOf(`${start()}${task('a')}${flows('s>a')}`);
  assert.deepEqual(JSON.parse(JSON.stringify(definition)).nodes.a, definition.nodes.a);
});

test('translated names of a process and its steps are read; unknown, doubled and empty ones are refused', async () => {
  const named = (texts: string) =>
    `<userTask id="x" name="Approve"><extensionElements>${texts}</extensionElements></userTask>`;
  const et = '<verva:translation lang="et" name=" Kinnita \n puhkus "/>';
  const definition = await definitionOf(`${start('s')}${named(et)}${end('e')}${flows('s>x x>e')}`);
  assert.deepEqual(definition.nodes.x?.names, { et: 'Kinnita puhkus' });
  assert.deepEqual(NAME_LANGUAGES, LANGUAGES);
  for (const wrong of [
    'lang="ee" name="Kinnita"',
    'lang="zh-CN" name="批准"',
    'name="Kinnita"',
    'lang="et" name=" "',
  ]) {
    const found = await codes(`${start('s')}${named(`<verva:translation ${wrong}/>`)}${end('e')}${flows('s>x x>e')}`);
    assert.deepEqual(found, ['x name.translation'], wrong);
  }
  assert.deepEqual(await codes(`${start('s')}${named(et + et)}${end('e')}${flows('s>x x>e')}`), ['x name.translation']);
});

test('CAT-02 settings and stages of requests are read; unknown values are refused', async () => {
  const withAttributes = (text: string, inside = task('a')) => xml(inside).replace('<process ', `<process ${text} `);
  const set = 'verva:withdraw="always" verva:peopleShown="group" verva:managersSee="true"';
  const { definition } = await compile(withAttributes(set));
  assert.deepEqual(definition?.requests, { withdraw: 'always', peopleShown: 'group', managersSee: true });
  assert.equal((await definitionOf(task('a'))).requests, undefined);
  for (const [wrong, code] of [
    ['verva:withdraw="sometimes"', 'process.withdraw'],
    ['verva:peopleShown="toString"', 'process.people_shown'],
    ['verva:managersSee="yes"', 'process.managers_see'],
  ] as const) {
    const { problems } = await compile(withAttributes(wrong));
    assert.deepEqual(
      problems?.map(({ code }) => code),
      [code],
      wrong,
    );
  }
  const translated =
    '<userTask id="x" verva:stage=" Being\n checked "><extensionElements><verva:translation lang="et" stage="Kontrollimisel"/></extensionElements></userTask>';
  const { nodes } = await definitionOf(
    `${start('s')}${translated}<userTask id="y" verva:stage=""/>${end('e')}${flows('s>x x>y y>e')}`,
  );
  assert.deepEqual([nodes.x?.stage, nodes.x?.stages], ['Being checked', { et: 'Kontrollimisel' }]);
  assert.equal(nodes.y?.stage, '');
});

test('the icon of a process is one of those that lists draw; others are refused', async () => {
  const withIcon = (icon: string) => xml(task('a')).replace('<process ', `<process verva:icon="${icon}" `);
  assert.deepEqual(ICONS, PROCESS_ICONS);
  for (const icon of ICONS) assert.equal((await compile(withIcon(icon))).definition?.icon, icon);
  assert.equal((await definitionOf(task('a'))).icon, undefined);
  for (const wrong of ['palm', 'toString', 'Calendar']) {
    const { problems } = await compile(withIcon(wrong));
    assert.deepEqual(
      problems?.map(({ code, element }) => [code, element]),
      [['process.icon', 'p']],
      wrong,
    );
  }
});

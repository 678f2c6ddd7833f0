import { sql } from 'kysely';
import type { FormBody } from '../../../../shared/forms/index.ts';
import type { Tx } from '../../../platform/database.ts';
import { saveAndPublishForm } from '../../forms/index.ts';
import { deployBpmn, type StepScope } from '../../processes/index.ts';

/** The process and the form that the product installs in every organisation where a question is asked. */
export const QUESTION_PROCESS = 'manual-question';
/** The action that copies the answer from the task to the paragraph. */
export const ANSWER_ACTION = 'manual.answer';

const BPMN = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:verva="https://verva.dev/bpmn" id="definitions_manual-question" targetNamespace="https://verva.dev/product">
  <process id="${QUESTION_PROCESS}" name="Question about a manual" isExecutable="true">
    <documentation>A reader asks at a paragraph of a manual; the answer of its owner stays there.</documentation>
    <extensionElements>
      <verva:translation lang="et" name="Küsimus juhendi kohta"/>
      <verva:translation lang="ru" name="Вопрос об инструкции"/>
      <verva:translation lang="zh" name="手册问题"/>
    </extensionElements>
    <startEvent id="asked" name="Asked"/>
    <userTask id="answer" name="Answer the question" verva:assignee="=owner" verva:formKey="${QUESTION_PROCESS}" verva:dueDate="P7D" verva:taskName="=manual + &quot;: &quot; + question"/>
    <serviceTask id="publish" name="Put the answer at the paragraph" verva:action="${ANSWER_ACTION}">
      <extensionElements>
        <verva:input name="questionId" value="=questionId"/>
        <verva:input name="answer" value="=answer"/>
        <verva:input name="public" value="=forAll"/>
      </extensionElements>
    </serviceTask>
    <endEvent id="answered" name="Answered"/>
    <sequenceFlow id="asked_to_answer" sourceRef="asked" targetRef="answer"/>
    <sequenceFlow id="answer_to_publish" sourceRef="answer" targetRef="publish"/>
    <sequenceFlow id="publish_to_answered" sourceRef="publish" targetRef="answered"/>
  </process>
  <bpmndi:BPMNDiagram id="diagram_manual-question">
    <bpmndi:BPMNPlane id="plane_manual-question" bpmnElement="${QUESTION_PROCESS}">
      <bpmndi:BPMNShape id="asked_di" bpmnElement="asked"><dc:Bounds x="162" y="102" width="36" height="36"/></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="answer_di" bpmnElement="answer"><dc:Bounds x="260" y="80" width="100" height="80"/></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="publish_di" bpmnElement="publish"><dc:Bounds x="420" y="80" width="100" height="80"/></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="answered_di" bpmnElement="answered"><dc:Bounds x="582" y="102" width="36" height="36"/></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="asked_to_answer_di" bpmnElement="asked_to_answer"><di:waypoint x="198" y="120"/><di:waypoint x="260" y="120"/></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="answer_to_publish_di" bpmnElement="answer_to_publish"><di:waypoint x="360" y="120"/><di:waypoint x="420" y="120"/></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="publish_to_answered_di" bpmnElement="publish_to_answered"><di:waypoint x="520" y="120"/><di:waypoint x="582" y="120"/></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>`;

const TITLE = {
  en: 'Question about a manual',
  et: 'Küsimus juhendi kohta',
  ru: 'Вопрос по инструкции',
  zh: '关于手册的提问',
};
const FORM = {
  formatVersion: 1,
  id: QUESTION_PROCESS,
  kind: 'task',
  title: TITLE,
  root: {
    type: 'stack',
    id: 'root',
    children: [
      {
        type: 'text',
        key: 'manual',
        label: { en: 'Manual', et: 'Juhend', ru: 'Инструкция', zh: '手册' },
        readOnly: true,
      },
      {
        type: 'multiline',
        key: 'quote',
        label: { en: 'Paragraph', et: 'Lõik', ru: 'Абзац', zh: '段落' },
        readOnly: true,
      },
      {
        type: 'multiline',
        key: 'question',
        label: { en: 'Question', et: 'Küsimus', ru: 'Вопрос', zh: '问题' },
        readOnly: true,
      },
      {
        type: 'text',
        key: 'link',
        label: {
          en: 'Where it stands in the manual',
          et: 'Koht juhendis',
          ru: 'Место в инструкции',
          zh: '在手册中的位置',
        },
        format: 'link',
        readOnly: true,
      },
      {
        type: 'multiline',
        key: 'answer',
        label: { en: 'Answer', et: 'Vastus', ru: 'Ответ', zh: '回答' },
        required: true,
        maxLength: 4000,
      },
      {
        type: 'checkbox',
        key: 'forAll',
        label: {
          en: 'All readers see the question and the answer, without who asked',
          et: 'Kõik lugejad näevad küsimust ja vastust, küsija nimeta',
          ru: 'Вопрос и ответ видят все читатели, без имени спросившего',
          zh: '所有读者可见此问题和回答，不显示提问人',
        },
        default: false,
      },
    ],
  },
  outcomes: [
    {
      id: 'answer',
      label: { en: 'Answer', et: 'Vasta', ru: 'Ответить', zh: '回答' },
      style: 'primary',
      comment: 'none',
      validate: true,
    },
  ],
} as const satisfies FormBody;

/** Installs process and form in the organisation of this transaction, as of this version of the product. */
export async function provideQuestionProcess(tx: Tx, scope: StepScope): Promise<void> {
  const { rows } =
    await sql`SELECT 1 FROM process p JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number
    WHERE p.key = ${QUESTION_PROCESS} AND v.xml = ${BPMN}`.execute(tx);
  if (rows.length > 0) return;
  await saveAndPublishForm(tx, { id: QUESTION_PROCESS, kind: 'task', title: TITLE, body: FORM });
  await deployBpmn(tx, scope, BPMN, { note: 'By the product' });
}

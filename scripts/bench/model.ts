import { saveAndPublishForm } from '../../src/server/modules/forms/index.ts';
import { deployBpmn, startInstance } from '../../src/server/modules/processes/index.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import type { FormBody } from '../../src/shared/forms/index.ts';
import { DESK } from './bench-tenant.ts';

/** The process whose first task is completed: its outcome decides the path, and the next task opens. */
export const PROCESS = 'bench-permit';

const FORM: FormBody = {
  formatVersion: 1,
  id: PROCESS,
  kind: 'task',
  title: { en: 'Check the application' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'applicant', label: { en: 'Applicant' }, required: true, maxLength: 200 },
      { type: 'date', key: 'received', label: { en: 'Received on' }, required: true },
      { type: 'number', key: 'area', label: { en: 'Area in m²' }, min: 0 },
      { type: 'multiline', key: 'remarks', label: { en: 'Remarks' }, maxLength: 2000 },
    ],
  },
  outcomes: [
    { id: 'approve', label: { en: 'Approve' }, style: 'primary' },
    { id: 'reject', label: { en: 'Reject' }, style: 'danger' },
  ],
};

/** Body of each completion. */
export const COMPLETION = {
  action: 'complete',
  outcome: 'approve',
  variables: { applicant: 'Acme Construction', received: '2026-02-03', area: 120, remarks: 'Complete, no objections.' },
};

/** The same model for the product and for bpmn-engine, which ignores unknown attributes. */
export const MODEL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:verva="https://verva.dev/bpmn"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="file" targetNamespace="https://verva.dev/bench">
  <process id="${PROCESS}" name="Permit" isExecutable="true">
    <startEvent id="start"/>
    <userTask id="check" name="Check the application" verva:candidateGroups="${DESK}" verva:formKey="${PROCESS}" verva:dueDate="P7D"/>
    <exclusiveGateway id="checked" default="to_rejected"/>
    <userTask id="decide" name="Decide" verva:candidateGroups="${DESK}" verva:dueDate="P14D"/>
    <endEvent id="rejected"/>
    <endEvent id="decided"/>
    <sequenceFlow id="to_check" sourceRef="start" targetRef="check"/>
    <sequenceFlow id="to_checked" sourceRef="check" targetRef="checked"/>
    <sequenceFlow id="to_decide" sourceRef="checked" targetRef="decide">
      <conditionExpression xsi:type="tFormalExpression">outcomes.check = "approve"</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="to_rejected" sourceRef="checked" targetRef="rejected"/>
    <sequenceFlow id="to_decided" sourceRef="decide" targetRef="decided"/>
  </process>
</definitions>`;

/** Deploys the process and starts it once. */
export async function deployAndStart(
  db: DatabaseHandle,
  tenantId: number,
): Promise<{ instanceId: string; taskId: string }> {
  const scope = { db, tenantId, timeZone: 'Europe/Tallinn', userId: null, now: new Date() };
  await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    await saveAndPublishForm(tx, { id: PROCESS, kind: 'task', title: FORM.title, body: FORM });
    await deployBpmn(tx, scope, MODEL);
  });
  const started = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    startInstance(tx, scope, { key: PROCESS, businessKey: 'A-1', variables: { channel: 'web', applicant: '' } }),
  );
  return { instanceId: started.instanceId, taskId: started.tasks[0]!.id };
}

/**
 * Deploys the processes and the form of the seeded tasks: `bench-0` to `bench-3` with six steps each, and `bench-form`.
 * The tasks have no instances, so the processes have no four-eyes rule.
 */
export async function deploySeeded(db: DatabaseHandle, tenantId: number): Promise<void> {
  const scope = { db, tenantId, timeZone: 'Europe/Tallinn', userId: null, now: new Date() };
  await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const form = { ...FORM, id: 'bench-form' };
    await saveAndPublishForm(tx, { id: form.id, kind: 'task', title: form.title, body: form });
    for (let number = 0; number < 4; number += 1) await deployBpmn(tx, scope, stepsModel(number));
  });
}

function stepsModel(number: number): string {
  const steps = Array.from({ length: 6 }, (_, index) => `step_${index}`);
  const nodes = ['start', ...steps, 'end'];
  const tasks = steps.map((id) => `<userTask id="${id}" name="${id}" verva:formKey="bench-form"/>`);
  const flows = nodes
    .slice(1)
    .map((id, index) => `<sequenceFlow id="to_${id}" sourceRef="${nodes[index]}" targetRef="${id}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:verva="https://verva.dev/bpmn"
  id="file" targetNamespace="https://verva.dev/bench">
  <process id="bench-${number}" name="Process ${number}" isExecutable="true" verva:fourEyes="none">
    <startEvent id="start"/>${tasks.join('')}<endEvent id="end"/>${flows.join('')}
  </process>
</definitions>`;
}

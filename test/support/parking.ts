import { saveAndPublishForm } from '../../src/server/modules/forms/index.ts';
import { insertRegistry } from '../../src/server/modules/registries/index.ts';
import type { FormBody } from '../../src/shared/forms/index.ts';
import { bpmn, end, sequence, start, userTask } from './bpmn.ts';
import type { Person, TestTenant } from './test-tenant.ts';

const FORM: FormBody = {
  formatVersion: 1,
  id: 'parking',
  title: { en: 'Parking place' },
  kind: 'start',
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'plate', label: { en: 'Registration plate' }, required: true },
      { type: 'date', key: 'from', label: { en: 'From' } },
      { type: 'text', key: 'team', label: { en: 'Department' }, readOnly: true },
      { type: 'attachment', key: 'permit', label: { en: 'Permit' } },
    ],
  },
};

const PARKING = bpmn(
  'parking',
  sequence(
    start,
    userTask('decide', 'camunda:candidateGroups="chiefs"'),
    userTask('hand', 'camunda:candidateGroups="chiefs"'),
    end,
  ),
);

/** What a request for a parking place needs: a form, a process with two tasks, and a registry with numbers. */
export async function prepareParking(tenant: TestTenant): Promise<void> {
  await tenant.transaction(async (tx) => {
    await saveAndPublishForm(tx, { id: 'parking', kind: 'start', title: FORM.title, body: FORM });
    await insertRegistry(tx, {
      id: 'places',
      title: { en: 'Parking places' },
      formId: 'parking',
      titleFrom: 'plate',
      statuses: [
        { id: 'asked', title: { en: 'Asked' } },
        { id: 'deciding', title: { en: 'Being decided' } },
        { id: 'given', title: { en: 'Given' } },
        { id: 'withdrawn', title: { en: 'Withdrawn' } },
      ],
      readGroups: [],
      writeGroups: ['chiefs'],
      series: { id: 'parking', pattern: 'P-{0000}', resets: 'never' },
    });
  });
  await tenant.deploy(PARKING);
}

/** A kind of case for them, as the provider sends it. */
export const PARKING_KIND = {
  id: 'parking',
  title: { en: 'Request for a parking place', et: 'Parkimiskoha taotlus' },
  process: 'parking',
  startForm: 'parking',
  registry: 'places',
  defaults: { team: '=requester.department', cost: 12 },
  statusMap: [
    { on: 'task:hand', status: 'deciding' },
    { on: 'ended:end', status: 'given' },
    { on: 'withdrawn', status: 'withdrawn' },
  ],
};

export const putJson = (who: Person, url: string, body: object, headers = {}) =>
  who.send('PUT', url, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

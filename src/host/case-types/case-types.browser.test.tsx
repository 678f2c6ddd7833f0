import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { CaseTypesPage } from './case-types-page.tsx';

const KIND = {
  ...{ id: 'parking', title: { en: 'Parking place' }, process: 'park', startForm: null, registry: 'places' },
  ...{ numberSeries: null, startGroups: [], defaults: { cost: 12 }, massAction: null, active: true, version: 3 },
  ...{ statusMap: [{ on: 'task:hand', status: 'given' }], withdraw: 'beforeFirst', peopleShown: 'person' },
  findings: [{ code: 'group_empty', about: 'crew' }],
};
const CHOICES = {
  processes: [
    {
      ...{ id: 'park', name: 'Parking process', startForm: null, ends: [{ id: 'done', name: 'Done' }] },
      tasks: [
        {
          ...{ id: 'decide', name: 'Decide' },
          outcomes: [
            { id: 'yes', name: 'Approve' },
            { id: 'no', name: 'Reject' },
          ],
          fields: [{ id: 'cost', name: 'Cost' }],
        },
        { id: 'hand', name: 'Hand over', outcomes: [{ id: 'complete', name: 'Complete' }], fields: [] },
      ],
    },
  ],
  forms: [{ id: 'parking', name: 'Parking form' }],
  registries: [
    {
      ...{ id: 'places', name: 'Places', numberSeries: 'p' },
      statuses: [
        { id: 'asked', name: 'Asked' },
        { id: 'given', name: 'Given' },
      ],
    },
  ],
  series: [{ id: 'p', pattern: 'P-{0000}' }],
};

describe('the settings of kinds of case', () => {
  const { draw, find, named, labelled, says, all, offences } = renderHarness();
  let kinds: readonly object[];
  let sent: { method: string; id?: string | undefined; ifMatch?: number | undefined; body?: object | undefined }[];
  let refusal: ApiError | null;
  interface Sent {
    readonly body?: object;
    readonly params?: { readonly id: string };
    readonly ifMatch?: number;
  }
  const answer = async ({ method, path }: { method: string; path: string }, { body, params, ifMatch }: Sent = {}) => {
    if (method === 'GET') {
      if (path === '/api/caseconfiguration') return kinds;
      return path.endsWith('/choices') ? CHOICES : [{ id: 'crew', name: 'Crew', kind: 'custom' }];
    }
    sent.push({ method, ...(params && { id: params.id }), ...(ifMatch && { ifMatch }), ...(body && { body }) });
    if (refusal) throw refusal;
    return {};
  };
  const drawn = async (text: string) => {
    draw(<CaseTypesPage send={answer as unknown as typeof call} />);
    await waitUntil(() => says(text), 'the kinds are shown');
  };
  const choose = (control: HTMLElement | null | undefined, value: string) => {
    (control as HTMLSelectElement).value = value;
    control!.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const sentences = () => [...all('.case-happens li')].map(({ textContent }) => textContent);
  const isOpen = () => waitUntil(() => find('dialog form') !== null, 'the dialog is open');
  beforeEach(() => {
    kinds = [KIND];
    sent = [];
    refusal = null;
  });

  it('RTE-07 PRV-04 shows kinds with process and registry, and what prevents them from working', async () => {
    await drawn('Parking place');
    expect(says('Parking process · Places')).to.equal(true);
    expect(says('The group crew has no members')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
  });

  it('RTE-07 PRV-04 adds a kind by keyboard, after missing fields are named, and says what a start does', async () => {
    kinds = [];
    await drawn('There are no kinds of case');
    named('Add kind of case').focus();
    await sendKeys({ press: 'Enter' });
    await isOpen();
    expect(says('Choose a process to see it.')).to.equal(true);
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog .error') !== null, 'the fault is shown');
    expect(find('dialog .error')?.textContent).to.equal('The Title field is required');
    labelled('Title')!.focus();
    await sendKeys({ type: 'Bicycle place' });
    choose(labelled('Process'), 'park');
    choose(labelled('Start form'), 'parking');
    choose(labelled('Registry'), 'places');
    named('Add change of status').click();
    await waitUntil(() => labelled('When') !== null, 'a rule is added');
    choose(labelled('When'), 'ended:done');
    choose(labelled('Status'), 'given');
    named('Add value').click();
    await waitUntil(() => labelled('Field or variable') !== null, 'a value is added');
    labelled('Field or variable')!.focus();
    await sendKeys({ type: 'cost' });
    labelled('Value')!.focus();
    await sendKeys({ type: '12' });
    expect(sentences()).to.deep.equal([
      'All users find it in the catalogue, if its item there lets them.',
      'They fill in the form Parking form.',
      'The case gets the next number of P-{0000}.',
      'A record is added to Places with the status Asked.',
      'The first task is Decide.',
      'When it ends with Done, the record becomes Given.',
    ]);
    expect(await offences()).to.deep.equal([]);
    labelled('Title')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
    const { method, body } = sent[0]!;
    expect(method).to.equal('POST');
    expect(body).to.deep.equal({
      ...{ id: 'bicycle-place', title: { en: 'Bicycle place' }, process: 'park', startForm: 'parking' },
      ...{ registry: 'places', numberSeries: null, startGroups: [], defaults: { cost: 12 }, massAction: null },
      ...{ statusMap: [{ on: 'ended:done', status: 'given' }], withdraw: 'beforeFirst', peopleShown: 'person' },
      active: true,
    });
  });

  it('RTE-07 PRV-04 changes a kind with its version; a refused field is marked, and nothing is lost', async () => {
    await drawn('Parking place');
    named('Parking place').click();
    await isOpen();
    [...all('dialog label.tick')].find((one) => one.textContent?.startsWith('Only these tasks'))!.click();
    await waitUntil(() => says('Hand over'), 'the tasks are offered');
    [...all('dialog .case-tasks label')].find((one) => one.textContent === 'Decide')!.click();
    const errors = [{ pointer: '/statusMap/0/status', code: 'field.choice_unknown' }];
    refusal = new ApiError('case_type.invalid', 422, { problem: { errors } as never });
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => labelled('Status')?.ariaInvalid === 'true', 'the status is marked');
    expect((labelled('Status') as HTMLSelectElement).value).to.equal('given');
    refusal = null;
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
    const { method, id, ifMatch, body } = sent[1]!;
    expect([method, id, ifMatch]).to.deep.equal(['PUT', 'parking', 3]);
    const { id: _, findings: _findings, version: _version, ...stored } = KIND;
    expect(body).to.deep.equal({ ...stored, massAction: [{ taskKey: 'decide' }] });
  });

  it('PRV-04 TSK-12 limits mass action to outcomes and fields of a task; without a limit, new ones are offered too', async () => {
    kinds = [{ ...KIND, massAction: [{ taskKey: 'decide' }] }];
    await drawn('Parking place');
    named('Parking place').click();
    await isOpen();
    await waitUntil(() => says('Outcomes of Decide'), 'the outcomes are offered');
    const tick = (text: string) =>
      [...all('dialog .case-parts label')].find((one) => one.textContent === text)!.querySelector('input')!;
    expect([tick('Approve').checked, tick('Reject').checked, tick('Cost').checked]).to.deep.equal([true, true, true]);
    tick('Reject').click();
    await waitUntil(() => tick('Approve').disabled, 'the last outcome stays');
    tick('Cost').click();
    await waitUntil(() => !tick('Cost').checked, 'no field is offered');
    expect(await offences()).to.deep.equal([]);
    kinds = [{ ...KIND, massAction: [{ taskKey: 'decide', outcomes: ['yes'], fields: [] }] }];
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
    expect((sent[0]!.body as { massAction: object }).massAction).to.deep.equal([
      { taskKey: 'decide', outcomes: ['yes'], fields: [] },
    ]);
    named('Parking place').click();
    await isOpen();
    await waitUntil(() => says('Outcomes of Decide') && tick('Reject').checked === false, 'the limit is shown');
    tick('Reject').click();
    tick('Cost').click();
    await waitUntil(() => tick('Reject').checked && tick('Cost').checked, 'all are offered again');
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
    expect((sent[1]!.body as { massAction: object }).massAction).to.deep.equal([{ taskKey: 'decide' }]);
  });

  it('PRV-04 a kind in use stays, with the reason', async () => {
    await drawn('Parking place');
    named('Actions for Parking place').click();
    await waitUntil(() => find('[role=menu]:popover-open') !== null, 'the menu is open');
    [...all('[role=menu]:popover-open [role=menuitem]')].find((one) => one.textContent?.includes('Delete'))!.click();
    await isOpen();
    refusal = new ApiError('case_type.in_use', 409);
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog [role=alert], dialog .banner') !== null, 'the reason is shown');
    const usedBy = [
      { kind: 'case', id: 'parking', title: '', count: 2 },
      { kind: 'catalogueItem', id: 'place', title: 'Parking place' },
    ];
    refusal = new ApiError('case_type.in_use', 409, { problem: { usedBy } as never });
    sent = [];
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog .used-by') !== null, 'the uses are listed');
    expect(all('dialog .used-by li').map((one) => one.textContent)).to.deep.equal([
      '2 cases',
      'Catalogue item Parking place',
    ]);
    expect(find('dialog button[type=submit]')).to.equal(null);
    expect(sent).to.deep.equal([{ method: 'DELETE', id: 'parking', ifMatch: 3 }]);
  });
});

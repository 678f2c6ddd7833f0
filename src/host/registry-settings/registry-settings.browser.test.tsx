import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { RegistrySettingsPage } from './registry-settings-page.tsx';

const field = (type: string, key: string, label: string) => ({ type, key, label: { en: label } });
const FORM = {
  formatVersion: 1,
  id: 'asset',
  title: { en: 'Asset' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      field('text', 'name', 'Name'),
      field('text', 'serial', 'Serial number'),
      field('money', 'price', 'Price'),
      field('date', 'bought', 'Bought on'),
    ],
  },
};
const column = (from: string, more: object = {}) => ({
  ...{ field: `data.${from}`, from, listed: true, searchable: false, filter: true, slot: 't1', ready: true },
  ...more,
});
const REGISTRY = {
  ...{ id: 'assets', title: { en: 'Assets' }, description: {}, icon: null, formId: 'asset', version: 3, records: 214 },
  numbers: { pattern: 'A-{0000}', resets: 'never' },
  columns: [column('name', { field: 'title', slot: undefined }), column('serial', { ready: false })],
  statuses: [
    { id: 'pending', title: { en: 'Pending' }, color: '#FFB74D' },
    { id: 'assigned', title: { en: 'Assigned' }, color: '#111111' },
  ],
  moves: [],
  ...{ readGroups: ['crew'], writeGroups: [], deleteGroups: [], ownerReads: false, retention: null, active: true },
  lastNumbers: { never: 41, year: 0, month: 0 },
};
const LISTED = [
  { id: 'assets', title: { en: 'Assets' }, icon: null, active: true, records: 214 },
  { id: 'keys', title: { en: 'Keys' }, icon: 'key', active: false, records: 1001 },
];
const FORMS = [{ id: 'asset', kind: 'record', title: { en: 'Asset' }, published: 2, active: true }];
const USES = [{ kind: 'records', id: 'assets', title: 'assets', count: 214 }];
const READ: Readonly<Record<string, unknown>> = {
  '/api/registries': LISTED,
  '/api/registries/{id}': REGISTRY,
  '/api/registries/{id}/uses': USES,
  '/api/forms': { items: FORMS, next: null, previous: null },
  '/api/forms/{id}': { body: FORM },
  '/api/identity/groups': [{ id: 'crew', name: 'Crew', kind: 'custom' }],
};

describe('the settings of registries', () => {
  const { draw, find, named, labelled: found, says, all, offences } = renderHarness();
  const labelled = (label: string) => found(label) as HTMLElement;
  let sent: { method: string; ifMatch?: number | undefined; body?: Record<string, unknown> }[];
  let refusal: ApiError | null;
  interface Sent {
    readonly body?: Record<string, unknown>;
    readonly ifMatch?: number;
  }
  const answer = async ({ method, path }: { method: string; path: string }, { body, ifMatch }: Sent = {}) => {
    if (method === 'GET') return READ[path];
    sent.push({ method, ...(ifMatch && { ifMatch }), ...(body && { body }) });
    if (refusal) throw refusal;
    return { ...REGISTRY, ...body, version: REGISTRY.version + sent.length };
  };
  const drawn = async (path: string, text: string) => {
    history.replaceState(null, '', path);
    draw(<RegistrySettingsPage send={answer as unknown as typeof call} />);
    await waitUntil(() => says(text), `${text} is shown`);
  };
  const tab = async (name: string) => {
    [...all('[role=tab]')].find((one) => one.textContent?.includes(name))!.click();
    await waitUntil(() => find('[role=tab][aria-selected=true]')!.textContent!.includes(name), name);
  };
  const choose = (control: HTMLElement, value: string) => {
    (control as HTMLSelectElement).value = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const fill = (control: HTMLElement, value: string) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    set!.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const button = (text: string) =>
    [...all<HTMLButtonElement>('button')].find((one) => one.textContent?.trim() === text)!;
  const save = async () => {
    button('Save').click();
    await waitUntil(() => sent.length > 0, 'the registry is saved');
    return sent[0]!;
  };
  const address = location.href;
  beforeEach(() => {
    sent = [];
    refusal = null;
  });
  afterEach(() => history.replaceState(null, '', address));

  it('PRV-01 lists registries with the number of their records', async () => {
    await drawn('/settings/registries', 'Assets');
    expect(all('.reg-row').length).to.equal(2);
    expect(says('214 records')).to.equal(true);
    expect(says('Over 1,000 records')).to.equal(true);
    expect(says('Out of use')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
  });

  it('PRV-01 stays open after it was saved, with nothing left to save and the new version', async () => {
    await drawn('/settings/registries/assets', 'Assets');
    fill(labelled('Name'), 'Tools');
    await waitUntil(() => says('Not saved yet.'), 'there is something to save');
    await save();
    await waitUntil(() => !says('Not saved yet.'), 'nothing is left to save');
    fill(labelled('Name'), 'Devices');
    await waitUntil(() => says('Not saved yet.'), 'there is something to save again');
    button('Save').click();
    await waitUntil(() => sent.length > 1, 'the registry is saved again');
    expect(sent[1]!.ifMatch).to.equal(REGISTRY.version + 1);
  });

  it('PRV-01 shows the next three numbers of a pattern, and saves with the version that was shown', async () => {
    await drawn('/settings/registries/assets', 'Next: A-0042, A-0043, A-0044');
    expect(says('Serial number: being prepared for filters')).to.equal(true);
    fill(labelled('Pattern'), 'K{00}');
    await waitUntil(() => says('Next: K42, K43, K44'), 'the next numbers follow the pattern');
    const { method, ifMatch, body } = await save();
    expect([method, ifMatch, body?.numbers]).to.deep.equal(['PUT', 3, { pattern: 'K{00}', resets: 'never' }]);
    expect(await offences()).to.deep.equal([]);
  });

  it('PRV-01 adds a column from the fields of the form, and offers a filter for each kind', async () => {
    await drawn('/settings/registries/assets', 'A-0042');
    await tab('Columns');
    await waitUntil(() => says('1 of 8 texts'), 'the used filters are counted');
    choose(labelled('Add a field'), 'price');
    await waitUntil(() => all('.reg-column').length === 2, 'the column is added');
    [...all<HTMLInputElement>('.reg-column:last-child input')][1]!.click();
    await waitUntil(() => says('1 of 4 numbers'), 'its filter is counted');
    const { body } = await save();
    const last = (body!.columns as object[]).at(-1);
    expect(last).to.deep.equal({ field: 'data.price', from: 'price', listed: true, searchable: false, filter: true });
    expect(await offences()).to.deep.equal([]);
  });

  it('PRV-01 columns are put in order by mouse and by keys, and each move is said', async () => {
    await drawn('/settings/registries/assets', 'A-0042');
    await tab('Columns');
    await waitUntil(() => says('1 of 8 texts'), 'the columns are shown');
    choose(labelled('Add a field'), 'price');
    await waitUntil(() => all('.reg-column').length === 2, 'the column is added');
    const names = () => all('.reg-column .strong').map(({ textContent }) => textContent);
    const [first, second] = names();
    named(`Move ${second}: drag, or press an arrow key`).focus();
    await sendKeys({ press: 'ArrowUp' });
    await waitUntil(() => names()[0] === second, 'it is first');
    expect(says(`${second}: 1 of 2`)).to.equal(true);
    expect(document.activeElement?.shadowRoot?.activeElement ?? document.activeElement).to.equal(
      named(`Move ${second}: drag, or press an arrow key`),
    );
    await sendKeys({ press: 'ArrowUp' });
    expect(names()).to.deep.equal([second, first]);
    const dataTransfer = new DataTransfer();
    const drag = (type: string, row: Element) =>
      row.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    drag('dragstart', all('.reg-column')[0]!);
    await waitUntil(() => {
      drag('dragover', all('.reg-column')[1]!);
      return all('.reg-column')[1]!.dataset.drop === 'after';
    }, 'the place is shown');
    drag('drop', all('.reg-column')[1]!);
    await waitUntil(() => names()[0] === first, 'it is last again');
    expect(await offences()).to.deep.equal([]);
  });

  it('PRV-01 marks a colour that is hard to read, and restricts changes of status', async () => {
    await drawn('/settings/registries/assets', 'A-0042');
    await tab('Statuses');
    expect(all('.reg-status .badge').length).to.equal(1);
    labelled('Restrict changes of status').click();
    await waitUntil(() => find('.reg-matrix') !== null, 'the table of changes is shown');
    find('[aria-label="Assigned to Pending"]')!.click();
    await waitUntil(() => all('.reg-matrix .check:not(:checked)').length === 1, 'a change is taken away');
    const { body } = await save();
    expect(body?.moves).to.deep.equal([{ from: 'pending', to: 'assigned', groups: [], requires: [] }]);
    expect(await offences()).to.deep.equal([]);
  });

  it('PRV-01 limits retention, counted from a day of the form', async () => {
    await drawn('/settings/registries/assets', 'A-0042');
    await tab('Retention');
    labelled('Limit how long records are kept').click();
    await waitUntil(() => says('Counted from'), 'the period is shown');
    choose(labelled('Counted from'), 'data.bought');
    await waitUntil(() => (labelled('Counted from') as HTMLSelectElement).value === 'data.bought', 'it is chosen');
    const { body } = await save();
    expect(body?.retention).to.deep.equal({ months: 12, from: 'data.bought', action: 'remove' });
    expect(await offences()).to.deep.equal([]);
  });

  it('PRV-01 leads from a refused setting to its tab, and keeps what was typed', async () => {
    await drawn('/settings/registries/assets', 'A-0042');
    fill(labelled('Pattern'), 'K');
    refusal = new ApiError('registry.invalid', 422, {
      problem: {
        ...{ type: '', title: 'Please correct the marked fields.', status: 422, code: 'registry.invalid' },
        errors: [{ pointer: '/columns/1/from', code: 'field.choice_unknown', title: 'serial is not on the list.' }],
      },
    } as unknown as ConstructorParameters<typeof ApiError>[2]);
    await save();
    await waitUntil(() => says('serial is not on the list.'), 'the fault is shown');
    button('Columns').click();
    await waitUntil(() => find('.reg-columns') !== null, 'its tab is shown');
    await tab('General');
    expect((labelled('Pattern') as HTMLInputElement).value).to.equal('K');
  });

  it('PRV-01 lists what uses the registry, and does not offer to delete it', async () => {
    await drawn('/settings/registries/assets', 'A-0042');
    await tab('Used by');
    expect(all('.reg-uses > li').length).to.equal(1);
    named('Actions for Assets').click();
    await waitUntil(() => find('[role=menu]:popover-open') !== null, 'the menu is open');
    find('[role=menu]:popover-open [role=menuitem]')!.click();
    await waitUntil(() => says('This registry is in use'), 'the reason is shown');
    expect(all('dialog .btn.danger').length).to.equal(0);
    expect(await offences()).to.deep.equal([]);
  });
});

import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { CatalogueSettingsPage } from './catalogue-settings-page.tsx';

const CATEGORIES = [
  { id: 'people', title: { en: 'People' }, icon: 'people', position: 10, version: 1 },
  { id: 'money', title: { en: 'Money' }, icon: null, position: 20, version: 2 },
];
const ITEM = {
  ...{ category: 'people', kind: 'process', title: { en: 'Leave' }, description: {}, keywords: {}, icon: 'plane' },
  ...{ groups: [] as string[], startForGroups: [], numberSeries: null, active: true, blocked: null as string | null },
};
const ITEMS = [
  { ...ITEM, id: 'leave', target: 'leave', position: 10, version: 4 },
  { ...ITEM, id: 'travel', target: 'travel', title: {}, position: 20, version: 5, blocked: 'form_missing' },
  {
    ...ITEM,
    id: 'help',
    category: null,
    kind: 'link',
    target: '/help',
    title: { en: 'Help' },
    position: 10,
    version: 1,
  },
];
const PROCESSES = [
  { id: 'leave', name: 'Leave request' },
  { id: 'travel', name: 'Business trip' },
  { id: 'purchase', name: 'Purchase' },
];
const KINDS = [{ id: 'parking', title: { en: 'Parking place', et: 'Parkimiskoht' } }];
const GROUPS = [{ id: 'crew', name: 'Crew', kind: 'custom' }];
const READ: Readonly<Record<string, unknown>> = {
  '/api/catalogue/categories': CATEGORIES,
  '/api/catalogue/items': ITEMS,
  '/api/caseconfiguration': KINDS,
  '/api/caseconfiguration/choices': { processes: PROCESSES, registries: [{ id: 'assets', name: 'Assets' }] },
  '/api/identity/groups': GROUPS,
};

describe('the settings of the catalogue', () => {
  const { draw, find, named, labelled, says, all, offences } = renderHarness();
  let sent: { method: string; id?: string | undefined; ifMatch?: number | undefined; body?: object | undefined }[];
  let refusal: ApiError | null;
  interface Sent {
    readonly body?: object;
    readonly params?: { readonly id: string };
    readonly ifMatch?: number;
  }
  const answer = async ({ method, path }: { method: string; path: string }, { body, params, ifMatch }: Sent = {}) => {
    if (method === 'GET') return READ[path];
    sent.push({ method, ...(params && { id: params.id }), ...(ifMatch && { ifMatch }), ...(body && { body }) });
    if (refusal) throw refusal;
    return {};
  };
  const drawn = async () => {
    draw(<CatalogueSettingsPage send={answer as unknown as typeof call} />);
    await waitUntil(() => says('Leave'), 'the items are shown');
  };
  const choose = (control: HTMLElement, value: string) => {
    (control as HTMLSelectElement).value = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const opened = async (action: string, name: string) => {
    named(`Actions for ${name}`).click();
    await waitUntil(() => find('[role=menu]:popover-open') !== null, 'the menu is open');
    [...all('[role=menu]:popover-open [role=menuitem]')].find((one) => one.textContent?.includes(action))!.click();
  };
  beforeEach(() => {
    sent = [];
    refusal = null;
  });

  it('CAT-01 shows items by category in their order, and why users cannot start one', async () => {
    await drawn();
    const titles = [...all('.cat-category')].map((section) => [
      section.querySelector('h2')?.textContent,
      ...[...section.querySelectorAll('.cat-item .link')].map((one) => one.textContent),
    ]);
    expect(titles).to.deep.equal([['People', 'Leave', 'Business trip'], ['Money'], ['Without a category', 'Help']]);
    expect(says('Form not published')).to.equal(true);
    expect(says('No items in this category')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
  });

  it('CAT-01 VAL-15 adds an item by keyboard after the missing process is named', async () => {
    await drawn();
    named('Add item').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog .error') !== null, 'the fault is shown');
    expect(find('dialog .error')?.textContent).to.equal('The Process field is required');
    choose(labelled('Process')!, 'purchase');
    labelled('Title')!.focus();
    await sendKeys({ type: 'Buy something' });
    expect((labelled('Identifier') as HTMLInputElement).value).to.equal('buy-something');
    expect(await offences()).to.deep.equal([]);
    labelled('Title')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
    const { method, body } = sent[0]!;
    expect(method).to.equal('POST');
    expect(body).to.deep.include({
      ...{ id: 'buy-something', kind: 'process', target: 'purchase', title: { en: 'Buy something' } },
      ...{ category: null, position: 20, active: true, groups: [] },
    });
  });

  it('CAT-01 PRV-04 an item starts a kind of case, or adds a record to a registry', async () => {
    await drawn();
    named('Add item').click();
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    const kind = (name: string) =>
      [...all('dialog label.tick')].find((one) => one.textContent?.startsWith(name))!.click();
    kind('A new record');
    await waitUntil(() => labelled('Registry') !== null, 'registries are offered');
    choose(labelled('Registry')!, 'assets');
    expect((labelled('Identifier') as HTMLInputElement).value).to.equal('assets');
    kind('A case');
    await waitUntil(() => labelled('Kind of case') !== null, 'kinds of case are offered');
    expect((labelled('Kind of case') as HTMLSelectElement).value).to.equal('');
    choose(labelled('Kind of case')!, 'parking');
    expect(await offences()).to.deep.equal([]);
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => sent.length === 1, 'it is added');
    expect(sent[0]!.body).to.deep.include({ id: 'parking-place', kind: 'case', target: 'parking', title: {} });
  });

  it('CAT-01 a refused address and a taken identifier are said at their fields, and nothing is lost', async () => {
    await drawn();
    named('Add item').click();
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    [...all('dialog label.tick')].find((one) => one.textContent?.includes('A link'))!.click();
    labelled('Address')!.focus();
    await sendKeys({ type: 'ftp://files' });
    labelled('Title')!.focus();
    await sendKeys({ type: 'Files' });
    const errors = [{ pointer: '/target', code: 'catalogue.address_invalid' }];
    refusal = new ApiError('catalogue.invalid', 422, { problem: { errors } as never });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => says('Enter a path such as /manuals, or an address that begins with https://'), 'the fault');
    expect((labelled('Address') as HTMLInputElement).value).to.equal('ftp://files');
    refusal = new ApiError('catalogue.id_taken', 409);
    labelled('Title')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => labelled('Identifier')?.ariaInvalid === 'true', 'the identifier is marked');
    expect((labelled('Title') as HTMLInputElement).value).to.equal('Files');
  });

  it('CAT-01 moves items and categories, and sends only what changed with its version', async () => {
    await drawn();
    await opened('Move down', 'Leave');
    await waitUntil(() => sent.length === 2, 'both are numbered anew');
    expect(
      sent.map(({ method, id, ifMatch, body }) => [method, id, ifMatch, (body as (typeof ITEMS)[0]).position]),
    ).to.deep.equal([
      ['PUT', 'travel', 5, 10],
      ['PUT', 'leave', 4, 20],
    ]);
    sent = [];
    await opened('Move up', 'Money');
    await waitUntil(() => sent.length === 2, 'the categories too');
    expect(sent.map(({ id, body }) => [id, (body as { position: number }).position])).to.deep.equal([
      ['money', 10],
      ['people', 20],
    ]);
  });

  it('CAT-01 deletes after a question that says what stays', async () => {
    await drawn();
    await opened('Delete', 'Help');
    await waitUntil(() => says('Cases that were started stay'), 'the question is asked');
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => sent.length === 1, 'it is deleted');
    expect(sent[0]).to.deep.equal({ method: 'DELETE', id: 'help', ifMatch: 1 });
  });
});

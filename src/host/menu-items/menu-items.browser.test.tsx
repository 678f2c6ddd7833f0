import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { MenuItemsPage } from './menu-items-page.tsx';

const entry = (id: string, title: string, priority: number, more: object = {}) => ({
  ...{ id, path: `/${id}`, title: { en: title }, icon: 'tasks', meta: { page: 'tasks' }, parentId: null },
  ...{ priority, version: 1, origin: 'product', children: [], ...more },
});
const MENU = [
  entry('inbox', 'Inbox', 1, { meta: { page: 'inbox' } }),
  entry('manuals', 'Manuals', 30, {
    meta: { page: 'manuals' },
    children: [entry('report', 'Report', 90, { parentId: 'manuals', meta: { page: 'manual-reports' } })],
  }),
  entry('portal', 'Portal', 40, { origin: 'own', meta: { page: 'link', params: { url: 'https://portal.example' } } }),
  entry('tasks', 'All tasks', 998, { origin: 'changed', meta: { page: 'tasks', groups: ['alltasks'] } }),
];
const REMOVED = [
  { id: 'old', path: '/old', title: { en: 'Old' }, icon: null, origin: 'own', removedAt: '2026-01-01T00:00:00.000Z' },
];

describe('the editor of the menu', () => {
  const { draw, find, named, labelled, says, all, offences } = renderHarness();
  let sent: { method: string; path: string; params?: object | undefined; body?: unknown; query?: object | undefined }[];
  let refusal: ApiError | null;
  interface Sent {
    readonly body?: unknown;
    readonly params?: object;
    readonly query?: object;
  }
  const answer = async ({ method, path }: { method: string; path: string }, more: Sent = {}) => {
    if (path === '/api/menus' && method === 'GET') return MENU;
    if (path === '/api/menus/removed') return REMOVED;
    if (path === '/api/identity/groups') return [{ id: 'crew', name: 'Crew', kind: 'custom' }];
    if (path === '/api/registries') return [{ id: 'assets', title: { en: 'Assets' }, icon: null, active: true }];
    const { body, params, query } = more;
    sent.push({
      method,
      path,
      ...(params && { params }),
      ...(body !== undefined && { body }),
      ...(query && { query }),
    });
    if (refusal) throw refusal;
    return {};
  };
  const drawn = async () => {
    draw(<MenuItemsPage send={answer as unknown as typeof call} />);
    await waitUntil(() => find('[role=tree]') !== null, 'the tree is shown');
  };
  const row = (name: string) => all('[role=treeitem]').find((one) => one.querySelector('.cut')?.textContent === name)!;
  const focused = () => document.activeElement?.querySelector('.cut')?.textContent;
  const alt = async (key: string) => {
    await sendKeys({ down: 'Alt' });
    await sendKeys({ press: key });
    await sendKeys({ up: 'Alt' });
  };
  beforeEach(() => {
    sent = [];
    refusal = null;
  });

  it('PRV-02 EMB-04 the tree is read and ordered by keyboard alone, and a move can be undone', async () => {
    await drawn();
    expect(await offences()).to.deep.equal([]);
    row('Inbox').focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowRight' });
    expect(focused()).to.equal('Report');
    await sendKeys({ press: 'ArrowLeft' });
    expect(focused()).to.equal('Manuals');
    await sendKeys({ press: 'End' });
    expect(focused()).to.equal('All tasks');
    await alt('ArrowUp');
    await waitUntil(() => sent.length === 1, 'the move is sent');
    expect(sent[0]).to.deep.equal({
      method: 'PUT',
      path: '/api/menus/order',
      body: [{ id: 'tasks', parentId: null, priority: 35, version: 1 }],
    });
    row('Manuals').focus();
    await alt('ArrowUp');
    expect(sent.length).to.equal(1, 'nothing goes before the inbox');
    row('Portal').focus();
    await alt('ArrowRight');
    await waitUntil(() => sent.length === 2, 'it goes below the entry before it');
    expect(sent[1]?.body).to.deep.equal([{ id: 'portal', parentId: 'manuals', priority: 100, version: 1 }]);
  });

  it('PRV-02 an entry is dragged onto another', async () => {
    await drawn();
    const data = new DataTransfer();
    const send = (name: string, type: string, part: number) => {
      const box = row(name).getBoundingClientRect();
      const at = { clientX: box.x + 20, clientY: box.y + box.height * part };
      row(name).dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data, ...at }));
    };
    send('Portal', 'dragstart', 0.5);
    await waitUntil(() => {
      send('Manuals', 'dragover', 0.5);
      return find('.drop-into') !== null;
    }, 'the place is shown');
    send('Manuals', 'drop', 0.5);
    await waitUntil(() => sent.length === 1, 'the move is sent');
    expect(sent[0]?.body).to.deep.equal([{ id: 'portal', parentId: 'manuals', priority: 100, version: 1 }]);
    sent = [];
    send('Portal', 'dragstart', 0.5);
    await waitUntil(() => {
      send('Manuals', 'dragover', 0.05);
      return find('.drop-before') !== null;
    }, 'between two entries');
    send('Manuals', 'drop', 0.05);
    await waitUntil(() => sent.length === 1, 'the move is sent');
    expect(sent[0]?.body).to.deep.equal([{ id: 'portal', parentId: null, priority: 15, version: 1 }]);
  });

  it('PRV-02 VAL-15 a new link names what is missing, and keeps the input when its address is refused', async () => {
    await drawn();
    named('New entry').click();
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    const page = labelled<HTMLSelectElement>('Shows')!;
    page.value = 'link';
    page.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => labelled('Link') !== undefined, 'the link is asked for');
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => says('The Title field is required') && says('The Link field is required'), 'the faults');
    labelled('Title')!.focus();
    await sendKeys({ type: 'Staff shop' });
    expect(labelled('Address in the application')!.value).to.equal('/staff-shop');
    labelled('Link')!.focus();
    await sendKeys({ type: 'http://shop' });
    const errors = [{ pointer: '/meta/params/url', code: 'menu.url_refused' }];
    refusal = new ApiError('menu.invalid', 422, { problem: { errors } as never });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => labelled('Link')?.ariaInvalid === 'true', 'the link is marked');
    expect(says('Enter an address that begins with https://')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    refusal = null;
    labelled('Link')!.value = '';
    labelled('Link')!.focus();
    labelled('Link')!.select();
    await sendKeys({ type: 'https://shop.example' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
    expect(sent.at(-1)?.body).to.deep.include({ path: '/staff-shop', parentId: null, title: { en: 'Staff shop' } });
    const { meta } = sent.at(-1)!.body as { meta: { page: string; params: object } };
    expect([meta.page, meta.params]).to.deep.equal(['link', { url: 'https://shop.example' }]);
  });

  it('PRV-01 PRV-02 an entry shows the list of a registry, which has to be chosen', async () => {
    await drawn();
    named('New entry').click();
    await waitUntil(() => labelled('Shows') !== undefined, 'the dialog is open');
    const choose = (label: string, value: string) => {
      const select = labelled<HTMLSelectElement>(label)!;
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose('Shows', 'registry');
    await waitUntil(() => labelled('Registry') !== undefined, 'the registry is asked for');
    labelled('Title')!.focus();
    await sendKeys({ type: 'Equipment' });
    find<HTMLButtonElement>('dialog [type=submit]')!.click();
    await waitUntil(() => labelled('Registry')?.ariaInvalid === 'true', 'the registry is marked');
    choose('Registry', 'assets');
    find<HTMLButtonElement>('dialog [type=submit]')!.click();
    await waitUntil(() => sent.length === 1, 'the entry is sent');
    expect((sent[0]!.body as { meta: object }).meta).to.include.keys('page', 'params');
    expect((sent[0]!.body as { meta: { params: object } }).meta.params).to.deep.equal({ registry: 'assets' });
  });

  it('PRV-02 entries are removed after a question, restored, and returned to the product', async () => {
    await drawn();
    row('Manuals').focus();
    await sendKeys({ press: 'Delete' });
    await waitUntil(() => says('The 1 entry below it is removed too.'), 'the question is asked');
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => sent.length === 1, 'it is removed');
    expect(sent[0]).to.deep.equal({
      ...{ method: 'DELETE', path: '/api/menus/{id}', params: { id: 'manuals' }, query: { children: 'delete' } },
    });
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
    named('Removed entries').click();
    await waitUntil(() => says('/old'), 'the removed entries are shown');
    named('Restore').click();
    await waitUntil(() => sent.length === 2, 'it is restored');
    expect(sent[1]?.path).to.equal('/api/menus/{id}/restore');
    named('Actions for All tasks').click();
    await waitUntil(() => find('[role=menu]:popover-open') !== null, 'the menu is open');
    all('[role=menu]:popover-open [role=menuitem]')
      .find((one) => one.textContent?.includes('Reset'))!
      .click();
    await waitUntil(() => sent.length === 3, 'it is reset');
    expect(sent[2]?.path).to.equal('/api/menus/{id}/reset');
  });
});

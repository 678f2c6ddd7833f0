import { expect } from '@open-wc/testing';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import { PROCESS_ICONS } from '../../shared/contracts/process-icons.ts';
import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { useMessages } from '../../shared/locale/index.ts';
import { configureVerva } from '../../shared/session/index.ts';
import { pathOf } from '../../shared/ui/process-icons.ts';
import { inboxMessages } from './inbox.messages.ts';
import { createInboxStore, type InboxStore } from './inbox.store.ts';
import { TaskList } from './task-list.tsx';

const browserFetch = window.fetch;
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
const ANNA = { id: 'anna.tamm', key: 'anna', name: 'Anna Tamm', languageId: 'en', groups: [], permissions: [] };
const MART = { id: 'mart.kask', key: 'mart', name: 'Mart Kask', avatar: '/api/identity/users/mart/avatar?v=1' };
const LIIS = { id: 'liis.saar', key: 'liis', name: 'Liis Saar' };
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/session') {
    const tenant = { tenantId: 't', name: 'T', timeZone: 'Europe/Tallinn' };
    return json({ user: ANNA, tenant, tenants: [tenant] });
  }
  return pathname.endsWith('/mart/avatar') ? new Response(await (await browserFetch(PIXEL)).blob()) : json([]);
}

const ofProcess = (icon?: string) => ({ key: 'leave', name: 'Leave', version: 1, ...(icon ? { icon } : {}) });
/** Of 28 characters. */
const TITLES = ['Approve invoice 26-118, Viru', 'Kinnita mõõtmisprotokoll 261', 'Согласовать договор поставки'];
const tasks = [
  { process: ofProcess('calendar'), via: 'delegation', viaUser: MART },
  { process: ofProcess(), via: 'delegation', viaUser: LIIS },
  { process: ofProcess('added.later'), via: 'group' },
  { process: null, manualId: 'm', via: 'assignee' },
  { process: null, via: 'assignee' },
].map((differs, index) => ({
  id: `t${index}`,
  name: TITLES[index] ?? `Task ${index}`,
  businessKey: null,
  unread: true,
  hasDraft: false,
  assignee: null,
  priority: 50,
  created: '2026-11-01T10:00:00.000Z',
  due: null,
  dueDate: null,
  comments: 0,
  ...differs,
}));

let store: InboxStore;
function Sample() {
  const t = useMessages(inboxMessages);
  return (
    <div className="split alone">
      <section className="list-pane" aria-label="Inbox">
        <TaskList store={store} t={t} open={null} onOpen={() => undefined} handle={() => undefined} />
      </section>
    </div>
  );
}
defineWidget('verva-pictures-sample', Sample);

describe('pictures of the rows of an inbox', () => {
  let element: HTMLElement;
  const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const rows = () => all('button.item');
  const part = (index: number, selector: string) => all(`[data-task="t${index}"] ${selector}`)[0];
  const icon = (index: number) => part(index, '.meta path')?.getAttribute('d');

  before(async () => {
    window.fetch = (input, init) => answer(new Request(input as string, init));
    await configureVerva({
      apiBase: 'https://verva.example',
      getToken: async () => `h.${btoa(JSON.stringify({ sub: 'anna', iat: 0, exp: 3600 }))}.s`,
    });
  });
  after(() => {
    window.fetch = browserFetch;
  });
  beforeEach(async () => {
    const serve = async ({ path }: { path: string }) => (path === '/api/tasks' ? { items: tasks, next: null } : []);
    store = createInboxStore(serve as unknown as typeof call);
    await store.adopt({ group: 'none' });
    element = document.createElement('verva-pictures-sample');
    element.style.cssText = 'display: block; height: 500px; width: 320px';
    document.body.append(element);
  });
  afterEach(() => {
    store.stop();
    element.remove();
  });

  it('TSK-17 the icon of the process is before its name, and rows have the same height before it arrives', async () => {
    const heights = () => rows().map((one) => one.getBoundingClientRect().height);
    const boxes = () => all('.meta .i').map((one) => one.getBoundingClientRect().width);
    await waitUntil(() => heights().length === tasks.length && heights().every((height) => height > 0), 'rows');
    const [first, room] = [heights(), boxes()];
    await waitUntil(() => icon(0), 'icons');
    expect(heights()).to.deep.equal(first);
    expect(boxes()).to.deep.equal(room);
    expect([0, 1, 2, 3].map(icon)).to.deep.equal(['calendar', 'workflow', 'workflow', 'book'].map(pathOf));
    const name = document.createRange();
    name.selectNode(part(0, '.meta > .cut')!.lastChild!);
    const [picture, words, line] = [part(0, '.meta .i')!, name, part(0, '.meta')!].map((one) =>
      one.getBoundingClientRect(),
    );
    expect([picture!.width, words!.left - picture!.right]).to.deep.equal([14, 5]);
    for (const { top, bottom } of [picture!, words!])
      expect(top >= line!.top - 1 && bottom <= line!.bottom + 1, 'on the line of the name').to.equal(true);
    expect(part(0, '.meta > .cut')!.textContent).to.equal('Leave');
    expect(part(4, '.meta > .cut')!.hidden).to.equal(true);
  });

  it('DEL-10 a delegated task has the avatars of its owner and of the user who acts for them', async () => {
    const initials = (index: number) => all(`[data-task="t${index}"] .av`).map(({ dataset }) => dataset.i);
    await waitUntil(() => initials(0)[0], 'avatars');
    expect(initials(0)).to.deep.equal(['MK', 'AT']);
    expect(initials(1)).to.deep.equal(['LS', 'AT']);
    expect(part(0, '.behalf')!.textContent).to.equal('For Mart Kask');
    await waitUntil(() => part(0, '.av img'), 'the picture of the owner');
    expect(all('.av img').length).to.equal(1);
    await waitUntil(() => getComputedStyle(part(0, '.av')!).borderRadius === '50%', 'the style of avatars');
    const [owner, actor] = all('[data-task="t0"] .av').map((one) => one.getBoundingClientRect());
    expect(actor!.left - owner!.left).to.equal(19);
    expect(part(2, '.behalf')!.hidden).to.equal(true);
    const { violations } = await runAxe(element, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).to.deep.equal([]);
  });

  it('TSK-17 at 320 pixels no title of 28 characters is cut', async () => {
    await waitUntil(() => rows().length === tasks.length, 'rows');
    for (const [index, title] of TITLES.entries()) {
      const name = part(index, '.name')!;
      expect([title.length, name.title, name.scrollWidth <= name.clientWidth]).to.deep.equal([28, title, true]);
    }
  });

  it('every icon is one path inside its 24 by 24 pixels', () => {
    const svg = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    const path = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
    for (const name of PROCESS_ICONS) {
      path.setAttribute('d', pathOf(name));
      const { x, y, width, height } = path.getBBox();
      expect(x >= 1 && y >= 1 && x + width <= 23 && y + height <= 23 && width > 9, name).to.equal(true);
    }
    svg.remove();
  });
});

import { expect } from '@open-wc/testing';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { configureVerva } from '../../shared/session/index.ts';
import './index.ts';

const SESSION = {
  user: {
    id: 'mari.tamm',
    key: '0193a0b0-0000-7000-8000-000000000001',
    name: 'Mari Tamm',
    languageId: 'en',
    groups: [],
  },
  tenant: { tenantId: 'acme', name: 'Acme', timeZone: 'Europe/Tallinn', languageId: 'en' },
  tenants: [],
} as unknown as Session;
const KINDS = [
  'assigned',
  'offered',
  'delegated',
  'dueSoon',
  'overdue',
  'mentioned',
  'requestReceived',
  'requestEnded',
  'requestReply',
  'reading',
  'lateReading',
  'standIn',
];

// Fakes the server's responses and records the requests.
const browserFetch = window.fetch;
let sent: Request[] = [];
let email: string | null = 'mari@acme.test';
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  sent = [];
  email = 'mari@acme.test';
  window.fetch = async (input, init) => {
    const request = new Request(input as string, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/api/session') return json(SESSION);
    if (pathname === '/api/live') return new Response(new ReadableStream());
    if (request.method === 'GET') {
      const choices = Object.fromEntries(KINDS.map((kind) => [kind, 'now']));
      return json({ choices, hour: 8, email, timeZone: 'Europe/Tallinn' });
    }
    sent.push(request);
    return json(await request.clone().json());
  };
  configureVerva({ getToken: async () => 'a.b.c', locale: 'en' });
});
afterEach(() => {
  window.fetch = browserFetch;
  document.body.replaceChildren();
});

async function shown() {
  document.body.innerHTML = '<verva-notifications></verva-notifications>';
  const element = document.querySelector('verva-notifications') as HTMLElement;
  const all = <T extends Element>(what: string) => [...(element.shadowRoot?.querySelectorAll<T>(what) ?? [])];
  await waitUntil(() => all('select').length > 0, 'the choices show');
  return { element, all };
}

function choose(select: HTMLSelectElement | undefined, value: string): void {
  if (!select) throw new Error('There is no such choice.');
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('verva-notifications', () => {
  it('names every choice, offers the hour if something is collected daily, and saves', async () => {
    const { element, all } = await shown();
    const selects = all<HTMLSelectElement>('select');
    expect(selects.map((select) => select.labels?.length)).to.deep.equal(KINDS.map(() => 1));
    expect([...(selects.at(-1)?.options ?? [])].map(({ value }) => value)).to.deep.equal(['now', 'off']);
    choose(selects[4], 'daily');
    await waitUntil(() => all('select').length === KINDS.length + 1, 'the hour shows');
    choose(all<HTMLSelectElement>('select').at(-1), '17');
    const saved = new Promise((done) => element.addEventListener('verva-notifications-saved', done));
    all<HTMLButtonElement>('button[type=submit]')[0]?.click();
    await saved;
    const body = await sent[0]?.json();
    expect([body.choices.overdue, body.choices.assigned, body.hour]).to.deep.equal(['daily', 'now', 17]);
    const { violations } = await runAxe(element);
    expect(violations.map(({ id }) => id)).to.deep.equal([]);
  });

  it('reports unsaved choices to the page, and says when there is no address', async () => {
    email = null;
    const { element, all } = await shown();
    expect(element.shadowRoot?.textContent).to.contain('your profile has no e-mail address');
    const events: boolean[] = [];
    element.addEventListener('verva-notifications-edited', (event) =>
      events.push((event as CustomEvent<{ unsaved: boolean }>).detail.unsaved),
    );
    choose(all<HTMLSelectElement>('select')[0], 'off');
    await waitUntil(() => events.length === 1, 'it was told');
    all<HTMLButtonElement>('.commit .ghost')[0]?.click();
    await waitUntil(() => events.length === 2, 'it was told again');
    expect(events).to.deep.equal([true, false]);
    expect(all<HTMLSelectElement>('select')[0]?.value).to.equal('now');
  });
});

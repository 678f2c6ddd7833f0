import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Session, User } from '../../shared/contracts/session.contract.ts';
import { configureVerva } from '../../shared/session/index.ts';
import './index.ts';

const USER = {
  id: 'mari.tamm',
  key: '0193a0b0-0000-7000-8000-000000000001',
  name: 'Mari Tamm',
  avatar: null,
  email: 'mari@acme.test',
  phoneNumber: null,
  languageId: 'en',
  tenantId: 'acme',
  groups: ['alltasks'],
  status: 'active',
  company: null,
  version: 3,
} as unknown as User;
const SESSION = {
  user: USER,
  tenant: { tenantId: 'acme', name: 'Acme', timeZone: 'UTC', languageId: 'en' },
  tenants: [],
} as unknown as Session;
const LANGUAGES = [
  { languageId: 'en', name: 'English', enabled: true },
  { languageId: 'et', name: 'Eesti', enabled: true },
  { languageId: 'fi', name: 'Suomi', enabled: true },
  { languageId: 'sv', name: 'Svenska', enabled: false },
];

// Fakes the server's responses and records the requests.
const browserFetch = window.fetch;
let sent: Request[] = [];
let savedAs: Partial<User> = {};
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

beforeEach(async () => {
  sent = [];
  savedAs = {};
  window.fetch = async (input, init) => {
    const request = new Request(input as string, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/api/session') return json({ ...SESSION, user: { ...USER, ...savedAs } });
    if (pathname === '/api/i18n/languages') return json(LANGUAGES);
    if (pathname === '/api/live') return new Response(new ReadableStream());
    sent.push(request);
    savedAs = { ...((await request.clone().json()) as Partial<User>), version: 4 };
    return json({ ...USER, ...savedAs });
  };
  configureVerva({ getToken: async () => 'a.b.c', locale: 'en' });
});
afterEach(() => {
  window.fetch = browserFetch;
  document.body.replaceChildren();
});

async function shown(attributes = ''): Promise<{ element: HTMLElement; find: (what: string) => HTMLElement }> {
  const place = document.createElement('main');
  place.innerHTML = `<h1>Page</h1><verva-profile ${attributes}></verva-profile>`;
  document.body.append(place);
  const element = place.querySelector('verva-profile') as HTMLElement;
  const root = element.shadowRoot as ShadowRoot;
  await waitUntil(() => root.querySelector('section'), 'nothing is shown');
  return { element, find: (what) => root.querySelector(what) as HTMLElement };
}
const typeInto = async (field: HTMLElement, text: string) => {
  field.focus();
  (field as HTMLInputElement).select();
  await sendKeys({ type: text });
};

describe('verva-profile', () => {
  it("PRO-01 shows the user's data; fields that others decide are read-only", async () => {
    const { element, find } = await shown();
    expect(find('input[disabled]')).to.have.property('value', 'mari.tamm');
    expect(find('[name=email]')).to.have.property('value', 'mari@acme.test');
    expect(find('dl.c12').textContent).to.contain('alltasks');
    await waitUntil(() => find('select').children.length === 3, 'the languages of the organisation');
    expect([...find('select').children].map(({ textContent }) => textContent)).to.deep.equal([
      'English',
      'Eesti',
      'Suomi',
    ]);
    const { violations } = await runAxe(element);
    expect(violations.map(({ id }) => id)).to.deep.equal([]);
  });

  it('PRO-03 does not offer a password if the page supplies the tokens', async () => {
    const both = await shown();
    expect(both.find('[autocomplete=new-password]')).to.equal(null);
    expect(both.element.shadowRoot?.querySelectorAll('section').length).to.equal(1);
    const alone = await shown('section="password"');
    expect(alone.find('section').textContent).to.contain('managed by your organisation');
  });

  it('PRO-01 reports unsaved input to the page, saves with the version it showed, and reports the saved values', async () => {
    const { element, find } = await shown('section="profile"');
    const events: string[] = [];
    for (const type of ['verva-profile-edited', 'verva-profile-saved']) {
      element.addEventListener(type, (event) => {
        const { unsaved, user, reload } = (event as CustomEvent).detail;
        events.push(`${type} ${unsaved ?? `${user.name} ${reload}`}`);
      });
    }
    await typeInto(find('[name=name]'), 'Mari Kuusk');
    find('button[type=submit]').click();
    await waitUntil(() => events.length === 3, 'not saved');
    expect(events).to.deep.equal([
      'verva-profile-edited true',
      'verva-profile-edited false',
      'verva-profile-saved Mari Kuusk false',
    ]);
    expect(sent.length).to.equal(1);
    expect([sent[0]?.method, sent[0]?.headers.get('if-match')]).to.deep.equal(['PUT', '"3"']);
  });

  it('PRO-02 leaves the change of language to a page that prevents the reload', async () => {
    const { element, find } = await shown('section="profile"');
    const select = find('select') as HTMLSelectElement;
    let reload: unknown;
    element.addEventListener('verva-profile-saved', (event) => {
      event.preventDefault();
      reload = (event as CustomEvent).detail.reload;
    });
    select.value = 'et';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => element.shadowRoot?.textContent?.includes('reloads in this language'), 'no hint');
    find('button[type=submit]').click();
    await waitUntil(() => reload !== undefined, 'not saved');
    expect(reload).to.equal(true);
  });

  it('VAL-11 VAL-15 goes to the first invalid field and gives the reason', async () => {
    const { element, find } = await shown('section="profile"');
    const name = find('[name=name]') as HTMLInputElement;
    name.focus();
    name.select();
    await sendKeys({ press: 'Delete' });
    find('button[type=submit]').click();
    await waitUntil(() => find('.error'), 'no error is shown');
    await waitUntil(() => element.shadowRoot?.activeElement === find('[aria-invalid=true]'), 'the focus is elsewhere');
    expect(find('.error').textContent).to.equal('Field Name should be filled out.');
    expect(sent.length).to.equal(0);
  });

  it("PRO-01 shows the address read-only if the organisation's sign-in service manages it", async () => {
    const { find } = await shown('section="profile"');
    expect(find('[name=email]')).to.have.property('disabled', true);
    expect(find('section').textContent).to.contain('Your organisation’s sign-in service manages this address.');
  });
});

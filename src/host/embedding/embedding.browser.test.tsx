import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { EmbedBuild } from '../../shared/contracts/embed-build.ts';
import { EmbeddingPage } from './embedding-page.tsx';
import { SnippetPage } from './snippet-page.tsx';

const PORTAL = { id: 'c1', name: 'Portal', scopes: ['manuals'], readersGroupId: 'dock', lastUsedAt: null, version: 3 };
const ORIGIN = { id: 'o1', origin: 'https://portal.example.com' };

let sent: { method: string; path: string; body?: unknown; ifMatch?: unknown }[];

const answer = async (
  { method, path }: { method: string; path: string },
  { body, ifMatch }: { body?: { name?: string }; ifMatch?: number } = {},
) => {
  if (method !== 'GET') sent.push({ method, path, ...(body && { body }), ...(ifMatch && { ifMatch }) });
  if (path === '/api/identity/groups') return [{ id: 'dock', name: 'Dock partners', people: 3 }];
  if (path === '/api/embed/origins') {
    if (method === 'POST') throw new ApiError('origin.malformed', 422);
    return [ORIGIN];
  }
  if (path === '/api/embed/settings') return { clientsMayConfirm: method === 'PUT' };
  if (path === '/api/embed/clients' && method === 'GET') return [PORTAL];
  return { ...PORTAL, id: 'c2', ...body, secret: 'only-now' };
};

describe('settings of embedding', () => {
  const { draw, find, named, labelled, says, offences } = renderHarness();
  async function type(label: string, text: string): Promise<void> {
    labelled(label)?.focus();
    await sendKeys({ type: text });
  }
  beforeEach(async () => {
    sent = [];
    draw(<EmbeddingPage send={answer as unknown as typeof call} />);
    await waitUntil(() => find('.emb-table') !== null, 'the list is there');
  });

  it('BEY-20 one switch, off by default, lets trusted servers confirm manuals', async () => {
    const control = () => find<HTMLInputElement>('[role="switch"]')!;
    expect(control().checked).to.equal(false);
    control().click();
    await waitUntil(() => sent.length > 0, 'it is saved');
    expect(sent.at(-1)).to.deep.equal({
      method: 'PUT',
      path: '/api/embed/settings',
      body: { clientsMayConfirm: true },
    });
  });

  it('BEY-20 VAL-15 a trusted server is added by keyboard; its secret is shown once, followed by the code to use it', async () => {
    named('Add trusted server').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog form') !== null, 'the dialog is there');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog .error') !== null, 'what is missing is said');
    expect(find('dialog .error')?.textContent).to.equal('The Name field is required');
    expect(sent).to.deep.equal([]);
    await type('Name', 'Intranet');
    const box = find<HTMLInputElement>('dialog input[type=checkbox]')!;
    box.focus();
    await sendKeys({ press: 'Space' });
    expect(await offences()).to.deep.equal([]);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => says('only-now'), 'the secret is there');
    expect(sent.at(-1)?.body).to.deep.equal({ name: 'Intranet', scopes: ['inbox'], readersGroupId: null });
    await sendKeys({ press: 'Escape' });
    expect(says('only-now')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    named('I have stored it').click();
    await waitUntil(() => says('<verva-inbox>'), 'the code is there');
    expect(says("'c2:' + process.env.VERVA_SECRET")).to.equal(true);
    expect(says('only-now')).to.equal(false);
  });

  it('EMB-04 an invalid address is refused with a reason, and an origin is removed after a warning about its tokens', async () => {
    await type('Address', 'intranet');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('.emb-add .error') !== null, 'the reason is there');
    named(`Remove ${ORIGIN.origin}`).click();
    await waitUntil(() => find('dialog') !== null, 'the question is there');
    expect(find('dialog')?.textContent).to.contain('All tokens for its pages end at once');
    expect(await offences()).to.deep.equal([]);
    find('dialog footer .danger')?.click();
    await waitUntil(() => find('dialog') === null, 'the question is gone');
    expect(sent.at(-1)).to.deep.equal({ method: 'DELETE', path: '/api/embed/origins/{id}' });
  });
});

const scripts = (path: string) => ({
  first: [path],
  words: { en: [], et: [], ru: [], zh: [] },
  all: [path, 'c/later.js'],
});
const BUILD: EmbedBuild = {
  version: '1.2.3',
  loader: 'loader-1.2.3-0123456789ab.js',
  integrity: {
    'loader-1.2.3-0123456789ab.js': 'sha256-L',
    'c/inbox.js': 'sha256-I',
    'c/reader.js': 'sha256-R',
    'c/later.js': 'sha256-X',
  },
  elements: { 'verva-inbox': scripts('c/inbox.js'), 'verva-manual-reader': scripts('c/reader.js') },
};

describe('the page with the code', () => {
  const { draw, find, all, named, offences } = renderHarness('div');
  const code = () => all('pre').map(({ textContent }) => textContent ?? '');
  const show = (load: () => Promise<EmbedBuild>) => draw(<SnippetPage load={load} />);

  it('BEY-21 generates pinned code for the chosen elements, with the hash of every script and the policy they need', async () => {
    show(async () => BUILD);
    await waitUntil(() => code().at(-1)?.includes("'sha256-") ?? false, 'the policy names the map');
    const [head = '', body, script, policy = ''] = code();
    expect(head).to.contain(`src="${location.origin}/embed/loader-1.2.3-0123456789ab.js" integrity="sha256-L"`);
    expect(head).to.contain(`modulepreload" href="${location.origin}/embed/c/inbox.js" integrity="sha256-I"`);
    expect(head).to.contain('c/later.js":"sha256-X"');
    expect(head).not.to.contain('c/reader.js');
    expect(body).to.equal('<verva-inbox></verva-inbox>');
    expect(script).to.contain("from 'verva'");
    // The hash covers the text between the tags, as in a browser.
    const map = /<script type="importmap">([^<]*)</.exec(head)?.[1] ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(map));
    expect(policy).to.contain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`);
    expect(JSON.parse(map).imports.verva).to.contain(BUILD.loader);
    expect(await offences()).to.deep.equal([]);
  });

  it('BEY-21 says which code is in the clipboard, until it changes or other code is copied', async () => {
    const own = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async () => undefined;
    show(async () => BUILD);
    await waitUntil(() => code().length === 4);
    const buttons = () => all('button').filter(({ textContent }) => /^Cop(y|ied)$/.test(textContent ?? ''));
    const copied = () => buttons().map(({ textContent }) => textContent === 'Copied');
    buttons()[1]!.click();
    await waitUntil(() => copied()[1], 'copied');
    buttons()[0]!.click();
    await waitUntil(() => copied()[0], 'other code');
    expect(copied()).to.deep.equal([true, false, false, false]);
    const before = code()[0];
    all<HTMLInputElement>('input')
      .find(({ checked, type }) => checked && type === 'radio')
      ?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => code()[0] !== before, 'other text');
    expect(copied()).to.deep.equal([false, false, false, false]);
    navigator.clipboard.writeText = own;
  });

  it('BEY-21 generates code that follows upgrades, chosen by keyboard, and says when no element is chosen', async () => {
    show(async () => BUILD);
    await waitUntil(() => code().length === 4);
    const boxes = all<HTMLInputElement>('input');
    boxes.find(({ checked, type }) => checked && type === 'radio')?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => code()[0]?.includes('/embed/loader.js"') ?? false);
    expect(code()[0]).not.to.contain('integrity');
    expect(code()[2]).to.contain(`from '${location.origin}/embed/loader.js'`);
    boxes[0]?.focus();
    await sendKeys({ press: 'Space' });
    await waitUntil(() => find('[role=alert]')?.textContent === 'Choose at least one element.');
    expect(code()).to.deep.equal([]);
  });

  it('reports when the elements cannot be loaded, and retries', async () => {
    let isThere = false;
    show(async () => {
      if (!isThere) throw new Error('not there');
      return BUILD;
    });
    await waitUntil(() => find('[role=alert]') !== null);
    isThere = true;
    named('Try again').click();
    await waitUntil(() => code().length === 4);
  });
});

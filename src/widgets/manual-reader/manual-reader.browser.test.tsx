import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import catalogue from '../../../docs/requirements.md?raw';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { ManualSection, ManualText, Reading } from '../../shared/contracts/manuals.contract.ts';
import { setLanguage } from '../../shared/locale/index.ts';
import { checkSession, configureVerva } from '../../shared/session/index.ts';
import { snacks } from '../../shared/ui/snackbar.ts';
import { ANNA, manualReading, manualText } from './manual.support.ts';
import './index.ts';

const SENTENCE = 'Measure oxygen before work starts and after every break longer than 15 minutes. ';
const id = (kind: string, at: number) => `b-${kind}${String(at).padStart(7, '0')}`;
const paragraph = (at: number) => `<p id="${id('p', at)}">${SENTENCE.repeat(6)}Paragraph ${at}.</p>`;
const sections = Array.from({ length: 40 }, (_, at): ManualSection => {
  const title = `Chapter with number ${at}`;
  const html = `<h1 id="${id('h', at)}">${title}</h1>${paragraph(at * 2)}${paragraph(at * 2 + 1)}`;
  return { id: id('h', at), level: 1, title, words: 170, html };
});
const text = manualText({
  languages: ['en'],
  sections,
  attachments: [{ id: 'card', fileName: 'card.docx', mediaType: 'x', size: 1000, required: true }],
});
const READING = manualReading();
const session = {
  user: { ...ANNA, languageId: 'en', groups: [], permissions: [] },
  tenant: { tenantId: 't', name: 'T', timeZone: 'Europe/Tallinn' },
  tenants: [{ tenantId: 't', name: 'T' }],
};
const changes = {
  manualId: 'm',
  from: 1,
  to: 2,
  languageId: 'en',
  fromLanguageId: 'en',
  changes: 2,
  minutes: 3,
  blocks: [
    { kind: 'same', id: id('h', 3), html: `<h1 id="${id('h', 3)}">Chapter with number 3</h1>` },
    { kind: 'same', id: id('p', 6), html: paragraph(6) },
    {
      kind: 'changed',
      id: id('p', 7),
      html: `<p id="${id('p', 7)}">Valid for <del>one area</del><ins>one space</ins>.</p>`,
      before: '<p>Valid for one area.</p>',
    },
    { kind: 'added', id: id('p', 99), html: `<p id="${id('p', 99)}">${SENTENCE.repeat(60)}</p>` },
  ],
};

const realFetch = window.fetch;
let sent: { path: string; method: string; body: Record<string, unknown> }[] = [];
let element: HTMLElement;
let features: readonly string[] = [];

/** Replaces the server and records the requests. */
function serve(reading: Partial<Reading> = {}, more: Partial<ManualText> = {}): void {
  let now: Reading = { ...READING, ...reading };
  sent = [];
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/')) return realFetch(input, init);
    const body = request.method === 'GET' ? {} : await request.json().catch(() => ({}));
    sent.push({ path: pathname, method: request.method, body });
    const json = (value: unknown, status = 200) => Response.json(value, { status });
    if (pathname.endsWith('/text')) return json({ ...text, ...more });
    if (pathname.endsWith('/changes')) return json(changes);
    if (pathname.endsWith('/questions')) return json([]);
    if (pathname.endsWith('/content')) return new Response('x');
    if (pathname.endsWith('/progress')) now = { ...now, opened: body.opened ? ['card'] : now.opened };
    if (pathname.includes('/readings/')) return json(now);
    if (pathname.includes('/records/')) return json({ items: [now], next: null, previous: null, total: 1 });
    if (pathname.endsWith('/session')) return json({ ...session, features });
    return new Response(null, { status: 404 });
  };
}

const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
const one = (selector: string) => all(selector)[0] as HTMLElement;
const textsOf = (selector: string) => all(selector).map((found) => found.textContent?.trim());

async function open(attributes: Record<string, string> = { 'manual-id': 'm', 'reading-id': 'r' }): Promise<void> {
  element = document.createElement('verva-manual-reader');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.style.height = '600px';
  document.body.append(element);
}
async function scrollThrough(): Promise<void> {
  const paper = one('.paper');
  for (;;) {
    paper.scrollBy(0, paper.clientHeight * 0.7);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    if (paper.scrollTop + paper.clientHeight >= paper.scrollHeight - 1) return;
  }
}

describe('the manual reader', () => {
  before(async () => {
    await setViewport({ width: 1100, height: 800 });
    serve();
    configureVerva({ apiBase: location.origin, getToken: async () => 'token', locale: 'en' });
  });
  afterEach(() => {
    element.remove();
    snacks.value = [];
    window.fetch = realFetch;
    setLanguage('en');
  });

  it('MAN-07 the text is read by scrolling, not by jumping to its end; a disabled confirmation says what is missing', async () => {
    serve();
    await open();
    await waitUntil(() => all('.confirm .btn.primary').length > 0, 'the bar is there');
    const confirm = one('.confirm .btn.primary');
    expect(confirm.getAttribute('aria-disabled')).to.equal('true');
    expect(textsOf('.confirm #why-not')).to.deep.equal(['Read to the end first.']);
    expect(all('.toc li').length).to.equal(40);
    expect(all('.manual-text [data-number]')[0]!.getAttribute('data-number')).to.equal('1');
    one('.paper').scrollTop = one('.paper').scrollHeight;
    await waitUntil(() => one('.toc [aria-current]')?.textContent?.includes('39'), 'the contents follow');
    expect(textsOf('.confirm .strong')[0]).to.match(/^\d% read$/);
    one('.paper').scrollTop = 0;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await scrollThrough();
    await waitUntil(() => textsOf('.confirm #why-not')[0] === 'Open the required attachments first.', 'all was read');
    confirm.click();
    await waitUntil(() => element.shadowRoot?.activeElement?.textContent === 'Open', 'it leads to the attachment');
    one('.attachments .to-open button').click();
    await waitUntil(() => confirm.ariaDisabled !== 'true', 'nothing is missing');
    expect(sent.some(({ body }) => body.opened === 'card')).to.equal(true);
    expect(textsOf('#standing')[0]).to.equal('I confirm that I have read this manual.');
  });

  it('BEY-20 if the page may not confirm, the bar says from the beginning where to do it', async () => {
    features = ['manuals.readOnly'];
    serve();
    await checkSession();
    await open();
    await waitUntil(
      () => textsOf('#standing .muted').includes('To confirm, open this manual in Verva.'),
      'it says where',
    );
    expect(all('.confirm .btn.primary').length).to.equal(0);
    features = [];
    await checkSession();
  });

  it('MAN-05 the rest of a long text is rendered when the browser is idle, and its search finds all of it', async () => {
    serve();
    await open();
    await waitUntil(() => all('.manual-text p').length > 0, 'the first screen is there');
    await waitUntil(() => all('.manual-text p').length === 80, 'the rest has come');
    const last = all('.manual-text .part').at(-1)!;
    expect(last.lastElementChild?.checkVisibility({ contentVisibilityAuto: true }), 'it is not laid out').to.equal(
      false,
    );
    expect(last.textContent).to.contain('Paragraph 79.');
    expect(getComputedStyle(last).contentVisibility).to.equal('auto');
  });

  it('BEY-11 only changes are shown under their headings; a change that was on screen counts as read', async () => {
    serve({ asks: 'changes', baseNumber: 1 }, { attachments: [] });
    await open();
    await waitUntil(() => all('.change').length === 2, 'the changes are there');
    expect(textsOf('.changes .heading')).to.deep.equal(['Chapter with number 3']);
    expect(textsOf('.skipped')).to.deep.equal(['1 paragraph you confirmed before']);
    expect(textsOf('.change ins')).to.deep.equal(['one space']);
    await waitUntil(() => textsOf('.confirm .strong')[0] === '1 of 2 changes read', 'the first was read');
    one('.skipped').click();
    await waitUntil(() => all('.unchanged').length === 1, 'it is unfolded');
    one('.paper').scrollTop = one('.paper').scrollHeight;
    await waitUntil(() => one('.confirm .btn.primary').ariaDisabled !== 'true', 'both were read');
    const full = all('.btn-group .btn').find((button) => button.textContent === 'Full text') as HTMLElement;
    full.click();
    await waitUntil(() => all('.manual-text .part').length === 40, 'the full text is there');
  });

  it('BEY-13 MAN-05 a fallback language is named, and a newer text in another language is announced', async () => {
    serve({}, { fallback: true, newerLanguages: ['et'], languages: ['en', 'et'] });
    await open();
    await waitUntil(() => all('.manual-head .banner').length === 2, 'both are told');
    expect(textsOf('.manual-head .banner .grow')).to.deep.equal([
      'Not available in your language. Shown in: English',
      'A newer text exists in: Eesti. This one may be out of date: English',
    ]);
    one('.manual-head .banner .btn').click();
    await waitUntil(() => sent.filter(({ path }) => path.endsWith('/text')).length === 2, 'it is asked for');
  });

  it('MAN-03 the list draws each state in the colour of the catalogue', async () => {
    const [requirement] = /^- MAN-03 .*$/m.exec(catalogue)!;
    const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ');
    for (const [color, state, word] of [
      ['overdue', 'pending', 'overdue'],
      ['notDue', 'pending', 'not due'],
      ['cancelled', 'cancelled', 'cancelled'],
      ['read', 'read', 'read'],
    ] as const) {
      serve({ color, state });
      await open({ theme: 'light' });
      await waitUntil(() => all('.manual-state .f').length === 1, color);
      const [, wanted] = new RegExp(`[ ,]${word} (#\\w{6})`).exec(requirement)!;
      expect(getComputedStyle(one('.manual-state .f')).fill, color).to.equal(`rgb(${rgb(wanted!)})`);
      expect(textsOf('.manual-state .status')[0]?.toLowerCase()).to.equal(word);
      element.remove();
    }
  });

  for (const [language, word] of [
    ['en', 'Not due'],
    ['et', 'Tähtaeg ees'],
    ['ru', 'Срок не наступил'],
    ['zh', '未到期'],
  ] as const) {
    it(`MAN-03 the list shows a state by shape and word in ${language}, opens by keyboard, and axe finds no violation`, async () => {
      await setLanguage(language);
      serve();
      await open({});
      await waitUntil(() => all('.manual-row').length === 1, 'the list is there');
      expect(textsOf('.manual-state .status')).to.deep.equal([word]);
      expect(all('.manual-state .st.notdue').length).to.equal(1);
      const rules = { region: { enabled: false }, 'heading-order': { enabled: false } };
      const list = await runAxe(element, { rules });
      one('.manual-open').focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => all('.confirm .btn.primary').length > 0, 'it is open');
      const opened = await runAxe(element, { rules });
      const found = [...list.violations, ...opened.violations];
      expect(found.map(({ id: rule, nodes }) => `${rule} ${nodes[0]?.html}`)).to.deep.equal([]);
    });
  }
});

import { expect } from '@open-wc/testing';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { configureVerva } from '../../shared/session/index.ts';
import './index.ts';

const LOADER = Symbol.for('verva.loader');
const browserFetch = window.fetch;
const page = globalThis as unknown as Record<symbol, unknown>;
let loader: unknown;
let answer: () => Promise<Response>;

const answered = (more: object = {}) => {
  const body = {
    serverTime: new Date().toISOString(),
    origin: location.origin,
    originAllowed: true,
    token: 'none',
    scopes: null,
    expiresIn: null,
    versions: { server: '1.0.0' },
    csp: [],
    ...more,
  };
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
};

before(() => {
  loader = page[LOADER];
  const widgets = { 'verva-inbox': undefined, 'verva-tasks': undefined };
  const sources = [{ version: '1.0.0', widgets }];
  page[LOADER] = { sources, roots: [new WeakRef(document)], observe: () => undefined };
  configureVerva({ apiBase: 'https://work.example.org', locale: 'en', getToken: async () => null });
});
beforeEach(() => {
  answer = async () => answered();
  window.fetch = async (input, init) => {
    const { pathname } = new URL(new Request(input as string, init).url);
    if (pathname === '/api/doctor') return answer();
    throw new TypeError('Failed to fetch');
  };
});
afterEach(() => {
  window.fetch = browserFetch;
  document.body.replaceChildren();
});
after(() => {
  page[LOADER] = loader;
});

async function shown(more = '') {
  const checked = new Promise<CustomEvent>((done) =>
    document.addEventListener('verva-doctor-checked', (event) => done(event as CustomEvent), { once: true }),
  );
  document.body.innerHTML = `<verva-doctor></verva-doctor>${more}`;
  const element = document.querySelector('verva-doctor') as HTMLElement;
  const { findings } = (await checked).detail as { findings: { check: string; state: string; code: string }[] };
  const root = element.shadowRoot as ShadowRoot;
  return { element, root, codes: Object.fromEntries(findings.map(({ check, code }) => [check, code])), findings };
}
const rows = (root: ShadowRoot, state: string) => [...root.querySelectorAll<HTMLElement>(`.doctor-row.${state}`)];
const button = (root: ShadowRoot, name: string) =>
  [...root.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.textContent)?.startsWith(name));

describe('verva-doctor', () => {
  it('BEY-21 shows the state of each check as a word, an icon and a sentence', async () => {
    answer = async () => answered({ originAllowed: false });
    const { element, root, codes } = await shown();
    expect(codes.origin).to.equal('origin.refused');
    const [problem] = rows(root, 'problem');
    expect(problem?.querySelector('h3')?.textContent).to.equal('Allowed origin');
    expect(problem?.querySelector('.badge')?.textContent).to.equal('Problem');
    expect(problem?.querySelector('svg')).to.not.equal(null);
    expect(problem?.querySelector('code')?.textContent).to.equal(location.origin);
    expect(root.querySelector('header [role=status]')?.textContent).to.equal('1 problem on this page.');
    const { violations } = await runAxe(element);
    expect(violations.map(({ id }) => id)).to.deep.equal([]);
  });

  it('BEY-21 continues when its server is unavailable, and checks again on request', async () => {
    answer = async () => {
      throw new TypeError('Failed to fetch');
    };
    const { root, codes } = await shown();
    expect([codes.server, codes.origin, codes.elements]).to.deep.equal(['server.away', 'later', 'elements.none']);
    answer = async () => answered();
    button(root, 'Check again')?.click();
    await waitUntil(() => rows(root, 'problem').length === 0);
    expect(root.textContent).to.contain('https://work.example.org responds. Version 1.0.0.');
  });

  it("BEY-21 follows violations of the page's policy, and gives the directive", async () => {
    const { root } = await shown();
    const init = { effectiveDirective: 'img-src', blockedURI: 'https://work.example.org/x', disposition: 'enforce' };
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        ...(init as SecurityPolicyViolationEventInit),
        documentURI: location.href,
        violatedDirective: 'img-src',
        originalPolicy: "default-src 'self'",
        statusCode: 200,
      }),
    );
    await waitUntil(() => rows(root, 'problem').length === 1);
    expect(rows(root, 'problem')[0]?.querySelector('code')?.textContent).to.equal(
      "img-src 'self' https://work.example.org",
    );
  });

  it('BEY-21 finds mistyped tags, also in shadow roots, and elements whose code does not arrive', async () => {
    const host = document.createElement('div');
    const rendered = shown('<verva-inbux></verva-inbux><verva-inbox></verva-inbox>');
    document.body.append(host);
    host.attachShadow({ mode: 'open' }).innerHTML = '<verva-tasks></verva-tasks>';
    // The loader reports it again at each attempt.
    const interval = setInterval(
      () => document.dispatchEvent(new CustomEvent('verva-load-error', { detail: { tag: 'verva-inbox' } })),
      20,
    );
    const { root } = await rendered;
    clearInterval(interval);
    const problems = rows(root, 'problem').map((row) => row.textContent);
    expect(problems).to.have.length(3);
    expect(problems[0])
      .to.contain('The element <verva-inbux> does not exist.')
      .and.to.contain('<verva-inbox></verva-inbox>');
    expect(problems[1]).to.contain('The code of <verva-inbox> has not loaded.');
    expect(problems[2]).to.contain('<verva-tasks> is in a shadow root');
  });

  it('BEY-21 reports storage that the browser forbids', async () => {
    const own = Object.getOwnPropertyDescriptor(window, 'localStorage') as PropertyDescriptor;
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('', 'SecurityError');
      },
    });
    try {
      expect((await shown()).codes.storage).to.equal('storage.blocked');
    } finally {
      Object.defineProperty(window, 'localStorage', own);
    }
  });

  it('BEY-21 copies a report without the token and without personal data of the page', async () => {
    configureVerva({
      getToken: async () => {
        throw new Error('anna.tamm@example.org is unknown');
      },
    });
    answer = async () => answered({ serverTime: new Date(Date.now() - 10_920_000).toISOString() });
    const { root, codes } = await shown();
    expect([codes.token, codes.clock]).to.deep.equal(['token.failed', 'clock.ahead']);
    expect(root.textContent).to.contain('anna.tamm@example.org is unknown');
    let copied = '';
    const own = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async (text) => {
      copied = text;
    };
    button(root, 'Copy report')?.click();
    await waitUntil(() => copied !== '');
    navigator.clipboard.writeText = own;
    expect(copied).to.contain('[Problem] Token (token.failed)').and.to.contain('3 hours, 2 minutes');
    expect(copied).to.not.contain('anna');
    configureVerva({ getToken: async () => null });
  });
});

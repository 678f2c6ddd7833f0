import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { ALLOWED, allowedValue } from './allowed.ts';
import { manualFragment } from './display.ts';
import { XSS_VECTORS } from './vectors.support.ts';

let ran = 0;
let refused: string[] = [];
Object.assign(window, { ran: () => (ran += 1) });
document.addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective));

const HASH = 'ab'.repeat(32);
/** A one-pixel image. */
const POINT = Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA='), (one) => one.charCodeAt(0));
const address = () => URL.createObjectURL(new Blob([POINT], { type: 'image/gif' }));

/**
 * All nodes and attributes that are not on the list, as `element` or `element attribute`. `own` are set by the display
 * itself.
 */
function foreign(root: DocumentFragment | Element, own: readonly string[] = []): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName;
    if (!(name in ALLOWED) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return [name];
    return [...element.attributes]
      .filter((one) => !own.includes(one.name) && allowedValue(name, one.name, one.value) !== one.value)
      .map((one) => `${name} ${one.name}`);
  });
}

const requests = () => performance.getEntriesByType('resource').map(({ name }) => name);
const settle = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));

/** Shows HTML as readers see it: within a shadow root. */
function show(html: string): HTMLElement {
  const host = document.createElement('div');
  host
    .attachShadow({ mode: 'open' })
    .append(manualFragment(html, { picture: async () => address(), follow: () => undefined }));
  document.body.append(host);
  return host;
}

describe('html of manuals', () => {
  let cleaned: readonly string[] = [];

  before(async () => {
    cleaned = (await executeServerCommand('clean-manual-html', [...XSS_VECTORS])) as string[];
  });

  it('MAN-05 the browser renders what the server cleaned, without foreign content', async () => {
    expect(XSS_VECTORS.length).to.be.at.least(150);
    expect(cleaned).to.have.length(XSS_VECTORS.length);
    cleaned.forEach((html, index) => {
      const read = document.createElement('template');
      read.innerHTML = html;
      expect(foreign(read.content), XSS_VECTORS[index]).to.deep.equal([]);
      expect(read.innerHTML.replaceAll('<', '&lt;').replaceAll('>', '&gt;'), XSS_VECTORS[index]).to.equal(
        html.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      );
    });
    // The same page detects what a browser would do with such HTML.
    const before = ran;
    document.createElement('div').innerHTML = XSS_VECTORS[0]!;
    while (ran === before) await settle();
    ran = 0;
  });

  it('MAN-05 EMB-04 no attack vector runs, requests or shows foreign content, under a policy without Trusted Types', async () => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content =
      "img-src blob:; media-src 'none'; object-src 'none'; frame-src 'none'; font-src 'none'; base-uri 'none'; form-action 'none'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
    document.head.append(policy);
    expect(() => {
      document.createElement('p').innerHTML = 'x';
    }).to.throw(TypeError);
    await settle();
    expect(refused).to.deep.equal(['require-trusted-types-for']);
    refused = [];
    const asked = requests().length;
    const own = ['src', 'target', 'rel', 'data-missing'];
    // The cleaned HTML, and the vectors themselves, as if they had bypassed the server.
    for (const html of [...cleaned, ...XSS_VECTORS]) {
      const host = show(html);
      expect(foreign(host.shadowRoot!, own), html).to.deep.equal([]);
      for (const link of host.shadowRoot!.querySelectorAll('a')) {
        expect(link.protocol || 'none', html).to.match(/^(https?:|mailto:|tel:|none|:)$/);
      }
    }
    await settle();
    for (const image of document.querySelectorAll('div')) {
      for (const one of image.shadowRoot?.querySelectorAll('img') ?? []) expect(one.src).to.match(/^(blob:|$)/);
    }
    expect(ran).to.equal(0);
    expect(refused).to.deep.equal([]);
    expect(
      requests()
        .slice(asked)
        .filter((name) => !name.startsWith('blob:')),
    ).to.deep.equal([]);
  });

  it('MAN-05 a text is shown with its pictures, links that open in a new tab, and links within it', async () => {
    const followed: string[] = [];
    const fragment = manualFragment(
      `<h2 id="b-12345678">A &amp; B &lt;c&gt;&nbsp;d</h2><ul><li>e<ol><li><strong>f</strong></li></ol></li></ul><p dir="rtl"><a href="https://example.org/?a&amp;b">g</a><br><a href="#b-12345678">h</a><ins>i</ins></p><figure><img data-image="${HASH}" alt="k" width="4" height="3"><figcaption>l</figcaption></figure><p><img data-image="${'cd'.repeat(32)}" alt="m"></p>`,
      {
        picture: (sha256) => (sha256 === HASH ? Promise.resolve(address()) : Promise.reject(new Error('gone'))),
        follow: (id) => followed.push(id),
      },
    );
    const host = document.createElement('div');
    host.append(fragment);
    document.body.append(host);
    await settle();
    expect(host.textContent).to.equal('A & B <c>\u00a0defghil');
    expect(host.querySelector('li li strong')).to.exist;
    const [away, within] = [...host.querySelectorAll('a')];
    expect([away!.href, away!.target, away!.rel]).to.deep.equal([
      'https://example.org/?a&b',
      '_blank',
      'noopener noreferrer',
    ]);
    const before = location.href;
    within!.click();
    expect(followed).to.deep.equal(['b-12345678']);
    expect(location.href).to.equal(before);
    const [shown, missing] = [...host.querySelectorAll('img')];
    expect([shown!.naturalWidth, shown!.getAttribute('width'), shown!.alt]).to.deep.equal([1, '4', 'k']);
    expect(missing!.hasAttribute('data-missing')).to.equal(true);
    host.remove();
  });
});

import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from './define-widget.tsx';

const HOSTILE = `
  html { font-size: 10px; letter-spacing: 5px; text-transform: uppercase; }
  * { color: red !important; font-family: cursive !important; --spacing: 40px; --tw-rotate-x: 90deg; --radius-m: 30px; }
  button, input, dialog { background: lime !important; border: 9px dotted !important; width: 500px !important; }
  p { margin: 90px !important; }
  verva-guest { --verva-brand: #1f5b45; }
`;

function Guest() {
  return (
    <div className="p-4">
      <p className="t2">Text</p>
      <button type="button" className="btn primary">
        Approve
      </button>
      <i className="block rotate-45 rounded-m" />
    </div>
  );
}
defineWidget('verva-guest', Guest);

let style: HTMLStyleElement;
let guest: HTMLElement;
const find = (selector: string) => guest.shadowRoot?.querySelector(selector) as HTMLElement;
const css = (selector: string) => getComputedStyle(find(selector));

before(async () => {
  style = document.head.appendChild(document.createElement('style'));
  style.textContent = HOSTILE;
  guest = document.body.appendChild(document.createElement('verva-guest'));
  await waitUntil(() => guest.shadowRoot?.querySelector('.btn'));
});

after(() => {
  style.remove();
  guest.remove();
});

describe('EMB-03 an element on a page with rules of its own', () => {
  it('keeps its colours, type and letters', () => {
    expect(css('.t2').color).to.not.equal('rgb(255, 0, 0)');
    expect(css('.t2').fontFamily).to.contain('system-ui');
    expect(css('.t2').letterSpacing).to.equal('normal');
    expect(css('.t2').textTransform).to.equal('none');
  });

  it('measures in its own rem, not in that of the page', () => {
    expect(css('.t2').fontSize).to.equal('16px');
    expect(css('.p-4').padding).to.equal('16px');
  });

  it('keeps margins and buttons as they are', () => {
    expect(css('p').margin).to.equal('0px');
    expect(css('.btn').borderStyle).to.equal('solid');
    expect(Number.parseFloat(css('.btn').width)).to.be.lessThan(200);
  });

  it('draws utilities that rely on registered properties', () => {
    expect(css('i').rotate).to.equal('45deg');
    expect(css('i').borderRadius).to.equal('6px');
  });

  it('takes the brand from the page', () => {
    expect(css('.btn').backgroundColor).to.equal('rgb(31, 91, 69)');
  });

  it('gives what the page has set on to an element inside of it', async () => {
    const inner = document.createElement('verva-guest');
    find('.p-4').append(inner);
    await waitUntil(() => inner.shadowRoot?.querySelector('.btn'));
    // The rule of the page names it, but does not reach into a shadow root.
    expect(getComputedStyle(inner.shadowRoot!.querySelector('.btn')!).backgroundColor).to.equal('rgb(31, 91, 69)');
    document.body.append(inner);
    expect(inner.hasAttribute('data-nested')).to.equal(false);
    inner.remove();
  });

  it('leaves the page as it was', () => {
    const stray = document.body.appendChild(document.createElement('button'));
    stray.className = 'btn primary';
    expect(getComputedStyle(stray).backgroundColor).to.equal('rgb(0, 255, 0)');
    expect(document.adoptedStyleSheets.length).to.equal(0);
    expect(document.documentElement.hasAttribute('data-theme')).to.equal(false);
    stray.remove();
  });

  it('follows the theme of the page it stands on', () => {
    document.documentElement.style.colorScheme = 'dark';
    const dark = css('.t2').color;
    document.documentElement.style.colorScheme = 'light';
    expect(css('.t2').color).to.not.equal(dark);
    document.documentElement.style.colorScheme = '';
  });
});

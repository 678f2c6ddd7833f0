import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from './define-widget.tsx';

const HOSTILE = `
  html { font-size: 10px; letter-spacing: 5px; text-transform: uppercase; direction: rtl; writing-mode: vertical-rl; }
  html { user-select: none; pointer-events: none; cursor: wait; line-height: 4; text-align: justify; white-space: pre; }
  verva-visitor { all: revert !important; }
  * { color: red !important; box-sizing: content-box !important; font-family: cursive !important; --spacing: 40px; --tw-rotate-x: 90deg; --radius-m: 30px; }
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
defineWidget('verva-visitor', Guest);

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

describe('EMB-03 an element on a page with its own rules', () => {
  it('keeps its colours, fonts and letters', () => {
    expect(css('.t2').color).to.not.equal('rgb(255, 0, 0)');
    expect(css('.t2').fontFamily).to.contain('system-ui');
    expect(css('.t2').letterSpacing).to.equal('normal');
    expect(css('.t2').textTransform).to.equal('none');
    const { direction, writingMode, lineHeight, textAlign, whiteSpace, boxSizing } = css('.verva-root');
    expect([direction, writingMode, lineHeight, textAlign, whiteSpace]).to.deep.equal([
      'ltr',
      'horizontal-tb',
      '20px',
      'start',
      'normal',
    ]);
    expect(boxSizing).to.equal('border-box');
  });

  it('can be used and its text selected, even if the page forbids it', () => {
    expect(css('.t2').userSelect).to.equal('text');
    expect(css('.btn').pointerEvents).to.equal('auto');
    expect(css('.t2').cursor).to.not.equal('wait');
  });

  it('is hidden when the page hides it', () => {
    guest.style.visibility = 'hidden';
    expect(css('.btn').visibility).to.equal('hidden');
    guest.style.visibility = '';
    guest.hidden = true;
    expect(find('.btn').checkVisibility()).to.equal(false);
    guest.hidden = false;
    expect(find('.btn').checkVisibility()).to.equal(true);
  });

  it("uses its own rem, not the page's", () => {
    expect(css('.t2').fontSize).to.equal('16px');
    expect(css('.p-4').padding).to.equal('16px');
  });

  it('keeps its margins and buttons', () => {
    expect(css('p').margin).to.equal('0px');
    expect(css('.btn').borderStyle).to.equal('solid');
    expect(Number.parseFloat(css('.btn').width)).to.be.lessThan(200);
  });

  it('renders utilities that need registered properties', () => {
    expect(css('i').rotate).to.equal('45deg');
    expect(css('i').borderRadius).to.equal('6px');
  });

  it('takes the brand colour from the page', () => {
    expect(css('.btn').backgroundColor).to.equal('rgb(31, 91, 69)');
  });

  it("follows changes of the page's custom properties at once", async () => {
    const other = document.body.appendChild(document.createElement('verva-visitor'));
    await waitUntil(() => other.shadowRoot?.querySelector('.btn'));
    const button = other.shadowRoot!.querySelector<HTMLElement>('.btn')!;
    // Compares the final style, not its transition.
    button.style.transition = 'none';
    const look = getComputedStyle(button);
    other.style.setProperty('--verva-brand', 'rgb(90, 20, 30)');
    other.style.setProperty('--verva-radius-m', '1px');
    other.style.setProperty('--verva-font', 'Georgia');
    other.style.setProperty('--verva-rem', '20px');
    expect([look.backgroundColor, look.borderRadius, look.fontFamily, look.fontSize]).to.deep.equal([
      'rgb(90, 20, 30)',
      '1px',
      'Georgia',
      '17.5px',
    ]);
    other.removeAttribute('style');
    expect([look.backgroundColor, look.borderRadius]).to.deep.equal(['rgb(80, 83, 222)', '6px']);
    other.remove();
  });

  it('is readable with any brand colour, light or dark, plain, hovered or pressed', async () => {
    const other = document.body.appendChild(document.createElement('verva-visitor'));
    await waitUntil(() => other.shadowRoot?.querySelector('.btn'));
    const root = other.shadowRoot!.querySelector<HTMLElement>('.verva-root')!;
    const probe = root.appendChild(document.createElement('i'));
    const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const luminance = (name: string) => {
      probe.style.color = `var(--verva-${name})`;
      pixel.fillStyle = getComputedStyle(probe).color;
      pixel.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...pixel.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: string, two: string) => {
      const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b) as [number, number];
      return (light + 0.05) / (dark + 0.05);
    };
    for (const theme of ['light', 'dark'])
      for (const brand of [
        '#ffd400',
        '#00ff66',
        '#ff0000',
        '#808080',
        '#0d9488',
        '#0b8578',
        '#dc2626',
        '#ff00ff',
        '#000',
        '#fff',
        '#1f5b45',
      ]) {
        other.setAttribute('theme', theme);
        other.style.setProperty('--verva-brand', brand);
        await waitUntil(() => root.dataset.theme === theme);
        const say = (pair: string) => `${pair} of ${brand} in the ${theme} theme`;
        expect(contrast('on-primary', 'primary'), say('words on the brand')).to.be.at.least(4.5);
        expect(contrast('on-primary', 'primary-hover'), say('words under the pointer')).to.be.at.least(4.5);
        expect(contrast('on-primary', 'primary-press'), say('words pressed')).to.be.at.least(4.5);
        expect(contrast('primary-text', 'surface'), say('links')).to.be.at.least(4.5);
        expect(contrast('text-2', 'surface'), say('second words')).to.be.at.least(4.5);
        expect(contrast('focus', 'surface'), say('focus')).to.be.at.least(3);
      }
    other.remove();
  });

  it("passes the page's settings on to nested elements", async () => {
    const inner = document.createElement('verva-guest');
    find('.p-4').append(inner);
    await waitUntil(() => inner.shadowRoot?.querySelector('.btn'));
    // The page's rule matches the tag, but does not reach into a shadow root.
    expect(getComputedStyle(inner.shadowRoot!.querySelector('.btn')!).backgroundColor).to.equal('rgb(31, 91, 69)');
    document.body.append(inner);
    expect(inner.hasAttribute('data-nested')).to.equal(false);
    inner.remove();
  });

  it('leaves the page unchanged', () => {
    const stray = document.body.appendChild(document.createElement('button'));
    stray.className = 'btn primary';
    expect(getComputedStyle(stray).backgroundColor).to.equal('rgb(0, 255, 0)');
    expect(document.adoptedStyleSheets.length).to.equal(0);
    expect(document.documentElement.hasAttribute('data-theme')).to.equal(false);
    stray.remove();
  });

  it("follows the page's theme", () => {
    document.documentElement.style.colorScheme = 'dark';
    const dark = css('.t2').color;
    document.documentElement.style.colorScheme = 'light';
    expect(css('.t2').color).to.not.equal(dark);
    document.documentElement.style.colorScheme = '';
  });
});

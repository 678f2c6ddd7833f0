import { expect } from '@open-wc/testing';
import { showWhole } from './show-whole.ts';

let stage: HTMLElement;

beforeEach(() => {
  stage = document.body.appendChild(document.createElement('main'));
  stage.addEventListener('pointerover', showWhole);
});

afterEach(() => stage.remove());

function place<Tag extends 'span' | 'input'>(tag: Tag, width: string): HTMLElementTagNameMap[Tag] {
  const made = stage.appendChild(document.createElement(tag));
  Object.assign(made.style, { display: 'block', width, overflow: 'hidden', textOverflow: 'ellipsis' });
  made.style.whiteSpace = 'nowrap';
  return made;
}

function point(at: Element): void {
  at.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
}

describe('clipped text', () => {
  it('is shown in full under the pointer, also inside nested elements', () => {
    const cut = place('span', '40px');
    const inner = cut.appendChild(document.createElement('b'));
    inner.textContent = 'Approve purchase: Mooring lines for berth 7';
    point(inner);
    expect(cut.title).to.equal('Approve purchase: Mooring lines for berth 7');
    cut.dispatchEvent(new PointerEvent('pointerleave'));
    expect(cut.hasAttribute('title')).to.equal(false);
  });

  it('is not repeated when all of it is visible, and keeps its own title', () => {
    const whole = place('span', '400px');
    whole.textContent = 'Short';
    point(whole);
    expect(whole.hasAttribute('title')).to.equal(false);
    const titled = place('span', '20px');
    titled.textContent = 'Shown as this';
    titled.title = 'Meant as that';
    point(titled);
    titled.dispatchEvent(new PointerEvent('pointerleave'));
    expect(titled.title).to.equal('Meant as that');
  });

  it('is read from a field, but never from a password', () => {
    const field = place('input', '40px');
    field.value = 'Mooring line 64 mm, 220 m, ice class';
    point(field);
    expect(field.title).to.equal('Mooring line 64 mm, 220 m, ice class');
    const secret = place('input', '20px');
    secret.type = 'password';
    secret.value = 'Verva-demo-2026-and-more';
    point(secret);
    expect(secret.hasAttribute('title')).to.equal(false);
  });
});

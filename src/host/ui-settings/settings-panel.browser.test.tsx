import { expect } from '@open-wc/testing';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { setLanguage } from '../../shared/locale/index.ts';
import { ui } from '../display.ts';
import { SettingsPanel } from './settings-panel.tsx';
import '../host.css';

const USUAL = {
  dense: true,
  navbar: { show: true, dense: false, logo: true },
  fullscreen: false,
  settingsPanel: true,
  footer: false,
  theme: { index: 2, dark: null },
};

let root: Root;
let stage: HTMLElement;
const field = (label: string) =>
  [...stage.querySelectorAll<HTMLInputElement>('input')].find(
    (input) => input.ariaLabel === label || input.labels?.[0]?.textContent?.startsWith(label),
  );
const pressed = () => [...stage.querySelectorAll('[aria-pressed=true]')].map((button) => button.textContent).join(', ');

describe('the settings of the interface', () => {
  before(() => setLanguage('en'));
  beforeEach(() => {
    stage = document.body.appendChild(document.createElement('main'));
    root = createRoot(stage);
    ui.value = USUAL;
  });
  afterEach(() => {
    root.unmount();
    stage.remove();
    ui.value = null;
    delete document.documentElement.dataset.theme;
  });

  it('LAY-15 show what is chosen, also when it was chosen elsewhere', async () => {
    root.render(<SettingsPanel mobile={false} />);
    await waitUntil(() => pressed() === 'System, Dense');
    expect(field('Teal')?.checked).to.equal(true);
    expect([field('Icons only')?.checked, field('Icons only')?.disabled]).to.deep.equal([false, false]);
    ui.value = {
      ...USUAL,
      dense: false,
      navbar: { show: false, dense: true, logo: true },
      theme: { index: 3, dark: true },
    };
    await waitUntil(() => pressed() === 'Dark, Comfortable');
    expect(field('Green')?.checked).to.equal(true);
    expect([field('Icons only')?.checked, field('Icons only')?.disabled]).to.deep.equal([true, true]);
    expect(field('Show the menu')?.checked).to.equal(false);
  });

  for (const theme of ['light', 'dark']) {
    it(`LAY-16 have names and nothing that axe finds, ${theme}`, async () => {
      document.documentElement.dataset.theme = theme;
      document.documentElement.lang = 'en';
      root.render(<SettingsPanel mobile={false} />);
      await waitUntil(() => pressed() !== '');
      const { violations } = await axe.run(stage);
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).to.deep.equal([]);
    });
  }
});

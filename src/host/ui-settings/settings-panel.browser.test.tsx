import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
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

const { draw, all, offences } = renderHarness();
const field = (label: string) =>
  all<HTMLInputElement>('input').find(
    (input) => input.ariaLabel === label || input.labels?.[0]?.textContent?.startsWith(label),
  );
const pressed = () =>
  all('[aria-pressed=true]')
    .map((button) => button.textContent)
    .join(', ');

describe('the settings of the interface', () => {
  beforeEach(() => {
    ui.value = USUAL;
  });
  afterEach(() => {
    ui.value = null;
    delete document.documentElement.dataset.theme;
  });

  it('LAY-15 show the current choice, even if it was made elsewhere', async () => {
    draw(<SettingsPanel mobile={false} />);
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
    expect(field('Show menu')?.checked).to.equal(false);
  });

  for (const theme of ['light', 'dark']) {
    it(`LAY-16 have names and no axe violation, ${theme}`, async () => {
      document.documentElement.dataset.theme = theme;
      document.documentElement.lang = 'en';
      draw(<SettingsPanel mobile={false} />);
      await waitUntil(() => pressed() !== '');
      expect(await offences()).to.deep.equal([]);
    });
  }
});

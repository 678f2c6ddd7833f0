import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../../test/support/render-harness.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { setLanguage } from '../../../shared/locale/index.ts';
import { HelpDialog } from './help-dialog.tsx';

describe('the keyboard help of the inbox', () => {
  const { draw, all, offences } = renderHarness();

  it('TSK-17 lists every key by the place where it works, in any language', async () => {
    draw(<HelpDialog onClose={() => undefined} />);
    await waitUntil(() => all('h3').length === 4, 'the help');
    const places = all('dialog section').map((place) => [
      place.querySelector('h3')?.textContent,
      [...place.querySelectorAll('kbd')].map((key) => key.textContent).join(' '),
    ]);
    expect(places).to.deep.equal([
      ['In the list', 'j ↓ k ↑ PgDn PgUp Home End Enter c'],
      ['In the open task', 'e a'],
      ['Anywhere in the inbox', '/ ?'],
      ['In a text field', 'Esc Ctrl+Enter'],
    ]);
    for (const language of ['en', 'et', 'ru', 'zh'] as const) {
      await setLanguage(language);
      await waitUntil(() => all('dd').every((one) => one.textContent), language);
      expect(await offences()).to.deep.equal([]);
    }
  });
});

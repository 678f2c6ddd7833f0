import { expect } from '@open-wc/testing';
import { type Answers, elementHarness, json } from '../../../test/support/element-harness.ts';
import './index.ts';

const CENTRES = { id: 'centres', name: 'Centres', description: null, options: 1, version: 1 };
const QUAYS = {
  ...{ id: 'q', text: 'Quays', defaultText: 'Quays', texts: { en: 'Quays' }, properties: {}, position: 0 },
  ...{ active: true, version: 1 },
};
const STANDARD: Answers = {
  'GET /dropdowns': () => json({ items: [CENTRES], next: null, previous: null, total: 1 }),
  'GET /dropdowns/centres': () => json(CENTRES),
  'GET /dropdowns/centres/options': () => json([QUAYS]),
  'GET /uses/dropdown/centres': () => json([]),
};

const { all, find, button, findings, draw } = elementHarness('verva-settings-dropdowns', STANDARD);

describe('verva-settings-dropdowns', () => {
  it('EMB-01 with `readonly`, neither a dropdown nor an option can be changed', async () => {
    await draw(1060, 'readonly dropdown-id="centres"');
    for (const name of ['New dropdown', 'New option', 'Import', 'Actions: Centres', 'Actions: Quays', 'Quays']) {
      expect(button(name), name).to.equal(undefined);
    }
    expect(all('.handle')).to.deep.equal([]);
    expect(find('.option-text.fold-name').textContent).to.contain('Quays');
    expect(await findings()).to.deep.equal([]);
  });
});

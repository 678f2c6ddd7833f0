import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type Answers, elementHarness, json, problem } from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import './index.ts';

const ITEM = {
  ...{ category: 'work', kind: 'process', description: '', icon: 'tool', keywords: [], otherTexts: [], address: null },
  ...{ isFavourite: false, lastStarted: null, draft: null, usualHours: null, blocked: null },
};
const FAULT = { ...ITEM, id: 'fault', title: 'Report a fault', usualHours: 50, isFavourite: true };
const CARD = { ...ITEM, id: 'card', title: 'Access card', blocked: 'suspended', draft: '2026-11-21T10:00:00.000Z' };
const DESK = {
  ...ITEM,
  id: 'desk',
  kind: 'link',
  title: 'Front desk',
  address: '/manuals',
  keywords: ['*'],
  category: null,
};
const CATALOGUE = { categories: [{ id: 'work', title: 'Workplace', icon: null }], items: [FAULT, CARD, DESK] };

const STANDARD: Answers = { 'GET /catalogue': () => json(CATALOGUE) };

const { changes, answers, element, root, all, button, findings, draw } = elementHarness('verva-catalogue', STANDARD);

const words = () => root().querySelector('.verva-root')?.textContent ?? '';
const isDrawn = () => all('.start-card').length > 0;
const titles = () =>
  all('section').map((one) => [one.ariaLabel, [...one.querySelectorAll('.start-link')].map((a) => a.textContent)]);
const search = async (text: string) => {
  const box = root().querySelector<HTMLInputElement>('input[type=search]')!;
  box.focus();
  await sendKeys({ type: text });
  await sendKeys({ press: 'Enter' });
};

describe('verva-catalogue', () => {
  for (const theme of ['light', 'dark']) {
    for (const width of [1060, 390]) {
      it(`CAT-01 lists favourites, recent items and categories, ${theme}, at ${width} pixels`, async () => {
        await draw(width, `theme="${theme}"`, isDrawn);
        expect(titles()).to.deep.equal([
          ['Favourites', ['Report a fault']],
          ['Recently used', ['Access card']],
          ['Workplace', ['Report a fault', 'Access card']],
          ['Other', ['Front desk']],
        ]);
        expect(words()).to.include('usually 2 days');
        expect(words()).to.include('Its process is suspended');
        expect(document.documentElement.scrollWidth <= width).to.equal(true);
        expect(await findings()).to.deep.equal([]);
      });
    }
  }

  it('CAT-01 choosing an item asks the page, a blocked one does nothing, and a link leads to the application', async () => {
    await draw(1060, '', isDrawn);
    const asked: unknown[] = [];
    for (const name of ['verva-start-chosen', 'verva-open-application']) {
      element().addEventListener(name, (event) => {
        event.preventDefault();
        asked.push((event as CustomEvent).detail);
      });
    }
    for (const title of ['Report a fault', 'Access card', 'Front desk']) button(title).click();
    expect(asked).to.deep.equal([{ item: 'fault' }, { path: '/manuals' }]);
  });

  it('CAT-01 a search without a result offers the items with the keyword *, and all items', async () => {
    await draw(1060, '', isDrawn);
    await search('parking');
    await waitUntil(() => words().includes('Nothing found for “parking”'), 'the empty result');
    expect(all('.start-link').map(({ textContent }) => textContent)).to.deep.equal(['Front desk']);
    expect(await findings()).to.deep.equal([]);
    button('Show all 3').click();
    await waitUntil(() => all('.start-card').length > 1, 'all items');
  });

  it('CAT-01 a favourite that the server refuses is taken back, with the reason', async () => {
    answers['PUT /catalogue/card/favourite'] = () =>
      problem(404, 'catalogue.item_not_found', 'This does not exist, or you cannot start it.');
    await draw(1060, '', isDrawn);
    button('Add to favourites: Access card').click();
    await waitUntil(() => root().querySelector('[role=alert]'), 'the reason');
    expect(button('Add to favourites: Access card')).not.to.equal(undefined);
    expect(changes().map(({ what }) => what)).to.deep.equal(['PUT /catalogue/card/favourite']);
  });

  it('CAT-01 a failed load can be repeated, and an empty catalogue says who decides', async () => {
    answers['GET /catalogue'] = () => problem(500, 'server.error', 'Something went wrong.');
    await draw(1060, '', () => words().includes('The catalogue could not be loaded.'));
    answers['GET /catalogue'] = () => json({ categories: [], items: [] });
    button('Try again').click();
    await waitUntil(() => words().includes('There is nothing that you can start.'), 'the empty catalogue');
  });
});

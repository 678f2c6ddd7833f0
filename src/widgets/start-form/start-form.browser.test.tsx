import { expect } from '@open-wc/testing';
import { type Answers, elementHarness, json, problem } from '../../../test/support/element-harness.ts';
import './index.ts';

const ENTRY = {
  ...{ category: null, description: '', icon: null, keywords: [], otherTexts: [], address: null, blocked: null },
  ...{ isFavourite: false, lastStarted: null, draft: null, usualHours: null, title: 'Parking place' },
};
const FORM = {
  ...{ formId: null, number: null, body: null, values: {}, draft: null, files: [], fileLimit: 1000, next: ['Decide'] },
  ...{ startsForAll: false, startsFor: [] },
};
const item = (id: string, title: string) => ({ item: { id, title, description: '', icon: null }, ...FORM });

const STANDARD: Answers = {
  'GET /catalogue': () =>
    json({
      categories: [],
      items: [
        { ...ENTRY, id: 'by-process', kind: 'process', target: 'parking' },
        { ...ENTRY, id: 'by-kind', kind: 'case', target: 'parking' },
      ],
    }),
  'GET /catalogue/by-kind/form': () => json(item('by-kind', 'Request for a parking place')),
  'GET /catalogue/by-process/form': () => json(item('by-process', 'Parking process')),
  'GET /catalogue/gone/form': () => problem(404, 'catalogue.item_not_found', 'Gone'),
};

const { root, findings, draw } = elementHarness('verva-start-form', STANDARD);
const heading = () => root().querySelector('h1')?.textContent ?? '';
const isDrawn = () => heading() !== '';
const words = () => root().querySelector('.verva-root')?.textContent ?? '';

describe('verva-start-form', () => {
  for (const [attribute, title] of [
    ['item="by-kind"', 'Request for a parking place'],
    ['case-type="parking"', 'Request for a parking place'],
    ['process="parking"', 'Parking process'],
    ['item="by-process" case-type="parking"', 'Parking process'],
  ] as const) {
    it(`CAT-01 PRV-04 shows the form of ${attribute}`, async () => {
      await draw(1060, attribute, isDrawn);
      expect(heading()).to.equal(title);
      expect(await findings()).to.deep.equal([]);
    });
  }

  for (const attribute of ['item="gone"', 'case-type="nothing"', 'process="nothing"']) {
    it(`CAT-01 says that ${attribute} does not exist`, async () => {
      await draw(1060, attribute, () => words().includes('cannot start'));
      expect(heading()).to.equal('');
    });
  }
});

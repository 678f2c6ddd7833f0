import { expect } from '@open-wc/testing';
import { type Answers, column, elementHarness, json, sessionWith } from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import './index.ts';

const group = (id: string, name: string, kind: string) => ({
  id,
  name,
  kind,
  description: null,
  people: 1,
  version: 1,
});
const MEMBER = {
  ...{ id: 'crew/k1', user: { id: 'kadri.magi', key: 'k1', name: 'Kadri Mägi' }, status: 'active', source: 'manual' },
  ...{ addedAt: '2026-11-20T08:00:00Z', addedBy: null },
};
const STANDARD: Answers = {
  'GET /identity/groups': () =>
    json([group('crew', 'Crane drivers', 'custom'), group('admin', 'Administrators', 'product')]),
  'GET /records/group_members': () => json({ items: [MEMBER], next: null, previous: null, total: 1 }),
  'GET /records/group_members/columns': () =>
    json({
      defaultSort: 'name:asc',
      columns: ['name', 'status', 'source', 'addedAt'].map((field) => column(field, 'text', true)),
    }),
};

const { answers, element, all, find, button, findings, reported, draw } = elementHarness(
  'verva-settings-groups',
  STANDARD,
);

const drawGroup = (id: string) => draw(1280, `group-id="${id}"`, () => all('tbody tr').length > 0);
const menuOf = (name: string) => {
  button(`Actions: ${name}`).click();
  return all('[role=menuitem]').map(({ textContent }) => textContent);
};

describe('verva-settings-groups', () => {
  it('BEY-20 ADM-02 an element token changes the groups of the organisation; the others lead to the application', async () => {
    answers['GET /session'] = () => sessionWith(['people']);
    await drawGroup('crew');
    expect(find('.adding')).to.not.equal(null);
    expect(button('New group')).to.not.equal(undefined);
    expect(button('Actions: Kadri Mägi')).to.not.equal(undefined);
    const paths: string[] = [];
    element().addEventListener('verva-open-application', (event) => {
      event.preventDefault();
      paths.push(event.detail.path);
    });
    all('.item')
      .find(({ textContent }) => textContent?.startsWith('Administrators'))!
      .click();
    await waitUntil(() => find('h2.t1').textContent === 'Administrators', 'the other group');
    expect(find('.adding')).to.equal(null);
    expect(button('Actions: Kadri Mägi')).to.equal(undefined);
    expect(find('.detail-head').textContent).to.contain('It is changed in the application.');
    expect(menuOf('Administrators').includes('Open in the application')).to.equal(true);
    button('Open in the application').click();
    expect(paths).to.deep.equal(['/settings/groups?id=admin']);
    expect(await findings()).to.deep.equal([]);
  });

  it('BEY-20 with people:read only, no group can be changed', async () => {
    answers['GET /session'] = () => sessionWith(['people:read']);
    await drawGroup('crew');
    expect(button('New group')).to.equal(undefined);
    expect(find('.adding')).to.equal(null);
    expect(button('Actions: Kadri Mägi')).to.equal(undefined);
    const items = menuOf('Crane drivers');
    expect(items.includes('Open in the application')).to.equal(true);
    expect(items.some((item) => /Rename|Delete/.test(item ?? ''))).to.equal(false);
  });

  it('EMB-01 with `readonly`, no group can be changed with a full token either', async () => {
    await draw(1280, 'group-id="crew" readonly', () => all('tbody tr').length > 0);
    expect(button('New group')).to.equal(undefined);
    expect(find('.adding')).to.equal(null);
    expect(button('Actions: Kadri Mägi')).to.equal(undefined);
    expect(button('Actions: Crane drivers')).to.equal(undefined);
    expect(reported).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);
  });

  it('ADM-02 with a full token, all groups can be changed', async () => {
    await drawGroup('admin');
    expect(find('.adding')).to.not.equal(null);
    expect(menuOf('Administrators').includes('Open in the application')).to.equal(false);
  });
});

import { expect } from '@open-wc/testing';
import { type Answers, elementHarness, json, problem, sessionWith } from '../../../test/support/element-harness.ts';
import { holdTimers } from '../../../test/support/hold-timers.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import './index.ts';

const MAY = {
  ...{ contracts: 'write', pay: 'write', health: 'write', documents: 'write', sizes: 'write', access: 'read' },
  needsReason: true,
};
const OWN = {
  ...{ contracts: 'read', pay: 'read', health: 'read', documents: 'add', sizes: 'read', access: 'read' },
  needsReason: false,
};
const MANAGER = { ...MAY, contracts: 'read', pay: null, health: null, documents: null, sizes: null, access: null };
const TOOMAS = { id: 'toomas.rebane', key: 'k2', name: 'Toomas Rebane' };
const JURI = {
  ...{
    id: 'juri.lepik',
    key: 'k1',
    name: 'Jüri Lepik',
    jobTitle: 'Safety officer',
    company: { id: 'c1', name: 'Port' },
  },
  ...{ department: { id: 'd1', name: 'Port works' }, managers: [TOOMAS], isFormer: false, may: MAY },
  contract: {
    ...{ id: 'a', number: 'TL-2024-017', kind: 'employment', startsOn: '2024-01-01', endsOn: null, dimensions: [] },
  },
};
const share = (id: string, name: string, percent: number, validFrom: string, validUntil: string | null) => ({
  ...{ id, dimension: { id: 'dim', code: 'object', name: 'Objects' }, value: { id, code: id, name } },
  ...{ share: percent, validFrom, validUntil },
});
const CONTRACT = {
  ...{ id: 'a', user: { id: 'juri.lepik', key: 'k1', name: 'Jüri Lepik' }, company: { id: 'c1', name: 'Port' } },
  ...{ number: 'TL-2024-017', kind: 'employment', jobTitle: 'Safety officer', startsOn: '2024-01-01', endsOn: null },
  ...{ trialEndsOn: '2024-04-30', weeklyHours: 40, place: 'Tallinn', endReason: null, version: 3 },
  dimensions: [
    share('v1', 'Quay 1', 100, '2024-01-01', '2025-12-31'),
    share('v2', 'Quay 2', 60, '2026-01-01', null),
    share('v3', 'Quay 3', 40, '2026-01-01', null),
  ],
  updatedAt: '2026-01-01T10:00:00.000Z',
};
const PIRET = { id: 'piret.vaher', key: 'k3', name: 'Piret Vaher' };
const PAY = {
  ...{ contractId: 'a', contractNumber: 'TL-2024-017', kind: 'base', name: '', currency: 'EUR', period: 'month' },
  ...{ validUntil: null, supersededAt: null, supersededBy: null, createdAt: '2026-01-02T10:00:00.000Z' },
  createdBy: PIRET,
};
const PAYS = [
  { ...PAY, id: 'p2', amountMinor: 235_000, validFrom: '2026-01-01' },
  {
    ...PAY,
    id: 'p1',
    amountMinor: 230_000,
    validFrom: '2026-01-01',
    supersededAt: '2026-01-02T10:00:00.000Z',
    supersededBy: 'p2',
  },
];
const CHECK = {
  ...{ id: 'h1', user: CONTRACT.user, kind: 'periodic', checkedOn: '2023-11-18', decision: 'fit_with_restrictions' },
  ...{ restrictions: 'No work at heights.', validityValue: 3, validityUnit: '4_years', nextOn: '2026-11-18' },
  ...{ documentId: null, createdAt: '2023-11-18T10:00:00.000Z', createdBy: PIRET, version: 1 },
};
const DOCUMENT = {
  ...{ id: 'o1', category: 'Contract', title: 'Employment contract', fileName: 'contract.pdf', size: 1000 },
  ...{ mediaType: 'application/pdf', issuedOn: '2024-01-01', validUntil: null, mayChange: true, version: 1 },
  ...{ createdAt: '2024-01-01T10:00:00.000Z', createdBy: PIRET },
};
const ENTRY = {
  ...{ id: 'l1', at: '2026-11-20T09:40:00.000Z', viewer: PIRET, role: 'employee_management_admin', roleName: 'HR' },
  ...{ kind: 'pay', verb: 'look', thing: null, reason: 'Annual pay review', times: 2 },
};
const page = (items: readonly object[], next: string | null = null) => json({ items, next, previous: null });

const STANDARD: Answers = {
  'GET /records/user/juri.lepik': () => json(JURI),
  'GET /records/user_contracts': () => page([CONTRACT]),
  'GET /hr/k1/pay': () => json(PAYS),
  'GET /records/user_health': () => page([CHECK]),
  'GET /hr/k1/documents': () => json([DOCUMENT]),
  'GET /hr/k1/sizes': () => json([{ item: 'Boots', size: '43' }]),
  'GET /hr/k1/access': () => page([ENTRY]),
  'GET /dimensions': () => page([{ id: 'dim', code: 'object', name: 'Objects', active: true, version: 1 }]),
  'GET /companies': () => page([]),
};

const harness = elementHarness('verva-hr-card', STANDARD);
const { sent, answers, changes, root, all, find, button, field, typeInto, noteOf, words, findings, draw } = harness;

const text = () => root().querySelector('.verva-root')?.textContent ?? '';
const isDrawn = () => text().includes('TL-2024-017') && text().includes('Boots') && text().includes('Piret Vaher');
const drawJuri = (width = 1060, attributes = '') => draw(width, `user-id="juri.lepik" ${attributes}`, isDrawn);
async function giveReason(reason: string): Promise<void> {
  button('Show, with a reason: Pay').click();
  await waitUntil(() => field('Reason'), 'the dialog');
  await typeInto('Reason', reason);
  button('Show', 'dialog').click();
}

async function openPay(): Promise<void> {
  await giveReason('Annual pay review');
  await waitUntil(() => text().includes('€2,350.00'), 'the pay');
}

/** Another tab in front of the page, or this one again. */
function showPage(state: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

const asOwner = () => {
  answers['GET /session'] = () => sessionWith(['hr']);
  answers['GET /records/user/anna.tamm'] = () => json({ ...JURI, id: 'anna.tamm', may: OWN });
};

describe('verva-hr-card', () => {
  for (const theme of ['light', 'dark']) {
    for (const width of [1060, 390]) {
      it(`HR-01 EMB-01 shows the card of an employee, ${theme}, at ${width} pixels`, async () => {
        await drawJuri(width, `theme="${theme}"`);
        expect(find('h2').textContent).to.equal('Jüri Lepik');
        expect(text()).to.include('Quay 2 60\u00a0%').and.to.include('1 Jan 2024 to 31 Dec 2025');
        expect(text()).to.include('opened, 2 times that day').and.to.include('Reason: Annual pay review');
        expect(document.documentElement.scrollWidth <= width).to.equal(true);
        expect(await findings()).to.deep.equal([]);
      });
    }
  }

  it("HR-03 another user's pay and health checks are read only with a reason of at least 10 characters", async () => {
    await drawJuri();
    expect(sent.some(({ what }) => what.endsWith('/pay') || what.endsWith('/user_health'))).to.equal(false);
    await giveReason('Too short');
    await waitUntil(() => noteOf('Reason')?.includes('at least 10'), 'the fault');
    expect(sent.some(({ what }) => what.endsWith('/pay'))).to.equal(false);
    expect(await findings()).to.deep.equal([]);
    await typeInto('Reason', 'Annual pay review');
    button('Show', 'dialog').click();
    await waitUntil(() => text().includes('€2,350.00'), 'the pay');
    expect(sent.find(({ what }) => what.endsWith('/pay'))?.reason).to.equal('Annual pay review');
    expect(text()).to.include('Corrected on 2 Jan 2026 by Piret Vaher');
    expect(all('s').map((one) => one.textContent)).to.include('€2,300.00 a month');
    expect(sent.some(({ what }) => what.endsWith('/user_health'))).to.equal(false);
    expect(await findings()).to.deep.equal([]);
  });

  it('HR-03 a manager sees contracts, and no place for pay, health checks, documents and the log', async () => {
    answers['GET /records/user/juri.lepik'] = () => json({ ...JURI, may: MANAGER });
    await draw(1060, 'user-id="juri.lepik"', () => text().includes('Quay 1'));
    expect(all('h3').map((one) => one.textContent)).to.deep.equal(['Contracts']);
    expect(all('.hr-section button').length).to.equal(0);
  });

  it('HR-03 EMB-01 without an id the card of the user; pay only after a press, because others may see the screen', async () => {
    asOwner();
    await draw(1060, '', isDrawn);
    expect(all('h3').map((one) => one.textContent)).to.include('Who opened my data');
    expect(sent.some(({ what }) => what.endsWith('/pay') || what.endsWith('/user_health'))).to.equal(false);
    button('Show: Pay').click();
    await waitUntil(() => text().includes('€2,350.00'), 'the pay');
    expect(sent.find(({ what }) => what.endsWith('/pay'))?.reason).to.equal(null);
    expect(button('Correct: €2,350.00 a month')).to.equal(undefined);
  });

  it('HR-03 EMB-01 `section` shows one part only', async () => {
    await draw(390, 'user-id="juri.lepik" section="sizes"', () => text().includes('Boots'));
    expect(all('h3').map((one) => one.textContent)).to.deep.equal(['Clothes sizes']);
    expect(all('h2').length).to.equal(0);
    expect(sent.some(({ what }) => what.includes('user_contracts'))).to.equal(false);
  });

  it('HR-01 says who may open a card that is refused, and that one does not exist', async () => {
    answers['GET /records/user/juri.lepik'] = () => problem(403, 'scope.missing', 'No.');
    await draw(390, 'user-id="juri.lepik"', () => text().includes('You cannot see this card'));
    answers['GET /records/user/mart.kask'] = () => problem(404, 'user.not_found', 'No.');
    harness.element().setAttribute('user-id', 'mart.kask');
    await waitUntil(() => text().includes('This person does not exist'), 'the reason');
    expect(await findings()).to.deep.equal([]);
  });

  it('HR-01 a contract that overlaps another one is saved after the warning was ticked', async () => {
    answers['POST /records/user_contracts'] = () => json({ ...CONTRACT, id: 'b' }, 201);
    await drawJuri();
    button('Add contract').click();
    await waitUntil(() => field('First day'), 'the dialog');
    await typeInto('First day', '01/03/2026');
    await typeInto('Number', 'TL-2026-001');
    button('Save').click();
    await waitUntil(() => words().includes('Confirm this to save'), 'the warning');
    expect(changes()).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);
    find('dialog .tick input').click();
    button('Save').click();
    await waitUntil(() => changes().length === 1, 'the request');
    expect(changes()[0]?.body).to.deep.include({
      ...{ userId: 'k1', kind: 'employment', number: 'TL-2026-001', startsOn: '2026-03-01', endsOn: null },
      ...{ confirm: ['overlap'], dimensions: [] },
    });
    await waitUntil(() => root().querySelector('dialog') === null, 'the dialog is closed');
  });

  it('HR-01 shares of a dimension are 100 % together on each day before a contract is saved', async () => {
    answers['PUT /records/user_contracts/a'] = () => json(CONTRACT);
    await drawJuri();
    button('Actions for Contract TL-2024-017').click();
    button('Edit', '[role=menu]').click();
    await waitUntil(() => all('.hr-share').length === 3, 'the shares');
    await typeInto('Share, %', '30');
    await waitUntil(() => words().includes('90 % from 1 Jan 2026'), 'the sum');
    button('Save').click();
    await waitUntil(() => words().includes('The shares of Objects must be 100 %'), 'the fault');
    expect(changes()).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);
    button('Split evenly').click();
    await waitUntil(() => !words().includes('90 % from'), 'the sum is right');
    button('Save').click();
    await waitUntil(() => changes().length === 1, 'the request');
    expect(changes()[0]?.ifMatch).to.equal('"3"');
    const dimensions = changes()[0]?.body.dimensions as { valueId: string; share: number }[];
    expect(dimensions.map(({ valueId, share: percent }) => [valueId, percent])).to.deep.equal([
      ['v1', 100],
      ['v2', 50],
      ['v3', 50],
    ]);
  });

  it('HR-02 a correction of pay asks why, and names the row that it replaces', async () => {
    answers['POST /hr/k1/pay'] = () => json(PAYS[0], 201);
    await drawJuri();
    await openPay();
    button('Correct: €2,350.00 a month').click();
    await waitUntil(() => field('Amount'), 'the dialog');
    await typeInto('Amount', '2400.50');
    button('Save').click();
    await waitUntil(() => noteOf('Reason for the correction')?.includes('at least 10'), 'the fault');
    expect(changes()).to.deep.equal([]);
    expect(await findings()).to.deep.equal([]);
    await typeInto('Reason for the correction', 'A typing error');
    button('Save').click();
    await waitUntil(() => changes().length === 1, 'the request');
    expect(changes()[0]?.reason).to.equal('A typing error');
    expect(changes()[0]?.body).to.deep.include({
      ...{ contractId: 'a', amountMinor: 240_050, currency: 'EUR', validFrom: '2026-01-01', supersedes: 'p2' },
    });
  });

  it('HR-01 a health check has a decision, restrictions and a next date, and no place for findings', async () => {
    answers['POST /records/user_health'] = () => json(CHECK, 201);
    await drawJuri();
    button('Show, with a reason: Health checks').click();
    await waitUntil(() => field('Reason'), 'the dialog');
    button('Planning of health checks').click();
    await waitUntil(() => field('Reason').value !== '', 'the reason');
    button('Show', 'dialog').click();
    await waitUntil(() => text().includes('No work at heights.'), 'the check');
    expect(text()).to.match(/18 Nov 2026, \d+ days? overdue/);
    button('Add', '.health').click();
    await waitUntil(() => field('Decision'), 'the dialog');
    const labels = all('dialog .label > span:first-child').map((one) => one.textContent);
    expect(labels).to.deep.equal([
      ...['Kind', 'Day of the check', 'Decision', 'Valid for', 'Unit', 'Next check', 'Scan of the decision'],
    ]);
    await typeInto('Day of the check', '29/02/2024');
    await waitUntil(() => noteOf('Next check') === 'Empty: 28 Feb 2027', 'the next date');
    expect(await findings()).to.deep.equal([]);
    button('Save').click();
    await waitUntil(() => changes().length === 1, 'the request');
    expect(changes()[0]?.reason).to.equal('Planning of health checks');
    expect(changes()[0]?.body).to.deep.include({
      ...{ userId: 'k1', checkedOn: '2024-02-29', decision: 'fit', restrictions: null, validityValue: 3 },
    });
  });

  it('HR-03 employees upload documents of two categories', async () => {
    asOwner();
    await draw(390, '', isDrawn);
    button('Upload').click();
    await waitUntil(() => field('Category'), 'the dialog');
    const offered = [...(field('Category') as unknown as HTMLSelectElement).options].map((one) => one.text);
    expect(offered).to.deep.equal(['Photo', 'Official information']);
    button('Upload', 'dialog').click();
    await waitUntil(() => words().includes('Choose at least one file'), 'the fault');
    expect(await findings()).to.deep.equal([]);
  });

  it('HR-05 two sizes of one item are refused before they are sent', async () => {
    answers['PUT /hr/k1/sizes'] = () => json([]);
    await drawJuri();
    button('Edit', '.sizes').click();
    await waitUntil(() => field('Item'), 'the dialog');
    button('Add item').click();
    await waitUntil(() => all('.hr-size').length === 2, 'another row');
    await typeInto('Item', 'boots');
    await typeInto('Size', '44');
    button('Save').click();
    await waitUntil(() => noteOf('Item')?.includes('Another row'), 'the fault');
    expect(changes()).to.deep.equal([]);
    await typeInto('Item', 'Jacket');
    button('Save').click();
    await waitUntil(() => changes().length === 1, 'the request');
    expect(changes()[0]?.body).to.deep.equal([
      { item: 'Boots', size: '43' },
      { item: 'Jacket', size: '44' },
    ]);
  });

  it('HR-03 what is shown is dropped when the page was away for ten minutes', async () => {
    const timers = holdTimers(10 * 60_000);
    try {
      await drawJuri();
      await openPay();
      showPage('hidden');
      timers.pass();
      await waitUntil(() => text().includes('The card is hidden'), 'the card is hidden');
      expect(text()).not.to.include('2,350').and.not.to.include('Quay');
      showPage('visible');
      button('Show').click();
      await waitUntil(isDrawn, 'the card');
      expect(text()).not.to.include('2,350');
      expect(button('Show, with a reason: Pay')).not.to.equal(undefined);
    } finally {
      timers.release();
      showPage('visible');
    }
  });
});

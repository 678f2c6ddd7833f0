import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type Answers, column, elementHarness, json, problem } from '../../../test/support/element-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { snacks } from '../../shared/ui/snackbar.ts';
import './index.ts';

const PORT = {
  ...{ id: 'c1', code: 'PORT', name: 'Port of Pohja', registryCode: '10001', country: 'EE' },
  ...{ active: true, people: 12, logo: null, version: 3 },
};
const SHIPS = { ...PORT, id: 'c2', code: 'SHIP', name: 'Ships', country: null, active: false, people: 0 };
const COLUMNS = {
  defaultSort: 'name:asc',
  columns: [
    column('name', 'text', true),
    column('code', 'text', true),
    column('registryCode', 'text', true),
    column('country', 'text', true),
    column('people', 'number'),
    column('status', 'text', true),
  ],
};

const STANDARD: Answers = {
  'GET /records/companies': () => json({ items: [PORT, SHIPS], next: null, previous: null, total: 2 }),
  'GET /records/companies/columns': () => json(COLUMNS),
  'GET /companies/c1': () => json(PORT),
  'GET /companies/c1/uses': () => json({ people: 0, usedBy: [] }),
};

const {
  answers,
  forget,
  changes,
  element,
  root,
  all,
  find,
  words,
  button,
  field,
  noteOf,
  typeInto,
  findings,
  reported,
  draw,
} = elementHarness('verva-settings-companies', STANDARD);

const drawCompany = () => draw(1060, 'company-id="c1"', () => field('Name') !== null);

/** Chooses a file, as with the file picker. */
function choose(file: File): void {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const input = find('input[type=file]') as HTMLInputElement;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('verva-settings-companies', () => {
  for (const width of [1060, 820, 390]) {
    it(`ADM-05 LAY-16 lists the companies with country and status, at ${width} pixels`, async () => {
      await draw(width);
      const rows = all('tbody tr').map((row) => [...row.children].slice(0, 6).map(({ textContent }) => textContent));
      expect(rows).to.deep.equal([
        ['Port of Pohja', 'PORT', '10001', 'Estonia', '12', 'Active'],
        ['Ships', 'SHIP', '10001', '–', '0', 'Inactive'],
      ]);
      const frame = find('.records-frame');
      expect(frame.scrollWidth <= frame.clientWidth).to.equal(true);
      expect(document.documentElement.scrollWidth <= width).to.equal(true);
      expect(await findings()).to.deep.equal([]);
    });
  }

  it('ADM-05 without companies it says what they are for', async () => {
    answers['GET /records/companies'] = () => json({ items: [], next: null, previous: null, total: 0 });
    await draw(1060, '', () => find('.empty') !== null);
    expect(find('.empty').textContent).to.contain('No companies yet');
  });

  it('ADM-05 ROLE-02 without the permission, and for a company that does not exist, it says so', async () => {
    answers['GET /records/companies'] = () => problem(403, 'access.denied', 'No permission.');
    await draw(1060, '', () => find('[role=alert]') !== null);
    expect(find('[role=alert]').textContent).to.contain('Only administrators can change them.');
    document.body.replaceChildren();
    forget();
    answers['GET /companies/c1'] = () => problem(404, 'company.not_found', 'Gone.');
    await draw(1060, 'company-id="c1"', () => find('[role=alert]') !== null);
    expect(find('[role=alert]').textContent).to.contain('This company does not exist.');
    button('Back to the list').click();
    await waitUntil(() => all('tbody tr').length === 2, 'the list');
  });

  it('ADM-05 VAL-15 a company is created with its country by keyboard, and opened', async () => {
    answers['POST /companies'] = ({ code }) =>
      code === 'PORT' ? problem(409, 'company.code_taken', 'Another company has the code PORT.') : json(PORT, 201);
    await draw(1060);
    button('New company').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => root().activeElement === field('Name'), 'the name has the focus');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => noteOf('Code') === 'The Code field is required', 'the code is missing');
    expect(noteOf('Name')).to.equal('The Name field is required');
    await typeInto('Name', ' Port of Pohja ');
    await typeInto('Code', 'PORT');
    await typeInto('Country', 'eston');
    await waitUntil(() => all('[role=option]').length === 1, 'the country');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => field('Country').value === 'Estonia', 'it is chosen');
    expect(await findings()).to.deep.equal([]);
    button('Create', 'dialog').click();
    await waitUntil(() => noteOf('Code') === 'Another company has the code PORT.', 'it is taken');
    await typeInto('Code', 'PORT-2');
    const opened: unknown[] = [];
    element().addEventListener('verva-company-opened', ({ detail }) => opened.push(detail.companyId));
    button('Create', 'dialog').click();
    await waitUntil(() => opened.length > 0, 'it is opened');
    expect(changes().at(-1)!.body).to.deep.equal({
      ...{ name: 'Port of Pohja', code: 'PORT-2', registryCode: null, country: 'EE', active: true },
    });
  });

  it('ADM-05 a company is changed and made inactive, with its version', async () => {
    answers['PUT /companies/c1'] = (body) => json({ ...PORT, ...body, version: 4 });
    await drawCompany();
    expect(await findings()).to.deep.equal([]);
    await typeInto('Registry code', '10002');
    find('[role=switch]').click();
    button('Save').click();
    await waitUntil(() => snacks.value.some(({ text }) => text === 'Saved: Port of Pohja'), 'saved');
    await waitUntil(() => find('.settings-head').textContent?.includes('Inactive'), 'the status');
    expect(changes().map(({ ifMatch, body }) => [ifMatch, body.registryCode, body.active])).to.deep.equal([
      ['"3"', '10002', false],
    ]);
    expect(reported).to.deep.equal([{ kind: 'company', id: 'c1' }]);
  });

  it('ADM-05 API-06 after a conflict both values are shown, and the input stays', async () => {
    const current = { ...PORT, country: 'FI', version: 5 };
    answers['PUT /companies/c1'] = () => problem(412, 'edit.conflict', 'Anna Tamm changed this.', { current });
    await drawCompany();
    await typeInto('Country', 'latvia');
    await waitUntil(() => all('[role=option]').length === 1, 'the country');
    await sendKeys({ press: 'Enter' });
    button('Save').click();
    await waitUntil(() => noteOf('Country') === 'Saved in the meantime: Finland', 'their value');
    expect(field('Country').value).to.equal('Latvia');
    expect(find('.commit [role=alert]').textContent).to.contain('Your input is still here.');
  });

  it('ADM-05 a logo is shown before it is saved; refusals are shown beside it', async () => {
    let isRefused = true;
    answers['PUT /companies/c1/logo'] = () => {
      if (!isRefused) return json(null, 204);
      isRefused = false;
      return problem(422, 'file.picture_size', 'The picture can be at most 1,024 × 1,024 pixels.');
    };
    await drawCompany();
    const note = () => find('.logo-side > p:last-child').textContent;
    choose(new File([new Uint8Array(262_145)], 'large.png', { type: 'image/png' }));
    await waitUntil(() => note()?.includes('larger than'), 'it is too large');
    expect(changes()).to.deep.equal([]);
    choose(new File(['png'], 'logo.png', { type: 'image/png' }));
    await waitUntil(() => find('.logo-field img') !== null, 'the preview');
    button('Save').click();
    await waitUntil(() => note() === 'The picture can be at most 1,024 × 1,024 pixels.', 'the refusal');
    choose(new File(['png'], 'smaller.png', { type: 'image/png' }));
    await waitUntil(() => !note()?.includes('The picture'), 'the refusal is gone');
    const saved = { ...PORT, logo: 'v1', version: 3 };
    answers['GET /companies/c1'] = () => json(saved);
    answers['GET /companies/c1/logo'] = () => new Response(new Blob(['png'], { type: 'image/png' }));
    button('Save').click();
    await waitUntil(() => button('Remove') && find('.settings-head img') !== null, 'the logo');
    expect(changes().map(({ what, body }) => [what, body.type])).to.deep.equal([
      ['PUT /companies/c1/logo', 'image/png'],
      ['PUT /companies/c1/logo', 'image/png'],
    ]);

    answers['DELETE /companies/c1/logo'] = () => json(null, 204);
    button('Remove').click();
    await waitUntil(() => note() === 'The logo is removed when you save.', 'what will happen');
    answers['GET /companies/c1'] = () => json(PORT);
    button('Save').click();
    await waitUntil(() => changes().at(-1)!.what === 'DELETE /companies/c1/logo', 'it is removed');
    await waitUntil(() => find('.settings-head img') === null, 'the initials');
  });

  it('ADM-05 input that is not saved stays when the list is shown and the company opened again', async () => {
    await drawCompany();
    await typeInto('Registry code', '777');
    button('Back to the list').click();
    await waitUntil(() => all('tbody tr').length > 0, 'the list');
    expect(snacks.value.at(-1)?.text).to.contain('Not saved yet: Port of Pohja');
    button('Port of Pohja').click();
    await waitUntil(() => field('Registry code')?.value === '777', 'it is still there');
  });

  it('ADM-05 BEY-22 a company that is used is not deleted: its uses are named, and it is made inactive instead', async () => {
    answers['GET /companies/c1/uses'] = () =>
      json({ people: 12, usedBy: [{ kind: 'department', id: 'd1', title: 'Cargo handling' }] });
    answers['PUT /companies/c1'] = (body) => json({ ...PORT, ...body, version: 4 });
    await draw(1060);
    button('Actions: Port of Pohja').click();
    button('Delete…').click();
    await waitUntil(() => words().includes('Cargo handling'), 'the uses');
    expect(words()).to.contain('12 users').and.to.contain('Department');
    expect(button('Delete', 'dialog')).to.equal(undefined);
    expect(await findings()).to.deep.equal([]);
    button('Make inactive', 'dialog').click();
    await waitUntil(() => snacks.value.some(({ text }) => text.includes('no longer be selected')), 'inactive');
    expect(changes().map(({ what, body }) => [what, body.active])).to.deep.equal([['PUT /companies/c1', false]]);
  });

  it('ADM-05 an unused company is deleted from its own screen, and the list is shown', async () => {
    answers['DELETE /companies/c1'] = () => json(null, 204);
    await drawCompany();
    button('Actions: Port of Pohja').click();
    button('Delete…').click();
    await waitUntil(() => words().includes('No user, department or manual uses it.'), 'no uses');
    button('Delete', 'dialog').click();
    await waitUntil(() => all('tbody tr').length === 2, 'the list');
    expect(changes()[0]!.ifMatch).to.equal('"3"');
  });

  it('EMB-01 with `readonly`, no company can be changed', async () => {
    await draw(1060, 'readonly');
    expect(button('New company')).to.equal(undefined);
    expect(find('.import-open')).to.equal(null);
    button('Actions: Port of Pohja').click();
    expect(all('[role=menu]:popover-open [role=menuitem]').map(({ textContent }) => textContent)).to.deep.equal([
      'Open',
    ]);
    element().setAttribute('company-id', 'c1');
    await waitUntil(() => field('Name') !== null, 'the company');
    expect(all(':is(input, select):not(:disabled)')).to.deep.equal([]);
    expect(all('form button:not(:disabled)')).to.deep.equal([]);
    expect(button('Save')).to.equal(undefined);
    expect(button('Actions: Port of Pohja')).to.equal(undefined);
    expect(await findings()).to.deep.equal([]);
  });
});

import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import { ProvisioningPage } from './provisioning-page.tsx';

const TOKEN = {
  ...{ id: 'c1', name: 'Entra ID', groups: ['alltasks'], leavers: 'manager', version: 3 },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-02-01T00:00:00.000Z', lastUsedAt: null },
};
const LOG = [
  {
    ...{
      id: 'l1',
      at: '2026-01-01T10:00:00.000Z',
      client: { id: 'c1', name: 'Entra ID' },
      method: 'POST',
      kind: 'User',
    },
    ...{
      subject: 'anna@acme.example',
      status: 201,
      outcome: 'created',
      notes: [{ code: 'department', value: 'Moon' }],
    },
  },
  {
    ...{
      id: 'l2',
      at: '2026-01-01T09:00:00.000Z',
      client: { id: 'c1', name: 'Entra ID' },
      method: 'PATCH',
      kind: 'User',
    },
    ...{ subject: 'boss@acme.example', status: 403, outcome: 'administrator', notes: [] },
  },
];
const GROUPS = [
  { id: 'admin', name: 'Administrators', kind: 'product' },
  { id: 'verva.admin', name: 'Provider', kind: 'product' },
  { id: 'alltasks', name: 'All tasks', kind: 'product' },
  { id: 'crew', name: 'Crew', kind: 'custom' },
];

describe('provisioning by directories', () => {
  const { draw, find, named, labelled, says, all, offences } = renderHarness();
  let sent: { method: string; body?: unknown; query?: unknown }[];
  let tokens: (typeof TOKEN)[];
  const answer = async (
    { method, path }: { method: string; path: string },
    { body, query }: { body?: object; query?: object } = {},
  ) => {
    sent.push({ method, ...(body && { body }), ...(query && { query }) });
    if (path === '/api/identity/groups') return GROUPS;
    if (path === '/api/scim/log') return { items: LOG, hasMore: false };
    if (method === 'GET') return { address: 'https://work.example/scim/v2/acme', items: tokens };
    return { ...TOKEN, ...body, token: 'vs_only_now' };
  };
  const drawn = async () => {
    draw(<ProvisioningPage send={answer as unknown as typeof call} />);
    await waitUntil(() => says('https://work.example/scim/v2/acme'), 'the address is shown');
  };
  beforeEach(() => {
    sent = [];
    tokens = [TOKEN];
  });

  it('SCIM-01 what directories changed, what was not used and why requests were refused is said in words', async () => {
    await drawn();
    await waitUntil(() => says('No department with this name or code: Moon'), 'what was not used is said');
    expect(says('The user is an administrator.')).to.equal(true);
    expect(says('Expired')).to.equal(true);
    labelled('Only problems')!.click();
    await waitUntil(
      () => JSON.stringify(sent.at(-1)) === '{"method":"GET","query":{"problems":true}}',
      'only problems',
    );
    expect(await offences()).to.deep.equal([]);
  });

  it('SCIM-01 VAL-15 without a token the steps are shown; a token is created by keyboard and shown once', async () => {
    tokens = [];
    await drawn();
    expect(says('No directory is connected')).to.equal(true);
    expect(all('.prov-guide li').length).to.equal(6);
    named('Create token').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog .error') !== null, 'the fault is shown');
    expect(find('dialog .error')?.textContent).to.equal('The Name field is required');
    expect(all('dialog label').some((one) => one.textContent?.includes('Provider'))).to.equal(false);
    labelled('Name')!.focus();
    await sendKeys({ type: 'Okta' });
    labelled('All tasks')!.click();
    expect(await offences()).to.deep.equal([]);
    labelled('Name')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => says('vs_only_now'), 'the token is shown');
    const body = { name: 'Okta', groups: ['alltasks'], leavers: 'manager', months: 12 };
    expect(sent.find(({ method }) => method === 'POST')?.body).to.deep.equal(body);
    await sendKeys({ press: 'Escape' });
    expect(says('vs_only_now')).to.equal(true);
    named('I have stored the token').click();
    await waitUntil(() => !says('vs_only_now'), 'the token is gone');
  });
});

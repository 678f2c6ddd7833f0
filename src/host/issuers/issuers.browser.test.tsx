import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import { IdentityProviders } from './identity-providers.tsx';

const ENTRA = {
  ...{ name: 'acme-entra', kind: 'entra', issuer: 'https://login.microsoftonline.com/0f2c/v2.0', clientId: 'c3a1' },
  ...{ jwksUri: 'https://login.microsoftonline.com/0f2c/discovery/v2.0/keys', algorithms: ['RS256'] },
  ...{ subjectClaim: 'oid', groupsClaim: 'groups', groupMap: { 'g-1': 'crew' }, scope: 'openid', linkBy: 'email' },
  domains: [
    { domain: 'acme.example', isProven: true, record: 'verva-domain=a' },
    { domain: 'new.example', isProven: false, record: 'verva-domain=b' },
  ],
  ...{ extraQuery: { prompt: 'login' }, secondFactor: null, isDisabled: false, users: 12, onlyWayIn: 3 },
  ...{ lastSignInAt: '2026-01-01T10:00:00.000Z', version: 4 },
};

describe('identity providers of an organisation', () => {
  const { draw, find, named, labelled, says, all, offences } = renderHarness();
  let sent: { method: string; path: string; body?: unknown; ifMatch?: unknown }[];
  let items: (typeof ENTRA)[];
  let refusal: ApiError | null;
  const answer = async (
    { method, path }: { method: string; path: string },
    { body, ifMatch }: { body?: object; ifMatch?: number } = {},
  ) => {
    sent.push({ method, path: path.split('/issuers')[1]!, ...(body && { body }), ...(ifMatch && { ifMatch }) });
    if (method !== 'GET' && refusal) throw refusal;
    if (path.endsWith('/test')) {
      return {
        findings: [
          { check: 'address', level: 'ok', code: 'ok', title: 'Address', text: 'In order' },
          { check: 'pkce', level: 'warning', code: 'noPkce', title: 'PKCE (S256)', text: 'Enable it.' },
          { check: 'clock', level: 'error', code: 'clockOff', title: 'Clock', text: 'They differ.' },
        ],
      };
    }
    if (path.endsWith('/domains')) {
      items = items.map((one) => ({ ...one, domains: one.domains.map((domain) => ({ ...domain, isProven: true })) }));
      return items[0];
    }
    if (method !== 'GET') return { ...ENTRA, ...body };
    return {
      items,
      redirectAddresses: ['https://work.example/callback', 'https://work.example/popup-login'],
      signOutAddress: 'https://work.example/login',
      origin: 'https://work.example',
      groups: [{ id: 'crew', name: 'Crew' }],
    };
  };
  const drawn = async () => {
    draw(<IdentityProviders send={answer as unknown as typeof call} tenantId="acme" />);
    await waitUntil(() => says('https://work.example/callback'), 'the addresses are shown');
  };
  const choose = async (item: string) => {
    named('Actions: acme-entra').click();
    await waitUntil(() => all('[role=menuitem]').length > 0, 'the menu is open');
    all('[role=menuitem]')
      .find((one) => one.textContent === item)!
      .click();
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
  };
  const type = async (label: string, text: string) => {
    labelled(label)!.focus();
    await sendKeys({ type: text });
  };
  const posted = () => sent.find(({ method }) => method === 'POST')?.body as Record<string, unknown> | undefined;
  beforeEach(() => {
    sent = [];
    items = [ENTRA];
    refusal = null;
  });

  it('ORG-02 a provider is added by keyboard from the id of its directory, with a group, and errors stay at their fields', async () => {
    items = [];
    await drawn();
    expect(says('Users sign in with a password in Verva.')).to.equal(true);
    named('Add provider').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    await sendKeys({ press: 'Enter' });
    named('Add').click();
    await waitUntil(() => all('dialog .error').length >= 3, 'the faults are shown');
    expect(posted()).to.equal(undefined);
    await type('Short name', 'acme-entra');
    await type('Directory (tenant) ID', '0F2C');
    await type('Client ID', 'c3a1');
    await type('Domains', 'acme.example');
    await type('Claim with groups', 'groups');
    named('Add group').click();
    await waitUntil(() => find('.iss-group input') !== null, 'a row is added');
    find<HTMLInputElement>('.iss-group input')!.focus();
    await sendKeys({ type: 'g-1' });
    const group = find<HTMLSelectElement>('.iss-group select')!;
    group.value = 'crew';
    group.dispatchEvent(new Event('change', { bubbles: true }));
    expect(await offences()).to.deep.equal([]);
    refusal = new ApiError('issuer.name_taken', 409, {
      problem: {
        ...{ type: '', title: 'taken', status: 409, code: 'issuer.name_taken' },
        errors: [{ pointer: '/name', code: 'issuer.name_taken', title: 'Another one has this name.' }],
      } as never,
    });
    named('Add').click();
    await waitUntil(() => says('Another one has this name.'), 'the refusal is shown');
    expect((labelled('Client ID') as HTMLInputElement).value).to.equal('c3a1');
    refusal = null;
    sent = [];
    await type('Short name', '2');
    named('Add').click();
    await waitUntil(() => posted() !== undefined, 'the provider is added');
    expect(posted()).to.deep.equal({
      ...{ name: 'acme-entra2', kind: 'entra', clientId: 'c3a1', linkBy: 'external_id', isDisabled: true },
      ...{ scope: 'openid profile email', issuer: 'https://login.microsoftonline.com/0f2c/v2.0' },
      ...{ domains: ['acme.example'], groupsClaim: 'groups', groupMap: { 'g-1': 'crew' } },
      ...{ extraQuery: {}, secondFactor: null },
    });
  });

  it('ORG-02 SEC-01 a change keeps what the form does not show, and names the claim that proves a second factor', async () => {
    await drawn();
    await choose('Edit');
    labelled('Check the claim amr')!.click();
    await waitUntil(() => labelled('Values') !== undefined, 'the values are asked for');
    named('Save').click();
    await waitUntil(() => find('dialog .error') !== null, 'the fault is shown');
    await type('Values', 'mfa hwk');
    expect(await offences()).to.deep.equal([]);
    named('Save').click();
    await waitUntil(() => sent.some(({ method }) => method === 'PUT'), 'the change is sent');
    const { body, ifMatch } = sent.find(({ method }) => method === 'PUT') as { body: typeof ENTRA; ifMatch: number };
    expect([ifMatch, body.extraQuery, body.secondFactor, body.domains]).to.deep.equal([
      4,
      { prompt: 'login' },
      { claim: 'amr', values: ['mfa', 'hwk'] },
      ['acme.example', 'new.example'],
    ]);
  });

  it('ORG-02 records of domains are shown until they are found', async () => {
    await drawn();
    expect(says('TXT record of _verva.new.example')).to.equal(true);
    expect(says('_verva.acme.example')).to.equal(false);
    expect(await offences()).to.deep.equal([]);
    named('Check now').click();
    await waitUntil(() => !says('_verva.new.example'), 'the domain is proven');
  });

  it('ORG-02 the only way in for users is not removed; disabling says whom it stops', async () => {
    await drawn();
    await choose('Remove');
    expect(says('Users who can sign in only by this provider: 3.')).to.equal(true);
    expect(all('dialog button').some((one) => one.textContent === 'Remove')).to.equal(false);
    named('Cancel').click();
    await waitUntil(() => find('dialog form') === null, 'the dialog is closed');
    await choose('Disable');
    expect(says('in no other way: 3.')).to.equal(true);
    all<HTMLButtonElement>('dialog button')
      .find((one) => one.textContent === 'Disable')!
      .click();
    await waitUntil(() => sent.some(({ method }) => method === 'PUT'), 'it is disabled');
    expect(sent.find(({ method }) => method === 'PUT')?.body).to.deep.equal({ clientId: 'c3a1', isDisabled: true });
  });

  it('ORG-02 each check of the test is a line in words, of a saved provider and of one that is being entered', async () => {
    await drawn();
    named('Actions: acme-entra').click();
    await waitUntil(() => all('[role=menuitem]').length > 0, 'the menu is open');
    all('[role=menuitem]')
      .find((one) => one.textContent === 'Test')!
      .click();
    await waitUntil(() => says('They differ.'), 'the results are shown');
    expect(all('.iss-findings li').map((one) => one.textContent)).to.deep.equal([
      'Address',
      'PKCE (S256)Enable it.',
      'ClockThey differ.',
    ]);
    expect(says('Problems that prevent signing in: 1')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    named('Close').click();
    await waitUntil(() => find('dialog') === null, 'the dialog is closed');
    named('Add provider').click();
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    await type('Directory (tenant) ID', '77');
    sent = [];
    all<HTMLButtonElement>('dialog button')
      .find((one) => one.textContent === 'Test')!
      .click();
    await waitUntil(() => says('They differ.'), 'the results are shown in the form');
    const issuer = 'https://login.microsoftonline.com/77/v2.0';
    expect(posted()).to.deep.equal({ kind: 'entra', issuer, clientId: '' });
    await type('Client ID', 'c');
    await waitUntil(() => !says('They differ.'), 'old results go with a change');
  });
});

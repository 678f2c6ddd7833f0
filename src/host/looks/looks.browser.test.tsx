import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import type { Look } from '../../shared/contracts/looks.contract.ts';
import { hostMessages } from '../host.messages.ts';
import { LooksDialog } from './looks-dialog.tsx';

const { draw, all, named, says, offences } = renderHarness('div');
const user = (id: string, name: string) => ({ id, key: id, name });

const look = (id: string, viewer: Look['viewer'], onBehalfOf: Look['onBehalfOf'] = null): Look => ({
  ...{ id, viewer, onBehalfOf, at: '2026-11-26T08:00:00Z', kind: 'Health data', process: 'Sick leave' },
});

describe('who viewed my data', () => {
  let pages: Record<string, { looks: Look[]; next: string | null }>;
  const send = (async (_endpoint: object, { query }: { query: { before?: string } }) =>
    pages[query.before ?? 'first']) as unknown as typeof call;
  const t = ((key: never, values: never) => hostMessages.text('en', key, values)) as never;
  const show = () => draw(<LooksDialog send={send} t={t} onClose={() => {}} />);

  it('AUD-01 each view has its viewer, the person they act for and the kind of data; earlier ones follow on request', async () => {
    pages = {
      first: { looks: [look('a', user('helen', 'Helen'), user('olga', 'Olga')), look('b', null)], next: 'b' },
      b: { looks: [look('c', user('mart', 'Mart'))], next: null },
    };
    show();
    await waitUntil(() => says('Helen on behalf of Olga'), 'the views are there');
    expect(says('Health data · Sick leave')).to.equal(true);
    expect(says('A former user')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    named('Show earlier views').click();
    await waitUntil(() => says('Mart'), 'the earlier ones follow');
    expect(all('li').length).to.equal(3);
  });

  it('AUD-01 without views the dialog says so', async () => {
    pages = { first: { looks: [], next: null } };
    show();
    await waitUntil(() => says('No one else has opened'), 'the empty dialog');
  });
});

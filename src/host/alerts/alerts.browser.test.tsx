import { expect } from '@open-wc/testing';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import type { onLive } from '../../shared/api/live.ts';
import type { Alert } from '../../shared/contracts/alerts.contract.ts';
import { AlertNotice } from './alert-notice.tsx';
import { AlertsPage } from './alerts-page.tsx';

const alert = (id: string, isSeen: boolean): Alert => ({
  ...{ id, isSeen, kind: 'newAdministrator', at: '2026-11-26T08:00:00Z' },
  ...{ title: 'New administrator', text: `${id} is now an administrator.`, path: `/settings/users?id=${id}` },
});

const { draw, find, all, named, says, offences } = renderHarness();

describe('alerts', () => {
  let seen: string[];
  let unseen: number;
  let pages: Record<string, { alerts: Alert[]; next: string | null }>;
  const send = (async (
    { path }: { path: string },
    { body, query }: { body?: { until: string }; query?: { before?: string } },
  ) => {
    if (path === '/api/alerts/unseen') return { count: unseen };
    if (path === '/api/alerts') return pages[query?.before ?? 'first'];
    seen.push(body!.until);
    return null;
  }) as unknown as typeof call;
  const within = (node: React.ReactNode) => {
    const { hook } = memoryLocation({ path: '/inbox' });
    draw(<Router hook={hook}>{node}</Router>);
  };

  beforeEach(() => {
    seen = [];
    unseen = 2;
    pages = {
      first: { alerts: [alert('mari', false), alert('mart', true)], next: 'mart' },
      mart: { alerts: [alert('olga', true)], next: null },
    };
  });

  it('AUD-01 new alerts are marked and count as seen, and earlier ones follow on request', async () => {
    within(<AlertsPage send={send} />);
    await waitUntil(() => says('mari is now an administrator.'), 'the alerts are there');
    await waitUntil(() => seen.length > 0, 'they are marked as seen');
    expect(seen).to.deep.equal(['mari']);
    expect(all('li').map((row) => row.querySelector('.badge')?.textContent)).to.deep.equal(['New', undefined]);
    expect(find<HTMLAnchorElement>('li a')!.getAttribute('href')).to.equal('/settings/users?id=mari');
    expect(await offences()).to.deep.equal([]);
    named('Show earlier alerts').click();
    await waitUntil(() => says('olga is now an administrator.'), 'the earlier ones follow');
    expect(all('li').length).to.equal(3);
    expect(named('Show earlier alerts')).to.equal(undefined);
  });

  it('AUD-01 without an alert the page says what would appear', async () => {
    pages = { first: { alerts: [], next: null } };
    within(<AlertsPage send={send} />);
    await waitUntil(() => says('No alerts'), 'the empty page');
    expect(seen).to.deep.equal([]);
  });

  it('AUD-01 every page but that of the alerts says how many are new, and follows live events', async () => {
    let announce = () => {};
    const listen: typeof onLive = (types, onEvent) => {
      announce = () => onEvent({ type: types[0]!, data: {} });
      return () => {};
    };
    within(<AlertNotice path="/inbox" send={send} listen={listen} />);
    await waitUntil(() => says('2 new security alerts'), 'the notice');
    expect(find<HTMLAnchorElement>('a')!.getAttribute('href')).to.equal('/settings/alerts');
    unseen = 0;
    announce();
    await waitUntil(() => !says('security alert'), 'all are seen');
    unseen = 1;
    within(<AlertNotice path="/settings/alerts" send={send} listen={listen} />);
    announce();
    await waitUntil(() => find('.notice') === null, 'no notice on the page itself');
  });
});

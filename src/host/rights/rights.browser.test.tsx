import { expect } from '@open-wc/testing';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { RightSettings, RightsOverview, UserRights } from '../../shared/contracts/rights.contract.ts';
import { RightsPage } from './rights-page.tsx';

const user = (id: string, name: string) => ({ id, key: id, name });

const OVERVIEW: RightsOverview = {
  rights: [
    { id: 'tasks.see', groups: [{ id: 'alltasks', name: 'Everybody’s tasks', users: 3 }], users: 3 },
    { id: 'forms', groups: [{ id: 'verva.admin', name: 'Provider administrators', users: 0 }], users: 0 },
  ],
  confidential: [{ kind: 'pay', groups: [{ id: 'finance_viewer', name: 'Finance', users: 1 }], users: 1 }],
  settings: { confidentialNeedsGroup: false, selfRename: true },
};

const OLGA: UserRights = {
  user: user('olga.petrova', 'Olga Petrova'),
  isActive: false,
  memberships: [
    { id: 'alltasks', name: 'Everybody’s tasks', source: 'idp', addedAt: '2026-11-02T08:00:00Z', addedBy: null },
    {
      ...{ id: 'crew', name: 'Crew', source: 'manual', addedAt: '2026-11-03T08:00:00Z' },
      addedBy: user('mart.kask', 'Mart Kask'),
    },
  ],
  rights: [{ id: 'tasks.see', groups: ['alltasks'] }],
  confidential: [{ kind: 'pay', groups: [] }],
  registries: [{ id: 'vessels', title: 'Vessels', access: 'read', groups: ['crew'] }],
  heads: [{ id: 'd1', name: 'Dock' }],
  manages: { users: [user('liis', 'Liis Lepp')], count: 4 },
  standsFor: [{ id: 's1', user: user('mart.kask', 'Mart Kask'), until: '2026-12-03' }],
};

const { draw, find, all, named, says, offences } = renderHarness();

describe('rights', () => {
  let saved: RightSettings[];
  let asked: string[];
  let refusal: ApiError | null;
  const send = async (
    { path }: { path: string },
    { body, query }: { body?: RightSettings; query?: URLSearchParams },
  ) => {
    if (refusal) throw refusal;
    if (path === '/api/identity/users/{userId}/rights') return OLGA;
    if (path === '/api/records/{resource}') {
      asked.push(String(query));
      return { items: [{ id: 'olga', user: OLGA.user }], next: null, previous: null };
    }
    if (path === '/api/rights') return { ...OVERVIEW, settings: saved.at(-1) ?? OVERVIEW.settings };
    saved.push(body!);
    return body;
  };
  const show = async (search = '') => {
    const { hook, searchHook } = memoryLocation({ path: '/settings/rights', searchPath: search });
    draw(
      <Router hook={hook} searchHook={searchHook}>
        <RightsPage send={send as unknown as typeof call} />
      </Router>,
    );
    await waitUntil(() => says('Who may do what?'), 'the rights are there');
  };

  beforeEach(() => {
    saved = [];
    asked = [];
    refusal = null;
  });

  it('ROLE-02 each right of a user has its reason in a sentence, and each reason a way to change it', async () => {
    await show('user=olga.petrova');
    await waitUntil(() => says('Rights of Olga Petrova'), 'the reasons are there');
    const reasons = all('.rights-reasons > li').map((one) => one.textContent);
    expect(reasons).to.deep.equal([
      'See all tasks and casesBecause of Everybody’s tasks',
      'See confidential tasks about paySees all tasks, and the organisation demands no group for it',
      'Everybody’s tasksFrom the identity provider, at each sign-in. To change it, change the user’s groups there.Change',
      'CrewAdded by Mart Kask on 3 Nov 2026Change',
      'Head of the department Dock. Steps for its head go to Olga Petrova.Change',
      'Manages 4 users: Liis Lepp and 3 more. Steps for their manager, and reminders of overdue manuals, go to Olga Petrova.',
      'Acts for Mart Kask until 3 Dec 2026, and can complete the tasks of Mart Kask.Change',
      'Reads the registry “Vessels”, because of Crew.',
    ]);
    expect(says('This account is not active')).to.equal(true);
    expect(all<HTMLAnchorElement>('.rights-reasons a').map((one) => one.getAttribute('href'))).to.deep.equal([
      '/settings/groups?id=alltasks',
      '/settings/groups?id=crew',
      '/settings/departments?id=d1',
      '/settings/delegations?user=mart.kask',
    ]);
    expect(await offences()).to.deep.equal([]);
  });

  it('ROLE-02 a right opens with its groups and users, and says when no user has it', async () => {
    await show();
    expect(says('Choose a user to see each right')).to.equal(true);
    const [seeing, forms] = all<HTMLDetailsElement>('.rights-list details');
    seeing!.querySelector('summary')!.click();
    await waitUntil(() => find('.rights-people') !== null, 'the users are there');
    expect(asked).to.deep.equal(['groups=in%3Aalltasks&status=eq%3Aactive&limit=20']);
    expect(find('.rights-people a')!.getAttribute('href')).to.equal('/settings/rights?user=olga.petrova');
    expect(says('Show all 3 in Users')).to.equal(true);
    forms!.querySelector('summary')!.click();
    await waitUntil(() => says('No active user has this right.'), 'the absence is said');
    expect(await offences()).to.deep.equal([]);
  });

  it('ROLE-02 PRO-01 the settings are saved together, and a refusal keeps the choice', async () => {
    await show();
    const provider = all<HTMLInputElement>('input[type=radio]')[1]!;
    provider.click();
    await waitUntil(() => named('Cancel') !== undefined, 'the change is seen');
    refusal = new ApiError('network', 0);
    named('Save').click();
    await waitUntil(() => find('.banner.red') !== null, 'the failure is said');
    expect(provider.checked).to.equal(true);
    refusal = null;
    named('Save').click();
    await waitUntil(() => saved.length === 1 && named('Cancel') === undefined, 'it is saved');
    expect(saved).to.deep.equal([{ confidentialNeedsGroup: 'provider', selfRename: true }]);
  });

  it('GRD-03 without permission the page says so', async () => {
    refusal = new ApiError('access.denied', 403);
    draw(<RightsPage send={send as unknown as typeof call} />);
    await waitUntil(() => says('You do not have permission to see rights.'), 'the refusal is said');
    expect(await offences()).to.deep.equal([]);
  });
});

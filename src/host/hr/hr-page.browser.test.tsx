import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { INBOX, type Route } from '../routes.ts';
import { HrPage } from './hr-page.tsx';

const ROUTE: Route = { ...INBOX, path: '/hr/people', page: 'hr', params: { view: 'people' } };
const column = (field: string, title: string, type = 'text', more: object = {}) => ({
  ...{ field, title, type, sortable: true, filter: type === 'day' ? 'datepicker' : 'text', csv: true },
  ...{ operators: ['like'], ...more },
});
const COLUMNS = {
  ...{ resource: 'users', title: 'People', defaultSort: 'name' },
  columns: [
    column('name', 'Name'),
    column('jobTitle', 'Job title'),
    column('manager', 'Manager', 'person'),
    column('contractNumber', 'Contract'),
    column('contractKind', 'Kind', 'key', { options: [{ id: 'fixed', text: 'Fixed-term contract' }] }),
    column('contractEnd', 'Ends', 'day'),
    column('former', 'Former', 'boolean', { filter: null }),
  ],
};
const JURI = {
  ...{ id: 'juri.lepik', key: 'k1', name: 'Jüri Lepik', jobTitle: 'Safety officer', company: null, department: null },
  ...{ managers: [{ id: 'mart.kask', key: 'k2', name: 'Mart Kask' }], isFormer: false },
  contract: {
    ...{ id: 'a', number: 'TL-2024-017', kind: 'fixed', startsOn: '2024-01-01', endsOn: '2026-12-31', dimensions: [] },
  },
};
const NEW = { ...JURI, id: 'anna.tamm', key: 'k3', name: 'Anna Tamm', contract: null };

describe('the list of employees', () => {
  const { draw, find, named, all, says, offences } = renderHarness();
  const asked: string[] = [];
  let refusal: ApiError | null = null;
  let rows: object[] = [];
  /** Each drawing begins with a new page. */
  let drawn = 0;

  const send = (async (endpoint: { path: string }, options: { query?: URLSearchParams }) => {
    if (endpoint.path.endsWith('/columns')) return COLUMNS;
    asked.push(decodeURIComponent(String(options.query)));
    if (refusal) throw refusal;
    return { items: rows, next: null, previous: null, total: rows.length };
  }) as unknown as typeof call;

  async function show(width: number, path = '/hr/people'): Promise<ReturnType<typeof memoryLocation>> {
    asked.length = 0;
    await setViewport({ width, height: 900 });
    drawn += 1;
    const memory = memoryLocation({ path, record: true });
    draw(
      <Router key={drawn} hook={memory.hook} searchHook={memory.searchHook}>
        <HrPage route={ROUTE} send={send} />
      </Router>,
    );
    return memory;
  }

  beforeEach(() => {
    refusal = null;
    rows = [JURI, NEW];
  });

  for (const width of [1280, 390]) {
    it(`HR-01 lists employees with their contract, ${width} pixels`, async () => {
      await show(width);
      await waitUntil(() => says('TL-2024-017'), 'the rows');
      expect(says('Fixed-term contract')).to.equal(true);
      expect(says('Mart Kask')).to.equal(true);
      expect(await offences()).to.deep.equal([]);
    });
  }

  it('HR-01 former employees are listed when they are asked for', async () => {
    const memory = await show(1280);
    await waitUntil(() => says('TL-2024-017'), 'the rows');
    expect(asked.at(-1)).to.include('former=eq:false');
    named('Former employees').click();
    await waitUntil(() => asked.at(-1)?.includes('former=eq:true'), 'the question');
    expect(asked.at(-1)).not.to.include('former=eq:false');
    await waitUntil(() => memory.history?.at(-1) === '/hr/people?former=eq:true', 'the address');
  });

  it('HR-01 a row opens the card, whose address can be shared', async () => {
    const memory = await show(1280);
    await waitUntil(() => says('TL-2024-017'), 'the rows');
    named('Jüri Lepik').click();
    await waitUntil(() => find('verva-hr-card'), 'the card');
    expect(find('verva-hr-card')?.getAttribute('user-id')).to.equal('juri.lepik');
    expect(memory.history?.at(-1)).to.equal('/hr/people/juri.lepik');
    named('Employees').click();
    await waitUntil(() => all('verva-hr-card').length === 0, 'the list');
  });

  it('HR-01 says what an empty list is for, who decides about access, and loads again', async () => {
    rows = [];
    await show(390);
    await waitUntil(() => says('No employees'), 'the empty list');
    refusal = new ApiError('access.denied', 403);
    await show(390);
    await waitUntil(() => says('You cannot see employees'), 'the reason');
    expect(await offences()).to.deep.equal([]);
    refusal = new ApiError('network', 0);
    await show(390);
    await waitUntil(() => says('The list could not be loaded'), 'the failure');
    refusal = null;
    rows = [JURI];
    named('Try again').click();
    await waitUntil(() => says('TL-2024-017'), 'the rows');
  });
});

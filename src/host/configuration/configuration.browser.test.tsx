import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import type { ConfigPlan, ConfigStep } from '../../shared/contracts/config.contract.ts';
import { ConfigurationPage } from './configuration-page.tsx';

const GRETE = { id: 'grete.norden', key: '0193f0a0-0000-7000-8000-000000000001', name: 'Grete Norden' };
const step = (more: Partial<ConfigStep>): ConfigStep => ({
  ...{
    kind: 'groups',
    key: 'chiefs',
    title: 'Chiefs',
    action: 'change',
    changes: [],
    more: 0,
    conflicts: [],
    effects: [],
  },
  ...more,
});
const CHANGED = step({ changes: [{ pointer: '/name', before: 'Chiefs', after: 'Heads' }] });
const CONFLICT = step({
  ...{ kind: 'forms', key: 'leave', title: 'Leave', action: 'conflict', conflicts: ['/body/title/en'] },
  changes: [{ pointer: '/body/title/en', before: 'Leave', after: null }],
});
const PLAN: ConfigPlan = {
  ...{ id: '0193f0a0-0000-7000-8000-00000000000a', state: 'planned', rollbackOf: null, fileSha256: 'ab' },
  ...{ createdAt: '2026-11-20T08:00:00.000Z', createdBy: GRETE, appliedAt: null, appliedBy: null, canRollBack: false },
  ...{ counts: { change: 1, conflict: 1 }, unchanged: 40, steps: [CHANGED, CONFLICT], faults: [] },
};
const APPLIED: ConfigPlan = {
  ...{ ...PLAN, id: '0193f0a0-0000-7000-8000-00000000000b', state: 'applied', appliedAt: '2026-11-19T08:00:00.000Z' },
  ...{ appliedBy: GRETE, canRollBack: true, counts: { add: 3 } },
};

describe('the page of configuration files', () => {
  const { draw, find, named, says, offences } = renderHarness();
  let plan: ConfigPlan;
  let history: readonly ConfigPlan[];
  let sent: { path: string; body?: unknown; query?: unknown }[];
  let refusal: ApiError | null;
  const answer = async (
    { method, path }: { method: string; path: string },
    { body, query }: { body?: unknown; query?: unknown } = {},
  ) => {
    if (path.endsWith('/step')) return { before: '{\n  "name": "Chiefs"\n}\n', after: '{\n  "name": "Heads"\n}\n' };
    if (method === 'GET') return path === '/api/config' ? history : plan;
    sent.push({ path, body, query });
    if (refusal) throw refusal;
    if (path.endsWith('/apply')) plan = { ...plan, state: 'applied' };
    if (path.endsWith('/rollback')) return { ...plan, rollbackOf: APPLIED.id };
    return plan;
  };
  const drawn = async () => {
    draw(<ConfigurationPage send={answer as unknown as typeof call} />);
    await waitUntil(() => says('History'), 'the page is shown');
  };
  const choose = (file = new File(['PK'], 'verva-config.zip')) => {
    const input = find<HTMLInputElement>('input[type=file]')!;
    const files = new DataTransfer();
    files.items.add(file);
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const tick = (label: string) => {
    const input = [...document.querySelectorAll<HTMLInputElement>('label.tick input')].find((one) =>
      one.closest('label')!.textContent!.includes(label),
    );
    expect(input, label).to.not.equal(undefined);
    input!.click();
  };
  beforeEach(() => {
    plan = PLAN;
    history = [];
    sent = [];
    refusal = null;
  });

  it('BEY-22 plans a chosen file, asks for a version of each conflict, and applies it after a confirmation', async () => {
    await drawn();
    expect(says('No plans yet')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    tick('Remove what the file no longer has');
    choose();
    await waitUntil(() => says('1 changed, 1 conflict'), 'the plan is shown');
    expect(sent[0]!.query).to.deep.equal({ prune: true, overwrite: false });
    expect((sent[0]!.body as Blob).type).to.equal('application/zip');
    expect(says('Choose a version for 1 conflict.')).to.equal(true);
    expect(says('body › title › en')).to.equal(true);
    const apply = () => find<HTMLButtonElement>('.commit .btn.primary')!;
    expect(apply().getAttribute('aria-disabled')).to.equal('true');
    expect(await offences()).to.deep.equal([]);
    tick('Take the file');
    await waitUntil(() => apply().textContent === 'Apply 2 changes', 'both steps are applied');
    apply().click();
    await waitUntil(() => says('Apply the plan?'), 'a confirmation is asked for');
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => says('Applied change'), 'the applied change is shown');
    expect(sent[1]!.body).to.deep.equal({ choices: [{ kind: 'forms', key: 'leave', take: 'file' }] });
    expect(find('.commit')).to.equal(null);
  });

  it('BEY-22 shows the differences of a step in a table and as text', async () => {
    await drawn();
    choose();
    await waitUntil(() => says('Groups'), 'the plan is shown');
    find<HTMLButtonElement>('.config-toggle[aria-expanded=false]')!.click();
    await waitUntil(() => says('Heads'), 'the differences are shown');
    named('Show the text').click();
    await waitUntil(() => find('.config-diff .added') !== null, 'the text is shown');
    expect(find('.config-diff .removed')!.textContent).to.equal('-   "name": "Chiefs"\n');
    expect(await offences()).to.deep.equal([]);
  });

  it('BEY-22 says what prevents a step and what it means for data, and applies the others without it', async () => {
    const usedBy = [{ kind: 'caseType', id: 'leave', title: 'Leave request' }];
    const fault = {
      kind: 'groups',
      key: 'chiefs',
      pointer: '/groups/chiefs',
      code: 'group.in_use',
      title: 'Used',
      usedBy,
    };
    const effects = [
      { code: 'members', count: 3 },
      { code: 'cases', count: 1 },
    ] as const;
    const added = step({ key: 'cooks', title: 'Cooks', action: 'add', effects: [...effects] });
    plan = { ...PLAN, steps: [CHANGED, added], faults: [fault] };
    await drawn();
    choose();
    await waitUntil(() => says('1 change cannot be applied.'), 'the fault is shown');
    expect(says('Leave request')).to.equal(true);
    expect([says('3 members lose this group'), says('1 running case keeps its version')]).to.deep.equal([true, true]);
    expect(await offences()).to.deep.equal([]);
    tick('Keep the version here');
    await waitUntil(() => says('Apply 1 change'), 'the other step can be applied');
    expect(find('.commit .btn.primary')!.getAttribute('aria-disabled')).to.equal(null);
  });

  it('BEY-22 lists the files of an archive that cannot be read, and refuses one that is too large', async () => {
    const errors = [{ pointer: '/groups/a.json', code: 'config.file_malformed', title: 'This file cannot be read.' }];
    const problem = { ...{ type: '', title: 'Errors: 1', status: 422, code: 'config.invalid', params: {} }, errors };
    refusal = new ApiError('config.invalid', 422, { problem: problem as never });
    await drawn();
    choose();
    await waitUntil(() => says('/groups/a.json'), 'the faults are shown');
    expect(says('This file cannot be read.')).to.equal(true);
    choose(new File([new Uint8Array(17 * 1024 * 1024)], 'large.zip'));
    await waitUntil(() => says('The file is larger than 16 MB'), 'the file is refused');
    expect(sent.length).to.equal(1);
  });

  it('BEY-22 rolls an applied change back by a plan of its own', async () => {
    history = [APPLIED, PLAN];
    await drawn();
    expect(says('3 added')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    [...document.querySelectorAll<HTMLButtonElement>('.config-row button')]
      .find(({ textContent }) => textContent === 'Roll back')!
      .click();
    await waitUntil(() => says('Plan to roll back'), 'the plan is shown');
    expect(sent[0]!.path).to.equal('/api/config/{id}/rollback');
    named('Back').click();
    await waitUntil(() => says('History'), 'the list is shown');
  });
});

import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../../test/support/render-harness.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { Absence, Absences } from '../../../shared/contracts/delegations.contract.ts';
import { addDays, formatDay, today } from '../../../shared/locale/index.ts';
import { type Gap, GapList } from './gap-list.tsx';

const person = (name: string) => ({ id: name.toLowerCase(), key: `key of ${name}`, name });
const [first, last] = [addDays(today(), 1), addDays(today(), 3)];
const absence = (id: string, more: Partial<Absence> = {}): Absence => ({
  ...{ id, startDate: first, endDate: addDays(today(), 9), delegate: person('Liis'), replaceVerva: true },
  ...{ gaps: [{ startDate: first, endDate: last }], alternative: null },
  ...more,
});
const ABSENCES: Absences = {
  own: [absence('1', { alternative: person('Anna') }), absence('2', { replaceVerva: false, gaps: [] })],
  incoming: [{ user: person('Mart'), periods: [absence('3')] }],
  team: [
    { user: person('Mart'), periods: [absence('3', { alternative: person('Kadri') })] },
    {
      user: person('Piret'),
      periods: [absence('4', { gaps: [{ startDate: addDays(today(), -2), endDate: addDays(today(), -1) }] })],
    },
  ],
  teamSize: 4,
};

describe('days without cover', () => {
  const { draw, all, named, offences } = renderHarness();
  let covered: Gap[];

  async function show(isAdmin: boolean): Promise<void> {
    covered = [];
    draw(<GapList absences={ABSENCES} name="Me" isAdmin={isAdmin} onCover={(gap) => covered.push(gap)} />);
    await waitUntil(() => all('.effects > li').length > 0, 'the days are shown');
  }
  const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);

  it('BEY-01 a user chooses who covers for them, and sees who can choose for others', async () => {
    await show(false);
    const days = `${formatDay(first)} to ${formatDay(last)}`;
    expect(texts('.effects > li')).to.deep.equal([
      `Me, ${days}: Liis is also away.Anna is free.Add Anna`,
      `Me, ${formatDay(first)} to ${formatDay(addDays(today(), 9))}: Liis gets no tasks in Verva.Open`,
      `Mart, ${days}: Liis is also away.Kadri is free. Mart or an administrator can choose who covers.`,
      `Piret, ${formatDay(addDays(today(), -2))} to ${formatDay(addDays(today(), -1))}: Liis is also away.`,
    ]);
    expect(await offences()).to.deep.equal([]);
    named('Add Anna').click();
    named('Open').click();
    expect(covered.map(({ user, absence: { id } }) => [user, id])).to.deep.equal([
      [null, '1'],
      [null, '2'],
    ]);
  });

  it('BEY-01 ADM-07 an administrator chooses who covers for others, but not for days that are over', async () => {
    await show(true);
    expect(texts('.effects .btn')).to.deep.equal(['Add Anna', 'Open', 'Add Kadri']);
    named('Add Kadri').click();
    expect(covered.map(({ user, days }) => [user?.name, days.startDate])).to.deep.equal([['Mart', first]]);
  });
});

import type { Absence, Absences, PersonAbsences } from '../../../shared/contracts/delegations.contract.ts';
import { gapsOf, type Period } from '../../../shared/contracts/periods.rules.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { type DelegationRow, readForDelegate, readOverlapping } from './delegations.store.ts';
import { findAlternative, readTeam } from './delegations.team.store.ts';

const PEOPLE = 200;
/** Maximum number of absences for which a user who can cover is looked for. */
const SEARCHED = 20;

/** Returns who is away within the days and who covers: the user, people for whom the user covers, and the user's team. */
export async function absencesOf(tx: Tx, userId: string, days: Period, today: string): Promise<Absences> {
  const { size, away } = await readTeam(tx, userId, days, PEOPLE);
  const ofTeam = await readOverlapping(tx, away, days);
  const own = await readOverlapping(tx, [userId], days);
  const incoming = await readForDelegate(tx, userId, days);
  const delegates = new Set([...ofTeam, ...own, ...incoming].map((row) => row.delegateUserId));
  const ofDelegates = (await readOverlapping(tx, [...delegates], days)).filter((row) => !row.isHeld);
  const gaps = (row: DelegationRow) =>
    gapsOf(
      row,
      ofDelegates.filter((one) => one.userId === row.delegateUserId),
    );
  const alternatives = new Map<string, UserRef | null>();
  for (const row of shown([...own, ...ofTeam])) {
    const open = row.replaceVerva ? gaps(row).filter(({ endDate }) => endDate >= today) : [];
    if (open.length > 0 && alternatives.size < SEARCHED && !alternatives.has(row.id))
      alternatives.set(row.id, await findAlternative(tx, row, open));
  }
  const absence = (row: DelegationRow): Absence => ({
    id: row.id,
    startDate: row.startDate,
    endDate: row.endDate,
    delegate: row.delegate,
    replaceVerva: row.replaceVerva,
    gaps: gaps(row),
    alternative: alternatives.get(row.id) ?? null,
  });
  const byPerson = (rows: readonly DelegationRow[]): PersonAbsences[] =>
    [...Map.groupBy(shown(rows), (row) => row.userId).values()].map((periods) => ({
      user: periods[0]!.user,
      periods: periods.map(absence),
    }));
  return {
    own: shown(own).map(absence),
    incoming: byPerson(incoming),
    team: byPerson(ofTeam).sort((a, b) => away.indexOf(a.user.key) - away.indexOf(b.user.key)),
    teamSize: size,
  };
}

const shown = (rows: readonly DelegationRow[]) => rows.filter((row) => !row.isHeld);

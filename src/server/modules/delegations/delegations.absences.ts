import type { TeamAbsences } from '../../../shared/contracts/delegations.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { gapsOf, type Period } from './delegations.rules.ts';
import { readOverlapping } from './delegations.store.ts';
import { readTeam } from './delegations.team.store.ts';

const PEOPLE = 200;

/** Returns who of a user's team is away within the days, and who covers for them. */
export async function absencesOf(tx: Tx, userId: string, days: Period): Promise<TeamAbsences> {
  const { size, away } = await readTeam(tx, userId, days, PEOPLE);
  const rows = (await readOverlapping(tx, away, days)).filter((row) => !row.isHeld);
  const delegates = [...new Set(rows.map((row) => row.delegateUserId))];
  const ofDelegates = (await readOverlapping(tx, delegates, days)).filter((row) => !row.isHeld);
  const people = away.flatMap((id) => {
    const own = rows.filter((row) => row.userId === id);
    const periods = own.map((row) => ({
      startDate: row.startDate,
      endDate: row.endDate,
      delegate: row.delegate,
      replaceVerva: row.replaceVerva,
      gaps: gapsOf(
        row,
        ofDelegates.filter((absence) => absence.userId === row.delegateUserId),
      ),
    }));
    return own[0] ? [{ user: own[0].user, periods }] : [];
  });
  return { size, people };
}

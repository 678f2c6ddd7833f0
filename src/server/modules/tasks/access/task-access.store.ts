import { sql } from 'kysely';
import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Viewer } from '../../inbox/index.ts';
import { personRef } from '../../users/index.ts';
import { type ActiveDelegation, type Caller, isVisible } from './tasks.rules.ts';
import { hasActed, type LoadedTask } from './tasks.store.ts';

/** Caller data for authorising a task action. */
export interface CallerRights extends Caller {
  readonly person: UserRef;
  readonly isActive: boolean;
  /** Administrators and users with `alltasks` read every task. */
  readonly seesAll: boolean;
  /** All delegations to the user that were not removed, including future and past ones. */
  readonly delegations: readonly CallerDelegation[];
}

export interface CallerDelegation extends ActiveDelegation {
  readonly person: UserRef;
  readonly from: string;
  readonly until: string;
  readonly isRunning: boolean;
}

interface Row {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly status: string;
  readonly groups: string[];
  readonly delegations:
    | {
        readonly userId: string;
        readonly username: string;
        readonly name: string | null;
        readonly from: string;
        readonly until: string;
        readonly floor: string | null;
      }[]
    | null;
}

/** Returns users with their groups and delegations to them; omits unknown ones. */
export async function readCallers(tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<CallerRights[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT u.id, u.username, u.name, u.avatar_file_id AS avatar, u.status,
      ARRAY(SELECT m.group_id FROM group_member m WHERE m.user_id = u.id) AS groups,
      (SELECT jsonb_agg(jsonb_build_object('userId', d.user_id, 'username', o.username, 'name', o.name,
          'from', d.start_date, 'until', d.end_date, 'floor', CASE WHEN d.move_open_tasks THEN NULL
            ELSE uuid_floor(d.start_date::timestamp AT TIME ZONE ${viewer.timeZone}) END) ORDER BY d.start_date)
        FROM delegation d JOIN LATERAL (SELECT username, name FROM app_user WHERE id = d.user_id OFFSET 0) o ON true
        WHERE d.delegate_user_id = u.id AND d.removed_at IS NULL AND d.replace_verva) AS delegations
    FROM app_user u WHERE u.id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows.map((row) => toCaller(row, viewer.today));
}

function toCaller(row: Row, today: string): CallerRights {
  const delegations = (row.delegations ?? []).map(({ userId, username, name, from, until, floor }) => ({
    userId,
    floor,
    from,
    until,
    person: personRef({ id: userId, username, name }),
    isRunning: from <= today && today <= until,
  }));
  return {
    userId: row.id,
    person: personRef(row),
    isActive: row.status === 'active',
    groups: row.groups,
    seesAll: ['admin', 'verva.admin', 'alltasks'].some((group) => row.groups.includes(group)),
    activeDelegations: delegations.filter(({ isRunning }) => isRunning),
    delegations,
  };
}

/** Whether that user may read the task, by the rules of `visibleTask`. */
export async function maySee(tx: Tx, task: LoadedTask, caller: CallerRights): Promise<boolean> {
  return caller.seesAll || isVisible(task.rights, caller) || hasActed(tx, task.row.id, caller.userId);
}

import { type RawBuilder, sql } from 'kysely';
import type { Delegation } from '../../../shared/contracts/delegations.contract.ts';
import type { Period } from '../../../shared/contracts/periods.rules.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { personRef } from '../users/index.ts';
import { stateOf, type Wanted } from './delegations.rules.ts';

/** Kind of a deferred removal in the registry of app.ts. */
export const REMOVAL = 'delegation.remove';

export interface DelegationRow extends Wanted {
  readonly id: string;
  readonly version: number;
  readonly user: UserRef;
  readonly delegate: UserRef;
  /** Its removal is deferred (can be undone). */
  readonly isHeld: boolean;
  readonly startNotifiedAt: Date | null;
  readonly endedReportAt: Date | null;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
}

const PERSON = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.username`)}, 'name', ${sql.ref(`${alias}.name`)}, 'avatar', ${sql.ref(`${alias}.avatar_file_id`)})`;

const COLUMNS = sql`
  SELECT d.id, d.user_id AS "userId", d.delegate_user_id AS "delegateUserId", d.start_date AS "startDate",
    d.end_date AS "endDate", d.comment, d.replace_verva AS "replaceVerva", d.move_open_tasks AS "moveOpenTasks", d.version,
    ${PERSON('u')} AS "user", ${PERSON('s')} AS delegate,
    EXISTS (SELECT 1 FROM held_action h WHERE h.kind = ${sql.lit(REMOVAL)} AND h.subject_id = d.id AND h.state = 'held') AS "isHeld",
    d.began_told_at AS "startNotifiedAt", d.ended_report_at AS "endedReportAt", d.updated_at AS "updatedAt",
    (SELECT coalesce(c.name, c.username) FROM app_user c WHERE c.id = d.updated_by) AS "updatedBy"`;
const personBy = (id: RawBuilder<unknown>) =>
  sql`LATERAL (SELECT id, username, name, avatar_file_id FROM app_user WHERE id = ${id} OFFSET 0)`;

type PersonRow = Parameters<typeof personRef>[0];
type ReadRow = Omit<DelegationRow, 'user' | 'delegate'> & { readonly user: PersonRow; readonly delegate: PersonRow };

/** Returns the delegations of a user by start date, including those with a deferred removal. */
export async function readPeriodsOf(tx: Tx, userId: string): Promise<DelegationRow[]> {
  return read(tx, [sql`d.user_id = ${userId}::uuid`]);
}

/** Returns the periods of these users that overlap. */
export async function readOverlapping(tx: Tx, userIds: readonly string[], period: Period): Promise<DelegationRow[]> {
  if (userIds.length === 0) return [];
  return read(tx, [sql`d.user_id = ANY(${[...userIds]}::uuid[])`, within(period)]);
}

/** Returns the periods in which the user is a delegate; only those that overlap, if a period is given. */
export async function readForDelegate(tx: Tx, delegateUserId: string, period?: Period): Promise<DelegationRow[]> {
  return read(tx, [sql`d.delegate_user_id = ${delegateUserId}::uuid`, ...(period ? [within(period)] : [])]);
}

/** Reads the delegations to users that run or are planned, by start date. */
export function readUpcomingForDelegates(
  tx: Tx,
  delegateUserIds: readonly string[],
  today: string,
): Promise<DelegationRow[]> {
  return read(tx, [sql`d.delegate_user_id = ANY(${[...delegateUserIds]}::uuid[])`, sql`d.end_date >= ${today}::date`]);
}

const within = ({ startDate, endDate }: Period) =>
  sql`d.end_date >= ${startDate}::date AND d.start_date <= ${endDate}::date`;

export async function readOne(tx: Tx, id: string): Promise<DelegationRow | undefined> {
  return (await read(tx, [sql`d.id = ${id}::uuid`]))[0];
}

export function readThese(tx: Tx, ids: readonly string[]): Promise<DelegationRow[]> {
  return read(tx, [sql`d.id = ANY(${[...ids]}::uuid[])`]);
}

export interface ListPosition {
  readonly startDate: string;
  readonly id: string;
}

/** Returns delegations of all users by start date; one more than the limit if there are more. */
export async function readAll(
  tx: Tx,
  filter: {
    readonly userIds: readonly string[] | undefined;
    readonly delegateUserIds: readonly string[] | undefined;
    readonly from: string | undefined;
    readonly until: string | undefined;
    readonly after: ListPosition | undefined;
    readonly limit: number;
  },
): Promise<DelegationRow[]> {
  const { userIds, delegateUserIds, from, until, after, limit } = filter;
  return read(
    tx,
    [
      userIds && sql`d.user_id = ANY(${[...userIds]}::uuid[])`,
      delegateUserIds && sql`d.delegate_user_id = ANY(${[...delegateUserIds]}::uuid[])`,
      from === undefined ? undefined : sql`d.end_date >= ${from}::date`,
      until === undefined ? undefined : sql`d.start_date <= ${until}::date`,
      after && sql`(d.start_date, d.id) > (${after.startDate}::date, ${after.id}::uuid)`,
    ].filter((one) => one !== undefined),
    limit + 1,
  );
}

async function read(tx: Tx, conditions: readonly RawBuilder<unknown>[], limit?: number): Promise<DelegationRow[]> {
  // Looks up only the users of the page, by key.
  const { rows } = await sql<ReadRow>`${COLUMNS}
    FROM (SELECT * FROM delegation d WHERE ${sql.join([sql`d.removed_at IS NULL`, ...conditions], sql` AND `)}
        ORDER BY d.start_date, d.id ${limit === undefined ? sql`` : sql`LIMIT ${sql.lit(limit)}`}) d
      JOIN ${personBy(sql`d.user_id`)} u ON true JOIN ${personBy(sql`d.delegate_user_id`)} s ON true
    ORDER BY d.start_date, d.id`.execute(tx);
  return rows.map((row) => ({ ...row, user: personRef(row.user), delegate: personRef(row.delegate) }));
}

/** Serialises changes to a user's periods until the transaction ends. */
export async function lockPerson(tx: Tx, tenantId: number, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`delegations/${tenantId}/${userId}`}, 0))`.execute(tx);
}

/** Which notifications of a period count as sent when it is saved. */
export interface NotifiedAt {
  readonly startNotifiedAt: Date | null;
  readonly endedReportAt: Date | null;
}

export async function insertDelegation(tx: Tx, wanted: Wanted, notifiedAt: NotifiedAt): Promise<string> {
  const id = uuid7();
  await tx
    .insertInto('delegation')
    .values({ id, user_id: wanted.userId, ...columnsOf(wanted, notifiedAt) })
    .execute();
  return id;
}

export async function updateDelegation(tx: Tx, id: string, wanted: Wanted, notifiedAt: NotifiedAt): Promise<void> {
  await tx.updateTable('delegation').set(columnsOf(wanted, notifiedAt)).where('id', '=', id).execute();
}

function columnsOf(wanted: Wanted, notifiedAt: NotifiedAt) {
  return {
    delegate_user_id: wanted.delegateUserId,
    start_date: wanted.startDate,
    end_date: wanted.endDate,
    comment: wanted.comment,
    replace_verva: wanted.replaceVerva,
    move_open_tasks: wanted.moveOpenTasks,
    began_told_at: notifiedAt.startNotifiedAt,
    ended_report_at: notifiedAt.endedReportAt,
  };
}

/** Returns false if it was removed before. */
export async function markRemoved(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`UPDATE delegation SET removed_at = ${now} WHERE id = ${id}::uuid AND removed_at IS NULL
    RETURNING id`.execute(tx);
  return rows.length > 0;
}

export function toDelegation(row: DelegationRow, today: string): Delegation {
  const { id, user, delegate, startDate, endDate, comment, replaceVerva, moveOpenTasks, version } = row;
  return {
    id,
    userId: user.id,
    delegateUserId: delegate.id,
    startDate,
    endDate,
    comment,
    replaceVerva,
    replaceverva: replaceVerva,
    moveOpenTasks,
    user,
    delegate,
    state: stateOf(row, today),
    version,
  };
}

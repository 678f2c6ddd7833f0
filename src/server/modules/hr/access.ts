import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { AccessKind, AccessVerb } from '../../../shared/contracts/hr.rules.ts';
import type { Tx } from '../../platform/database.ts';
import { assertScope } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { readReason, reasonRequired } from '../../platform/http/reason.ts';
import type { CallerSession } from '../../platform/session.ts';
import { personOfPath } from '../users/index.ts';
import { factsOf, type HrViewer, readViewer } from './rights.query.ts';
import { allows, type HrLevel, type HrPart, type HrRight, hasRightOnOthers, rightOn } from './rights.rules.ts';

/** Calls of endpoints. */
export interface HrCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly request: Pick<FastifyRequest, 'headers'>;
}

/** An entry of the log about each of these users. */
interface Access {
  readonly subjects: readonly string[];
  readonly kind: AccessKind;
  readonly group: string;
  readonly verb: AccessVerb;
  readonly thing?: string | null;
  readonly reason?: string | null;
  /** Time zone of the organisation: at most one row for each user and kind on a day. */
  readonly oncePerDayIn?: string;
}

/**
 * Writes the log, in the transaction that reads the data: the policies of confidential tables show no row of another user
 * without it. Never inside a savepoint, whose rows do not count. Own data is not logged.
 */
async function recordAccess(tx: Tx, access: Access): Promise<void> {
  const { subjects, kind, group, verb, thing = null, reason = null, oncePerDayIn } = access;
  if (subjects.length === 0) return;
  const today =
    oncePerDayIn === undefined
      ? sql`false`
      : sql`EXISTS (SELECT 1 FROM hr_access_log l WHERE l.viewer_id = me() AND l.subject_id = s AND l.kind = ${kind}
          AND l.id >= uuid_floor(date_trunc('day', now() AT TIME ZONE ${oncePerDayIn}) AT TIME ZONE ${oncePerDayIn}))`;
  await sql`INSERT INTO hr_access_log (subject_id, kind, as_group, verb, thing, reason)
    SELECT s, ${kind}, ${group}, ${verb}, ${thing?.slice(0, 200) || null}, ${reason}
    FROM unnest(${[...subjects]}::uuid[]) s WHERE s <> me() AND NOT ${today}`.execute(tx);
}

const KIND_OF_PART: Readonly<Record<Exclude<HrPart, 'access'>, AccessKind>> = {
  user: 'user',
  contracts: 'contract',
  pay: 'pay',
  health: 'health',
  documents: 'document',
  sizes: 'sizes',
};

/** Parts that another user opens only with a reason. */
const NEEDS_REASON: readonly HrPart[] = ['pay', 'health'];

/** Logged once a day for each viewer and user: who reads lists would fill the log without telling more. */
const ONCE_PER_DAY: readonly HrPart[] = ['user', 'contracts'];

export interface Subject {
  readonly key: string;
  readonly username: string;
}

/** A user's data that the caller may read: the access is in the log. */
export interface Opened {
  readonly subject: Subject;
  readonly isSelf: boolean;
  readonly right: HrRight;
}

/** Finds the user of a path: a username, a key or `me`. */
export async function findSubject(tx: Tx, session: CallerSession, userId: string): Promise<Subject | undefined> {
  const who = personOfPath(userId, session);
  const { rows } = await sql<Subject>`SELECT u.id AS key, u.username FROM app_user u
    WHERE ${'key' in who ? sql`u.id = ${who.key}::uuid` : sql`u.username = ${who.username}`} AND u.status <> 'erased'`.execute(
    tx,
  );
  return rows[0];
}

/** Element tokens open the data of their own user, whatever else the user may do. Throws `scope.missing`. */
function assertOwnInElement(session: CallerSession, subject: Subject): void {
  if (session.scopes !== null && subject.key !== session.userId) assertScope(session, null);
}

/** Finds the user and the caller's right, before anything is logged. Throws `user.not_found`, `scope.missing`, `access.denied`, `hr.own_record`. */
export async function assertRight(
  { tx, session }: Pick<HrCall, 'tx' | 'session'>,
  userId: string,
  part: HrPart,
  level: HrLevel,
): Promise<Opened & { readonly viewer: HrViewer }> {
  const subject = await findSubject(tx, session, userId);
  if (!subject) throw new AppError('user.not_found');
  assertOwnInElement(session, subject);
  const viewer = await readViewer(tx, session.userId, [subject.key]);
  const facts = factsOf(viewer, subject.key);
  const right = rightOn(part, facts);
  if (!right || !allows(right, level)) {
    throw new AppError(facts.isSelf && hasRightOnOthers(part, facts, level) ? 'hr.own_record' : 'access.denied');
  }
  return { subject, isSelf: facts.isSelf, right, viewer };
}

/**
 * Opens a part of a user's data for the rest of the transaction: checks the right, demands the reason and writes the log.
 * Throws `access.reason_required` too.
 */
export async function openPart(
  call: HrCall,
  userId: string,
  part: Exclude<HrPart, 'access'>,
  level: HrLevel,
  { verb = level === 'read' ? 'look' : 'change', thing }: { verb?: AccessVerb; thing?: string } = {},
): Promise<Opened> {
  const { tx, session } = call;
  const opened = await assertRight(call, userId, part, level);
  const reason = opened.isSelf ? undefined : readReason(call.request);
  if (!opened.isSelf && NEEDS_REASON.includes(part) && reason === undefined) throw reasonRequired();
  if (reason !== undefined) await sql`SELECT set_config('app.reason', ${reason}, true)`.execute(tx);
  if (opened.right.group !== null) {
    await recordAccess(tx, {
      subjects: [opened.subject.key],
      kind: KIND_OF_PART[part],
      group: opened.right.group,
      verb,
      thing: thing ?? null,
      reason: reason ?? null,
      ...(verb === 'look' && ONCE_PER_DAY.includes(part) ? { oncePerDayIn: session.timeZone } : {}),
    });
  }
  return opened;
}

/** Logs that a list or file shows a part of the data of these users; those whose part the viewer may not read are left out. */
export async function recordList(
  tx: Tx,
  {
    session,
    viewer,
    verb,
    reason,
  }: { session: CallerSession; viewer: HrViewer; verb: 'list' | 'export'; reason?: string | undefined },
  part: 'user' | 'contracts',
  subjects: readonly string[],
): Promise<void> {
  const byGroup = new Map<string, string[]>();
  for (const subject of new Set(subjects)) {
    const group = rightOn(part, factsOf(viewer, subject))?.group;
    if (group == null) continue;
    byGroup.set(group, [...(byGroup.get(group) ?? []), subject]);
  }
  for (const [group, keys] of byGroup) {
    await recordAccess(tx, {
      subjects: keys,
      kind: KIND_OF_PART[part],
      group,
      verb,
      reason: reason ?? null,
      ...(verb === 'list' ? { oncePerDayIn: session.timeZone } : {}),
    });
  }
}

import type { FastifyInstance } from 'fastify';
import {
  createDelegation,
  type Delegation,
  type DelegationPeriod,
  deleteDelegation,
  getAbsences,
  getDelegationReport,
  getDelegations,
  getIncomingDelegations,
  listDelegations,
  previewDelegation,
  saveDelegation as saveEndpoint,
} from '../../../shared/contracts/delegations.contract.ts';
import type { User } from '../../../shared/contracts/session.contract.ts';
import type { Page } from '../../../shared/contracts/shapes.contract.ts';
import { addDays, dayOf } from '../../../shared/locale/days.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isStale } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { isUuid } from '../../platform/uuid.ts';
import { deferAction, undoSeconds } from '../deferred-actions/index.ts';
import type { Viewer } from '../inbox/index.ts';
import { findUser, personOfPath } from '../users/index.ts';
import { absencesOf } from './delegations.absences.ts';
import { announce, type NotificationScope, notifyOfEntry } from './delegations.notifications.ts';
import { preview } from './delegations.preview.ts';
import { reportOf } from './delegations.report.ts';
import { assertPeriod, stateOf, type Wanted } from './delegations.rules.ts';
import { removeNow, saveDelegation } from './delegations.save.ts';
import {
  type DelegationRow,
  type ListPosition,
  REMOVAL,
  readAll,
  readForDelegate,
  readOne,
  readPeriodsOf,
  toDelegation,
} from './delegations.store.ts';

interface DelegationCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly now: Date;
}

const PAGE = 50;
/** Days of absences by default: six weeks. */
const DAYS = 42;

export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getDelegations, async (call) => {
    const person = await ownPerson(call, call.params.userId);
    const { today } = viewerOf(call);
    return shown(await readPeriodsOf(call.tx, person.key), today, call.query.ended);
  });

  serve(app, context, getIncomingDelegations, async (call) => {
    const person = await ownPerson(call, call.params.userId);
    const { today } = viewerOf(call);
    return shown(await readForDelegate(call.tx, person.key), today, call.query.ended);
  });

  serve(app, context, getAbsences, async (call) => {
    const { from, days = DAYS } = call.query;
    const period = { startDate: from, endDate: addDays(from, days - 1) };
    return absencesOf(call.tx, call.session.userId, period, viewerOf(call).today);
  });

  serve(app, context, saveEndpoint, async (call) => {
    const person = await ownPerson(call, call.params.userId);
    const { row, isNew } = await save(call, person, call.body, call.request.headers['if-match']);
    call.reply.header('etag', `"${row.version}"`);
    call.answerWith(isNew ? 201 : 200);
    return row;
  });

  serve(app, context, createDelegation, async (call) => {
    if (call.body.userId === undefined) throw missing('/userId');
    const person = await ownPerson(call, call.body.userId);
    const { row } = await save(call, person, { ...call.body, id: null }, undefined);
    call.reply.header('etag', `"${row.version}"`);
    return row;
  });

  serve(app, context, previewDelegation, async (call) => {
    const person = await ownPerson(call, call.params.userId);
    const wanted = await toWanted(call, person, call.body);
    return preview(call.tx, scopeOf(call), viewerOf(call), wanted, call.body.id ?? null, languageOf(call.request));
  });

  serve(app, context, listDelegations, async (call) => listAll(call, call.body));

  serve(app, context, deleteDelegation, async (call) => {
    const row = await visible(call, call.params.id);
    if (row.isHeld) throw new AppError('delegation.held');
    assertFresh(call.request.headers['if-match'], row, viewerOf(call).today);
    const seconds = undoSeconds(call.request.headers.prefer);
    if (seconds === 0) {
      await removeNow(call.tx, notificationScopeOf(call), row);
      return null;
    }
    const until = new Date(call.now.getTime() + seconds * 1000);
    const held = await deferAction(call.tx, { kind: REMOVAL, subjectId: row.id, until });
    if (!held) throw new AppError('delegation.held');
    await announce(call.tx, row);
    call.answerWith(202);
    return held;
  });

  serve(app, context, getDelegationReport, async (call) => {
    const row = await visible(call, call.params.id, true);
    return reportOf(call.tx, scopeOf(call), viewerOf(call), row, languageOf(call.request));
  });
}

/** Converts periods to replies: without those being removed, and without the ended ones unless they are asked for. */
function shown(rows: readonly DelegationRow[], today: string, withEnded = false): Delegation[] {
  return rows
    .filter((row) => !row.isHeld && (withEnded || stateOf(row, today) !== 'ended'))
    .map((row) => toDelegation(row, today));
}

/** Finds the user: oneself, and for administrators any user. Others get 404, whether or not the user exists. */
async function ownPerson({ tx, session }: DelegationCall, userId: string): Promise<User> {
  const person = await findUser(tx, personOfPath(userId, session), 'account');
  if (!person || person.status === 'erased' || (person.key !== session.userId && !session.isAdmin))
    throw new AppError('user.not_found');
  return person;
}

/** Finds a delegation of the caller, or any for administrators; with `includeDelegate` also for its delegate. */
async function visible({ tx, session }: DelegationCall, id: string, includeDelegate = false): Promise<DelegationRow> {
  const row = isUuid(id) ? await readOne(tx, id) : undefined;
  const mine =
    row &&
    (session.isAdmin || row.userId === session.userId || (includeDelegate && row.delegateUserId === session.userId));
  if (!mine) throw new AppError('delegation.not_found');
  return row;
}

async function save(
  call: DelegationCall,
  person: User,
  body: DelegationPeriod,
  ifMatch: string | undefined,
): Promise<{ row: Delegation; isNew: boolean }> {
  const { today } = viewerOf(call);
  const wanted = await toWanted(call, person, body);
  const id = body.id ?? null;
  const version = ifMatch ?? (body.version === undefined ? undefined : String(body.version));
  const row = await saveDelegation(call.tx, notificationScopeOf(call), wanted, id, (before) =>
    assertFresh(version, before, today),
  );
  const { userId, name } = call.session;
  if (person.key !== userId) await notifyOfEntry(call.tx, notificationScopeOf(call), row, name);
  return { row: toDelegation(row, today), isNew: id === null };
}

/** Resolves the request body to user keys; throws if the period is invalid (DEL-07). */
async function toWanted({ tx, session }: DelegationCall, person: User, body: DelegationPeriod): Promise<Wanted> {
  if (body.userId !== undefined && ![person.id, person.key].includes(body.userId.toLowerCase()) && body.userId !== 'me')
    throw missing('/userId');
  const delegate = await findUser(tx, personOfPath(body.delegateUserId, session), 'account');
  const wanted: Wanted = {
    userId: person.key,
    delegateUserId: delegate?.key ?? '',
    startDate: body.startDate,
    endDate: body.endDate,
    comment: body.comment?.trim() ?? '',
    replaceVerva: body.replaceVerva ?? body.replaceverva ?? true,
    moveOpenTasks: body.moveOpenTasks ?? true,
  };
  assertPeriod(wanted, delegate && delegate.status !== 'erased' ? delegate : null);
  return wanted;
}

function assertFresh(version: string | undefined, row: DelegationRow, today: string): void {
  if (!isStale(version, row.version)) return;
  const params = { name: row.updatedBy ?? '', time: row.updatedAt.toISOString() };
  throw new AppError('edit.conflict', params, { current: toDelegation(row, today) });
}

interface Listing {
  readonly userIds?: readonly string[];
  readonly delegateUserIds?: readonly string[];
  readonly from?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly after?: string;
}

async function listAll(call: DelegationCall, body: Listing): Promise<Page<Delegation>> {
  const limit = body.limit ?? PAGE;
  const rows = await readAll(call.tx, {
    userIds: body.userIds && (await keysOf(call, body.userIds)),
    delegateUserIds: body.delegateUserIds && (await keysOf(call, body.delegateUserIds)),
    from: body.from,
    until: body.until,
    after: body.after === undefined ? undefined : positionOf(body.after),
    limit,
  });
  const shown = rows.slice(0, limit);
  const { today } = viewerOf(call);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toDelegation(row, today)),
    next: last ? Buffer.from(JSON.stringify([last.startDate, last.id])).toString('base64url') : null,
    previous: null,
  };
}

async function keysOf({ tx, session }: DelegationCall, people: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const one of people) {
    const person = await findUser(tx, personOfPath(one, session), 'account');
    if (!person) throw new AppError('user.not_found');
    keys.push(person.key);
  }
  return keys;
}

function positionOf(after: string): ListPosition {
  try {
    const [startDate, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    if (/^\d{4}-\d{2}-\d{2}$/.test(String(startDate)) && isUuid(String(id)))
      return { startDate: String(startDate), id: String(id) };
  } catch {
    // Not a cursor of this server: refused below.
  }
  throw new AppError('page.cursor_mismatch', {}, { errors: [{ pointer: '/after', code: 'page.cursor_mismatch' }] });
}

function missing(pointer: string): AppError {
  return new AppError('request.invalid', {}, { errors: [{ pointer, code: 'request.invalid' }] });
}

function viewerOf({ session, now }: DelegationCall): Viewer {
  return { userId: session.userId, timeZone: session.timeZone, today: dayOf(now, session.timeZone), now };
}

function scopeOf({ context, session }: DelegationCall) {
  return { db: context.db, tenantId: session.tenantId };
}

function notificationScopeOf(call: DelegationCall): NotificationScope {
  const { context, session, now } = call;
  return { ...scopeOf(call), publicUrl: context.config.publicUrl, timeZone: session.timeZone, now };
}

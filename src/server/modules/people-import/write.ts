import { sql } from 'kysely';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueAll } from '../../platform/outbox.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { uuid7 } from '../../platform/uuid.ts';
import type { EntryChange, ImportCall, WrittenRow } from '../imports/index.ts';
import { leaveTogether } from '../leaving/index.ts';
import { replaceLineManagers } from '../people/index.ts';
import { closeAccounts, enableUsers, INVITATION_JOB, insertPeopleWithAccounts, openAccounts } from '../signin/index.ts';
import { replaceTags } from '../tags/index.ts';
import {
  ADMINISTRATORS,
  type ChangedUser,
  emailChangedMail,
  insertPeople,
  isSameAddress,
  keepingAdministrators,
  writeUsers,
} from '../users/index.ts';
import { readVersions } from './entries.store.ts';
import { fromValues, type PersonEntry, type PersonValues, scopeOf } from './person-entry.ts';
import { removePeople } from './remove.ts';

type Change = EntryChange<PersonEntry>;

/** Writes rows in their order: new users, then changed ones, then removed ones. */
export async function writePeople(call: ImportCall, changes: readonly Change[]): Promise<WrittenRow[]> {
  const results: (WrittenRow | undefined)[] = changes.map(() => undefined);
  const indexes = (verb: Change['verb']) => [...changes.keys()].filter((index) => changes[index]!.verb === verb);
  const adds = indexes('add');
  const ids = await addPeople(
    call,
    adds.map((index) => fromValues(changes[index]!.values)),
  );
  const written = new Map(adds.map((index, place) => [index, ids[place]!]));
  const { safe, sensitive } = split(changes, indexes('change'));
  await changePeople(
    call,
    safe.map((index) => changes[index]!),
  );
  for (const index of safe) written.set(index, changes[index]!.current!.id);
  for (const index of sensitive) {
    const fault = await changeAdministrator(call, changes[index]!);
    if (fault) results[index] = { fault };
    else written.set(index, changes[index]!.current!.id);
  }
  await writeManagers(call.tx, changes, written);
  await writeTags(call.tx, changes, written);
  const removes = indexes('remove');
  const removed = await removePeople(
    call,
    removes.map((index) => changes[index]!.current!),
  );
  for (const [place, index] of removes.entries()) results[index] = removed[place]!;
  const versions = await readVersions(call.tx, [...written.values()]);
  for (const [index, id] of written) results[index] = { id, version: versions.get(id) ?? 1 };
  // New users have no open pages.
  const changed = [...written].flatMap(([index, id]) => (changes[index]!.verb === 'change' ? id : []));
  const live = changed.map((id) => ({ principals: [`u:${id}`], type: 'profile.changed', data: {} }));
  await enqueueAll(call.tx, 'live', live);
  call.afterwards(() => {
    for (const userId of changed) call.context.verifier.forget({ userId });
  });
  return results as WrittenRow[];
}

/** Separates changes that could remove the last administrator. */
function split(changes: readonly Change[], indexes: readonly number[]) {
  const isSensitive = (index: number) => {
    const { current, values } = changes[index]!;
    const after = fromValues(values);
    const was = current!.user.groups.filter((group) => ADMINISTRATORS.includes(group));
    const stays = was.every((group) => after.groups.some(({ id }) => id === group));
    return was.length > 0 && (!stays || after.status === 'disabled');
  };
  return { safe: indexes.filter((index) => !isSensitive(index)), sensitive: indexes.filter(isSensitive) };
}

async function changeAdministrator(call: ImportCall, change: Change): Promise<FieldError | undefined> {
  try {
    await call.tx
      .transaction()
      .execute((tx) => keepingAdministrators(tx, () => changePeople({ ...call, tx }, [change])));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { pointer: '/groups', code: error.code, params: error.params };
  }
}

async function addPeople(call: ImportCall, people: readonly PersonValues[]): Promise<string[]> {
  if (people.length === 0) return [];
  const { tx, session, context, options, isSync } = call;
  const { identityEndpoint, identityClientId } = context.config;
  const isExternal = identityEndpoint !== undefined && identityClientId !== undefined;
  const rows = people.map((one) => ({
    ...one,
    departmentId: one.department?.id ?? null,
    companyId: one.company?.id ?? null,
    groups: one.groups.map(({ id }) => id),
    source: isSync ? ('sync' as const) : ('local' as const),
  }));
  if (isExternal) {
    const added = rows.map((one) => {
      const status = one.status === 'disabled' ? ('disabled' as const) : ('active' as const);
      return { ...one, status, userId: uuid7() };
    });
    await insertPeople(tx, added);
    return added.map(({ userId }) => userId);
  }
  const { tenantId, userId } = scopeOf(session);
  const created = await insertPeopleWithAccounts(
    tx,
    { tenantId, by: { userId } },
    rows.map((one) => ({
      ...one,
      passwordHash: null,
      accountStatus: 'FORCE_CHANGE_PASSWORD' as const,
      disabled: one.status === 'disabled',
    })),
  );
  const invited = options.invite ? created.filter((_, index) => people[index]!.status !== 'disabled') : [];
  await enqueueAll(
    tx,
    'job',
    invited.map(({ userId: key }) => ({ job: INVITATION_JOB, userId: key })),
  );
  return created.map(({ userId: key }) => key);
}

/** Whether a change makes an administrator, or changes one. */
export function changesAdministrators({ current, values }: Change): boolean {
  const groups = [...(current?.user.groups ?? []), ...fromValues(values).groups.map(({ id }) => id)];
  return groups.some((group) => ADMINISTRATORS.includes(group));
}

/** Whether a change deactivates its user. */
export const deactivates = ({ current, values }: Change): boolean =>
  current !== undefined && current.user.status !== 'disabled' && fromValues(values).status === 'disabled';

async function changePeople(call: ImportCall, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const { tx, now, session, context, options } = call;
  const updates = changes.map(({ current, values }) => {
    const after = fromValues(values);
    return {
      key: current!.id,
      before: current!.user,
      after,
      user: toChangedUser(after, current!.user.avatar !== null),
    };
  });
  await writeUsers(
    tx,
    updates.map(({ before, user }) => ({ before, after: user })),
  );
  const external = updates.filter(({ after }, index) => after.externalId !== changes[index]!.current!.externalId);
  if (external.length > 0) {
    const keys = sql`${external.map(({ key }) => key)}::uuid[]`;
    await sql`UPDATE app_user u SET external_id = x.e
      FROM unnest(${keys}, ${external.map(({ after }) => after.externalId)}::text[]) AS x(u, e)
      WHERE u.id = x.u AND u.id = ANY(${keys})`.execute(tx);
  }
  const moved = updates.filter(({ before, user }) => !isSameAddress(before.email, user.email));
  await enqueueAll(
    tx,
    'mail',
    moved.filter(({ before }) => before.email).map(({ before, user }) => emailChangedMail(before, user)),
  );
  const keysOf = (some: typeof updates) => some.map(({ key }) => key);
  const closed = updates.filter((_, index) => deactivates(changes[index]!));
  const opened = updates.filter(({ before, after }) => after.status !== 'disabled' && before.status === 'disabled');
  if (closed.length > 0) await leaveTogether(tx, context, session, keysOf(closed), options.leavers, now);
  await changeAccounts(call, keysOf(moved), keysOf(closed), keysOf(opened));
}

/** Accounts belong to the role of the sign-in. */
async function changeAccounts(
  { tx, session, now, context, afterwards }: ImportCall,
  moved: readonly string[],
  closed: readonly string[],
  opened: readonly string[],
): Promise<void> {
  if (moved.length + closed.length + opened.length === 0) return;
  const { tenantId } = session;
  await continueAs(tx, 'signin');
  // An address set by an administrator is final: no link may change it.
  await sql`DELETE FROM idn_link WHERE tenant_id = ${tenantId} AND user_id = ANY(${[...moved]}::uuid[])
    AND kind IN ('email', 'email-undo')`.execute(tx);
  const sessions = closed.length > 0 ? await closeAccounts(tx, tenantId, closed, now) : [];
  const invited = opened.length > 0 ? await openAccounts(tx, tenantId, opened) : [];
  await continueAs(tx, scopeOf(session));
  if (opened.length > 0) await enableUsers(tx, opened, invited);
  afterwards(() => context.verifier.forget({ sessions }));
}

function toChangedUser(values: PersonValues, hasAvatar: boolean): ChangedUser {
  const { name, email, phoneNumber, languageId, jobTitle } = values;
  return {
    name,
    email,
    phoneNumber,
    languageId,
    jobTitle,
    companyId: values.company?.id ?? null,
    departmentId: values.department?.id ?? null,
    groups: values.groups.map(({ id }) => id),
    hasAvatar,
  };
}

async function writeManagers(tx: Tx, changes: readonly Change[], written: ReadonlyMap<number, string>): Promise<void> {
  const wanted = [...written].flatMap(([index, key]) => {
    const { current, values } = changes[index]!;
    const usernames = fromValues(values).manager.map(({ id }) => id);
    const before = current?.user.managers.map(({ id }) => id) ?? [];
    const isSame = usernames.length === before.length && usernames.every((one) => before.includes(one));
    return isSame ? [] : [{ key, usernames }];
  });
  if (wanted.length > 0) await replaceLineManagers(tx, wanted);
}

async function writeTags(tx: Tx, changes: readonly Change[], written: ReadonlyMap<number, string>): Promise<void> {
  const wanted = [...written].flatMap(([index, key]) => {
    const { current, values } = changes[index]!;
    const ids = fromValues(values).tags.map(({ id }) => id);
    const before = current?.tags ?? [];
    const isSame = ids.length === before.length && before.every(({ id }) => ids.includes(id));
    return isSame ? [] : [{ key, ids }];
  });
  if (wanted.length > 0) await replaceTags(tx, wanted);
}

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { usernameFault } from '../../../shared/contracts/new-user.rules.ts';
import { DatabaseError } from '../../platform/database.ts';
import { enqueue } from '../../platform/outbox.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { leave } from '../leaving/index.ts';
import { lockManagers, replaceLineManagers, wouldClose } from '../people/index.ts';
import { closeAccounts, enableUsers, insertPersonWithAccount, openAccounts } from '../signin/index.ts';
import {
  emailChangedMail,
  findUser as findProductUser,
  insertPerson,
  isSameAddress,
  notifyProfileChanged,
  writeUsers,
} from '../users/index.ts';
import type { Values } from './attributes.ts';
import type { Change, ScimCall } from './scim.call.ts';
import { ScimError } from './scim.errors.ts';
import { bodyOf, keysOf, languageIn, nameIn, placesIn, profileIn } from './user.map.ts';
import * as store from './users.store.ts';

/** Administrators of the provider are never changed by a directory, those of the organisation only with the right to. */
function assertMayChange({ client }: ScimCall, { groupIds }: Pick<store.UserRow, 'groupIds'>): void {
  const isProtected =
    groupIds.includes('verva.admin') || (groupIds.includes('admin') && !client.groups.includes('admin'));
  if (isProtected) throw new ScimError('administrator');
}

/** Creates a user, or takes up the one whom the directory deleted. Throws `uniqueness` for a name in use. */
export async function createUser(
  call: ScimCall,
  body: Values,
): Promise<{ readonly id: string; readonly change: Change }> {
  const keys = keysOf(body);
  const existing = await store.findByName(call.tx, keys.key);
  if (existing && !existing.isRemoved) throw new ScimError('uniqueness', keys.key);
  if (existing) {
    const [row] = await store.readUsers(call.tx, [existing.id], call.client.groups);
    assertMayChange(call, row!);
    await store.reviveUser(call.tx, existing.id);
    await saveUser(call, row!, body);
    return { id: existing.id, change: { outcome: 'reactivated', subject: keys.key } };
  }
  const id = await insertUser(call, body);
  await store.saveUserBody(call.tx, id, keys, false);
  await writeVerified(call, id);
  await writeManager(call, id, null, body);
  if (body.active === false) await deactivate(call, { id, name: null, username: keys.key, groupIds: [] });
  return { id, change: { outcome: 'created', subject: keys.key } };
}

async function insertUser(call: ScimCall, body: Values): Promise<string> {
  const { tx, context, client, scope, notes } = call;
  const name = nameIn(body);
  const values = await productValues(call, body, null);
  const wanted = keysOf(body).key;
  const username = usernameFor(wanted);
  if (username !== wanted) notes.push({ code: 'username', value: username });
  const person = {
    ...values,
    username,
    name,
    languageId: values.languageId ?? client.languageId,
    source: 'scim' as const,
    status: 'active' as const,
  };
  const { identityEndpoint, identityClientId } = context.config;
  if (identityEndpoint !== undefined && identityClientId !== undefined) {
    const userId = uuid7();
    await insertPerson(tx, { ...person, userId });
    return userId;
  }
  // The account has no password: the user signs in with the identity provider, or sets one by "Forgot password".
  const account = { passwordHash: null, accountStatus: 'FORCE_CHANGE_PASSWORD' as const };
  const { tenantId: _, ...by } = scope;
  try {
    return (await insertPersonWithAccount(tx, { ...person, ...account, tenantId: client.tenantId, by })).userId;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') throw new ScimError('uniqueness', wanted);
    throw error;
  }
}

/** The username of the product: the userName if it is acceptable, else one made from it. */
function usernameFor(userName: string): string {
  const isAccepted = usernameFault(userName) === undefined && userName !== 'managed' && userName !== 'create';
  if (isAccepted) return userName;
  const plain = userName
    .replaceAll(/[^a-z0-9._@+-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 100);
  return `${plain || 'user'}-${randomBytes(4).toString('hex')}`;
}

/** Fields of the product in a body; notes what is not used. */
async function productValues({ tx, notes }: ScimCall, body: Values, current: store.UserRow | null) {
  const profile = profileIn(body, notes);
  let { email } = profile;
  if (
    email !== null &&
    !isSameAddress(email, current?.email ?? null) &&
    (await store.isAddressTaken(tx, email, current?.id ?? null))
  ) {
    notes.push({ code: 'email_taken', value: email });
    email = null;
  }
  const languageId = languageIn(body, await store.readLanguages(tx), notes);
  const place = async (table: 'department' | 'company', text: string): Promise<string | null> => {
    if (text === '') return null;
    const id = await store.findPlace(tx, table, text);
    if (id === undefined) notes.push({ code: table, value: text });
    return id ?? null;
  };
  const texts = placesIn(body);
  return {
    ...profile,
    email,
    languageId,
    departmentId: await place('department', texts.department),
    companyId: await place('company', texts.company),
  };
}

/** Writes a user as the directory describes it. */
export async function saveUser(call: ScimCall, row: store.UserRow, body: Values): Promise<Change | undefined> {
  const { tx } = call;
  assertMayChange(call, row);
  const before = bodyOf(row);
  const keys = keysOf(body);
  const isActive = body.active !== false;
  const isChanged = !isDeepStrictEqual(body, before) || row.body === null;
  const taken = keys.key === keysOf(before).key ? undefined : await store.findByName(tx, keys.key);
  if (taken && taken.id !== row.id) throw new ScimError('uniqueness', keys.key);
  if (!isChanged && isActive === (row.status !== 'disabled')) return undefined;
  await writeProfile(call, row, body);
  await store.saveUserBody(tx, row.id, keys, row.body === null);
  await writeVerified(call, row.id);
  await writeManager(call, row.id, row.managerId, body);
  if (isActive && row.status === 'disabled') await reactivate(call, row.id);
  else if (!isActive && row.status !== 'disabled') await deactivate(call, row);
  else if (isActive && row.status === 'invited') {
    // The directory keeps the account: no invitation has to be accepted.
    await sql`UPDATE app_user SET status = 'active' WHERE id = ${row.id}::uuid`.execute(tx);
  }
  await notifyProfileChanged(tx, row.id);
  call.afterwards(() => call.context.verifier.forget({ userId: row.id }));
  const outcome = () => {
    if (!isActive && row.status !== 'disabled') return 'deactivated';
    if (isActive && row.status === 'disabled') return 'reactivated';
    return row.body === null ? 'adopted' : 'changed';
  };
  return { outcome: outcome(), subject: keys.key };
}

async function writeProfile(call: ScimCall, row: store.UserRow, body: Values): Promise<void> {
  const { tx } = call;
  const user = (await findProductUser(tx, { key: row.id }))!;
  const name = nameIn(body);
  const { languageId: wanted, ...values } = await productValues(call, body, row);
  // Users choose their language themselves, until the directory names another one.
  const isSameLanguage = body.preferredLanguage === bodyOf(row).preferredLanguage;
  const languageId = isSameLanguage ? user.languageId : (wanted ?? user.languageId);
  const after = { ...values, name, languageId, groups: user.groups, hasAvatar: user.avatar !== null };
  const isSame =
    user.name === name &&
    user.email === values.email &&
    user.phoneNumber === values.phoneNumber &&
    user.languageId === languageId &&
    user.jobTitle === values.jobTitle &&
    row.companyId === values.companyId &&
    row.departmentId === values.departmentId;
  if (isSame) return;
  await writeUsers(tx, [{ before: user, after }]);
  if (isSameAddress(user.email, values.email)) return;
  if (user.email !== null && values.email !== null) await enqueue(tx, 'mail', emailChangedMail(user, after));
  // An address set by the directory is final: no link may change it.
  await asSignin(call, () =>
    sql`DELETE FROM idn_link WHERE tenant_id = ${call.client.tenantId} AND user_id = ${row.id}::uuid
      AND kind IN ('email', 'email-undo')`.execute(tx),
  );
}

/** Runs statements in the role of the sign-in. */
async function asSignin<Result>({ tx, scope }: ScimCall, work: () => Promise<Result>): Promise<Result> {
  await continueAs(tx, 'signin');
  const result = await work();
  await continueAs(tx, scope);
  return result;
}

/**
 * Counts the address as confirmed if the organisation has entrusted its domain to an identity provider: a first sign-in
 * with the provider then finds the user.
 */
async function writeVerified(call: ScimCall, id: string): Promise<void> {
  const { tx, client } = call;
  const [row] = await store.readUsers(tx, [id], []);
  const domain = row?.email?.toLowerCase().split('@').at(-1);
  if (!row || row.isVerified || domain === undefined) return;
  const entrusted = await asSignin(call, () =>
    sql`SELECT 1 FROM tenant_issuers WHERE tenant_id = ${client.tenantId} AND ${domain} = ANY(email_domains) LIMIT 1`.execute(
      tx,
    ),
  );
  if (entrusted.rows.length > 0)
    await sql`UPDATE app_user SET email_verified = true WHERE id = ${id}::uuid`.execute(tx);
}

async function writeManager(call: ScimCall, id: string, before: string | null, body: Values): Promise<void> {
  const { tx, notes } = call;
  const { managerId } = placesIn(body);
  const wanted = managerId.toLowerCase();
  if (wanted === (before ?? '')) return;
  await lockManagers(tx);
  const username = wanted === id ? undefined : (await store.findPersons(tx, [wanted])).get(wanted);
  const isFound = username !== undefined && !(await wouldClose(tx, id, wanted));
  if (managerId !== '' && !isFound) notes.push({ code: 'manager', value: managerId });
  await replaceLineManagers(tx, [{ key: id, usernames: isFound ? [username] : [] }]);
}

/** The deactivation of the product: ends what the user can do, and hands over the open tasks as the token says. */
async function deactivate(
  call: ScimCall,
  user: Pick<store.UserRow, 'id' | 'name' | 'username' | 'groupIds'>,
): Promise<void> {
  const { tx, client, now, context } = call;
  const { id, name, username, groupIds } = user;
  const leaver = { key: id, name: name ?? username, groups: groupIds };
  const by = { tenantId: client.tenantId, timeZone: client.timeZone };
  await leave(tx, context, by, leaver, { tasks: client.leavers, reason: null, undoSeconds: 0 }, now);
  const sessions = await asSignin(call, () => closeAccounts(tx, client.tenantId, [id], now));
  call.afterwards(() => context.verifier.forget({ sessions }));
}

async function reactivate(call: ScimCall, id: string): Promise<void> {
  const { tx, client } = call;
  await asSignin(call, () => openAccounts(tx, client.tenantId, [id]));
  await enableUsers(tx, [id], []);
}

/** Deletes a user for the directory: the account is deactivated, and the user is found no more until created again. */
export async function deleteUser(call: ScimCall, row: store.UserRow): Promise<Change> {
  const { tx, now, context } = call;
  assertMayChange(call, row);
  const keys = keysOf(bodyOf(row));
  await store.saveUserBody(tx, row.id, { ...keys, body: { ...keys.body, active: false } }, row.body === null);
  if (row.status !== 'disabled') await deactivate(call, row);
  await store.removeUser(tx, row.id, now);
  call.afterwards(() => context.verifier.forget({ userId: row.id }));
  return { outcome: 'removed', subject: keys.key };
}

import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '../../../../shared/contracts/errors.ts';
import { isEmail } from '../../../../shared/contracts/profile.rules.ts';
import { AppError } from '../../../platform/errors.ts';
import { notifyProfileChanged } from '../../users/index.ts';
import { dropChallengesOf } from '../challenges/challenges.store.ts';
import { dropCode } from '../challenges/codes.store.ts';
import { CognitoError } from '../core/errors.ts';
import type { SigninMail } from '../mails/signin.mails.ts';
import { assertPasswordOf } from '../passwords/password-check.ts';
import {
  dropLinks,
  type EmailChange,
  findLink,
  insertLink,
  type LinkKind,
  type StoredLink,
} from '../recovery/links.store.ts';
import type { IdentityService } from '../service.ts';
import * as accounts from '../signin.store.ts';
import { digestOf } from '../tokens/tokens.ts';
import * as store from './email-change.store.ts';

const DAY_MS = 86_400_000;
const CONFIRM_MS = DAY_MS;
/** How long the former address can undo a change. */
const UNDO_MS = 7 * DAY_MS;

/** Caller of the request and their IP address. */
interface Sender {
  readonly ip: string;
  readonly requestId: string;
}
export type EmailCaller = Sender & { readonly tenantId: number; readonly userId: string };

/**
 * Asks the new address for confirmation and notifies the former ones. The current address stays in use. Throws
 * `user.invalid`, `user.email_external`, `user.email_taken`, `rate.exceeded`.
 */
export async function requestEmailChange(
  service: IdentityService,
  caller: EmailCaller,
  asked: { readonly email: string; readonly currentPassword: string },
): Promise<{ readonly email: string; readonly until: Date; readonly version: number }> {
  const { db } = service;
  const email = asked.email.trim();
  if (!isEmail(email)) throw fault('/email', 'field.email');
  const account = await db.signinTransaction((tx) => store.findAccountOf(tx, caller));
  if (!account || account.passwordHash === null) throw new AppError('user.email_external');
  await assertOwnPassword(service, caller, account, asked.currentPassword);
  await asProblem(() => service.throttle.countOperation('email-change', account.username, caller.ip));
  if (await db.signinTransaction((tx) => store.isAliasOfOther(tx, account.sub, email))) throw taken();

  const now = service.clock();
  const until = new Date(now.getTime() + CONFIRM_MS);
  const person = await db.tenantTransaction(caller, (tx) => store.lockPersonEmail(tx, caller.userId));
  if (!person) throw new AppError('user.not_found');
  if (person.isOfDirectory) throw new AppError('user.email_external');
  const payload = changeOf(account, person, email);
  // Store the links first, so that no e-mail contains a link that does not work.
  const confirm = newToken();
  const undo = newToken();
  await db.signinTransaction(async (tx) => {
    const link = { tenantId: caller.tenantId, userId: caller.userId, payload };
    await dropLinks(tx, caller, ['email']);
    await insertLink(tx, 'email', digestOf(confirm), { ...link, expiresAt: until }, now);
    const undoUntil = new Date(until.getTime() + UNDO_MS);
    await insertLink(tx, 'email-undo', digestOf(undo), { ...link, expiresAt: undoUntil }, now);
  });
  const version = await db.tenantTransaction(caller, async (tx) => {
    const current = await store.lockPersonEmail(tx, caller.userId);
    // An administrator changed the address after it was read.
    if (current?.email !== person.email) {
      throw new AppError('edit.conflict', { name: 'Verva', time: now.toISOString() });
    }
    const changed = await store.setPendingEmail(tx, caller.userId, email, until);
    const { username } = account;
    const send = (to: string, mail: SigninMail) =>
      service.delivery.sendTo(tx, { ...person, ...caller, email: to }, mail);
    await send(email, { kind: 'emailConfirm', username, link: linkTo(service, 'email-change', confirm), until });
    for (const former of formerAddresses(payload)) {
      await send(former, { kind: 'emailRequested', username, email, link: linkTo(service, 'email-undo', undo) });
    }
    await notifyProfileChanged(tx, caller.userId);
    return changed;
  });
  return { email, until, version };
}

/** Cancels a change that is not confirmed yet. */
export async function withdrawEmailChange(service: IdentityService, caller: EmailCaller): Promise<void> {
  await service.db.signinTransaction((tx) => dropLinks(tx, caller, ['email']));
  await service.db.tenantTransaction(caller, async (tx) => {
    await store.setPendingEmail(tx, caller.userId, null, null);
    await notifyProfileChanged(tx, caller.userId);
  });
}

/**
 * Applies the requested address to notifications and signing in. Each step is repeatable: after a crash between two of
 * them the link still works. Throws `email_link.not_accepted`, `user.email_taken`, `rate.exceeded`.
 */
export async function confirmEmailChange(service: IdentityService, sender: Sender, token: string): Promise<void> {
  const { db } = service;
  const now = service.clock();
  const digest = digestOf(token);
  const link = await readLink(service, sender, 'email', digest);
  const { sub, email } = link.payload;
  const scope = { tenantId: link.tenantId, userId: link.userId, requestId: sender.requestId };
  const person = await db.tenantTransaction(scope, (tx) => store.lockPersonEmail(tx, link.userId));
  if (person?.pending?.toLowerCase() !== email.toLowerCase()) throw notAccepted();
  const undo = newToken();
  const account = await db.signinTransaction(async (tx) => {
    // Serialises concurrent confirmations and cancellations.
    if (!(await findLink(tx, 'email', digest, now))) throw notAccepted();
    const found = await accounts.findBySub(tx, sub);
    if (!found || found.disabled) throw notAccepted();
    if (!(await store.setAccountEmail(tx, sub, email, true))) throw taken();
    await insertLink(tx, 'email-undo', digestOf(undo), { ...link, expiresAt: new Date(now.getTime() + UNDO_MS) }, now);
    return found;
  });
  await db.tenantTransaction(scope, async (tx) => {
    const current = await store.lockPersonEmail(tx, link.userId);
    if (current?.pending?.toLowerCase() !== email.toLowerCase()) throw notAccepted();
    await store.setPersonEmail(tx, link.userId, { email, emailKey: email.toLowerCase() });
    for (const former of formerAddresses(link.payload)) {
      const mail = {
        kind: 'emailChanged',
        username: account.username,
        email,
        link: linkTo(service, 'email-undo', undo),
      };
      await service.delivery.sendTo(tx, { ...current, ...scope, email: former }, mail as SigninMail);
    }
    await notifyProfileChanged(tx, link.userId);
  });
  await db.signinTransaction((tx) => dropLinks(tx, link, ['email']));
}

/**
 * Undoes a change, pending or confirmed: restores the former address, ends every session of the user and requires a
 * new password, because the current one was used for the change. Undoes later changes too: an attacker must not keep the
 * account by changing the address twice, or with a recovery code sent meanwhile.
 */
export async function undoEmailChange(service: IdentityService, sender: Sender, token: string): Promise<void> {
  const { db } = service;
  const now = service.clock();
  const link = await readLink(service, sender, 'email-undo', digestOf(token));
  const { tenantId, userId } = link;
  const { sub, before } = link.payload;
  const ended = await db.signinTransaction(async (tx) => {
    // A link sent to this address verifies only this address; resetting the password requires a verified one.
    const isProven = formerAddresses(link.payload).join().toLowerCase() === before.accountEmail?.toLowerCase();
    const isVerified = before.accountVerified || isProven;
    const isRestored = await store.setAccountEmail(tx, sub, before.accountEmail, isVerified);
    // Another account has verified the address meanwhile and signs in with it.
    if (!isRestored) await store.setAccountEmail(tx, sub, before.accountEmail, false);
    await accounts.requirePasswordReset(tx, sub);
    await dropCode(tx, sub);
    await dropChallengesOf(tx, sub);
    const others = await accounts.revokeIdentities(tx, tenantId, userId);
    return accounts.revokeAllOf(tx, [...new Set([sub, ...others])], now);
  });
  await db.tenantTransaction({ tenantId, userId, requestId: sender.requestId }, async (tx) => {
    await store.setPersonEmail(tx, userId, before);
    await store.endEmbedSessions(tx, userId, now);
    await notifyProfileChanged(tx, userId);
  });
  await db.signinTransaction((tx) => dropLinks(tx, link, ['email', 'email-undo']));
  service.sessionsEnded(ended);
  service.dropCallers(userId);
  await service.audit({ verb: 'sign-out-all', tenantId, userId, sessionId: 'email-undo', requestId: sender.requestId });
}

async function readLink(service: IdentityService, { ip }: Sender, kind: LinkKind, digest: Buffer): Promise<StoredLink> {
  await asProblem(() => service.throttle.countOperation('answer', '', ip));
  const link = await service.db.signinTransaction((tx) => findLink(tx, kind, digest, service.clock()));
  if (!link) throw notAccepted();
  return link;
}

/** Checks the user's password; counted and limited like sign-ins. */
async function assertOwnPassword(
  service: IdentityService,
  { ip, requestId }: Sender,
  account: accounts.IdentityUser,
  password: string,
): Promise<void> {
  try {
    const call = { body: {}, ip, requestId, userAgent: undefined, service };
    await assertPasswordOf(call, async () => account, account.username, password);
  } catch (error) {
    if (!(error instanceof CognitoError)) throw error;
    if (error.retryAfter !== undefined) throw new AppError('rate.exceeded', { seconds: error.retryAfter });
    throw fault('/currentPassword', 'user.password_wrong');
  }
}

async function asProblem(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CognitoError)) throw error;
    throw new AppError('rate.exceeded', { seconds: error.retryAfter ?? 1 });
  }
}

const changeOf = (account: accounts.IdentityUser, person: store.PersonEmail, email: string): EmailChange => ({
  sub: account.sub,
  email,
  before: {
    email: person.email,
    emailKey: person.emailKey,
    emailVerified: person.emailVerified,
    accountEmail: account.email,
    accountVerified: account.emailVerified,
  },
});

/** Returns the addresses in use before a change: the profile's, and the account's if it differs. */
function formerAddresses({ email, before }: EmailChange): string[] {
  const former = new Map<string, string>();
  for (const address of [before.email, before.accountEmail]) {
    if (address && address.toLowerCase() !== email.toLowerCase()) former.set(address.toLowerCase(), address);
  }
  return [...former.values()];
}

/** The token follows `#`: browsers do not send the fragment, so it appears in no log and no Referer. */
const linkTo = ({ publicUrl }: IdentityService, page: string, token: string) => `${publicUrl}/${page}#${token}`;
const newToken = () => randomBytes(32).toString('base64url');
const notAccepted = () => new AppError('email_link.not_accepted');
const fault = (pointer: string, code: ErrorCode) => new AppError('user.invalid', {}, { errors: [{ pointer, code }] });
const taken = () => {
  const code = 'user.email_taken';
  return new AppError(code, {}, { errors: [{ pointer: '/email', code }] });
};

import { RECENT_SIGN_IN_MS } from '../../../../shared/contracts/constants.ts';
import type { Tx } from '../../../platform/database.ts';
import { replaceBackupCodes } from '../challenges/backup-codes.ts';
import { findChallenge, takeChallenge } from '../challenges/challenges.store.ts';
import { askChallenge, assertAnswers, sessionNotAccepted } from '../challenges/challenges.ts';
import {
  addSessionMethods,
  confirmFactor,
  findFactor,
  lockPendingFactor,
  putPendingFactor,
} from '../challenges/factors.store.ts';
import { startPasskeySession } from '../challenges/passkeys.ts';
import { SECOND_FACTOR_METHODS, SETUP_MS } from '../challenges/second-factor.ts';
import { isTotpCode, matchingStep, newTotpSecret } from '../challenges/totp.ts';
import { CognitoError } from '../core/errors.ts';
import { isObject, loginName, stringOf } from '../core/parameters.ts';
import type { Operation, ProtocolCall } from '../service.ts';
import type { SigninMode } from '../signin.audit.ts';
import * as store from '../signin.store.ts';
import { accountOf } from '../tokens/account-of.ts';
import { startSession } from '../tokens/sessions.ts';
import { digestOf } from '../tokens/tokens.ts';
import { removeFactor } from './remove-factor.ts';

type Reply = Readonly<Record<string, unknown>>;

const NAME_MAX = 100;

/** AssociateSoftwareToken: creates a secret for the authenticator app, during a sign-in (`Session`) or in a session (`AccessToken`). */
export const associateSoftwareToken: Operation = async (call) => {
  const { service } = call;
  const secret = newTotpSecret();
  if (Object.hasOwn(call.body, 'AccessToken')) {
    const { user } = await recentAccountOf(call);
    await service.db.signinTransaction((tx) => putPendingFactor(tx, user.sub, service.factors.seal(secret, user.sub)));
    return { SecretCode: secret };
  }
  const session = stringOf(call.body, 'Session', 2048);
  await service.throttle.countOperation('answer', '', call.ip);
  await service.db.signinTransaction(async (tx) => {
    const { sub } = await findAppSetup(tx, call, session);
    await putPendingFactor(tx, sub, service.factors.seal(secret, sub));
  });
  return { SecretCode: secret, Session: session };
};

/**
 * VerifySoftwareToken: confirms the set-up with the first code of the app. In addition to Cognito's response it returns
 * `BackupCodes`, which are shown once.
 */
export const verifySoftwareToken: Operation = async (call) => {
  const { service, body, ip } = call;
  const code = stringOf(body, 'UserCode', 64).trim();
  const name = body.FriendlyDeviceName === undefined ? '' : stringOf(body, 'FriendlyDeviceName', NAME_MAX).trim();
  await service.throttle.countOperation('answer', '', ip);
  if (Object.hasOwn(body, 'AccessToken')) {
    const { user, familyId } = await recentAccountOf(call);
    const confirmed = await service.db.signinTransaction(async (tx) => {
      const done = await confirm(tx, call, user.sub, { code, name });
      if (done) await addSessionMethods(tx, familyId, SECOND_FACTOR_METHODS);
      return done;
    });
    return announce(call, user, confirmed, {});
  }
  const session = stringOf(body, 'Session', 2048);
  const { user, mode, confirmed } = await service.db.signinTransaction(async (tx) => {
    const { sub, mode } = await findAppSetup(tx, call, session);
    const user = await store.findBySub(tx, sub);
    // Another sign-in with the same password has set one up meanwhile: it must be shown, not replaced.
    if (!user || (await findFactor(tx, sub))) throw sessionNotAccepted();
    const confirmed = await confirm(tx, call, sub, { code, name });
    if (confirmed) await takeChallenge(tx, digestOf(session));
    return { user, mode, confirmed };
  });
  const next = async () => ({
    Session: await askChallenge(service, 'MFA_SETUP_DONE', user.sub, {
      mode: mode as SigninMode | null,
      // The user saves the backup codes first.
      lifetime: SETUP_MS,
    }),
  });
  return announce(call, user, confirmed, confirmed ? await next() : {});
};

/** MFA_SETUP: exchanges the session of a completed set-up for tokens. */
export async function answerSetup(call: ProtocolCall, digest: Buffer, responses: Reply): Promise<Reply> {
  const { service } = call;
  const login = loginName(stringOf(responses, 'USERNAME', 128));
  const { stored, user } = await service.db.signinTransaction(async (tx) => {
    const open = await findChallenge(tx, digest);
    // The set-up is not complete: the session stays valid for it.
    if (open?.challenge === 'MFA_SETUP') return { stored: undefined, user: undefined };
    return { stored: await takeChallenge(tx, digest), user: await store.findByLogin(tx, login) };
  });
  const isPasskey = stored?.challenge === 'PASSKEY_SETUP_DONE';
  assertAnswers(stored, isPasskey ? 'PASSKEY_SETUP_DONE' : 'MFA_SETUP_DONE', call);
  if (user?.sub !== stored.sub) throw sessionNotAccepted();
  if (isPasskey) return startPasskeySession(call, user, (stored.mode ?? 'passkey') as SigninMode);
  return startSession(call, user, (stored.mode ?? 'password') as SigninMode, SECOND_FACTOR_METHODS);
}

/** SetUserMFAPreference: removes the second factor (`Enabled: false`). With one there is nothing to choose: it is always required. */
export const setUserMfaPreference: Operation = async (call) => {
  const { service, requestId } = call;
  const { user } = await recentAccountOf(call);
  const settings = call.body.SoftwareTokenMfaSettings;
  if (settings === undefined) return {};
  if (!isObject(settings)) throw new CognitoError('InvalidParameterException');
  const factor = await service.db.signinTransaction((tx) => findFactor(tx, user.sub));
  if (settings.Enabled === true) {
    if (!factor) throw new CognitoError('InvalidParameterException', 'User does not have software token MFA set up');
    return {};
  }
  if (factor) await removeFactor(service, user, factor.id, { actor: 'self', requestId });
  return {};
};

/** The account of the access token, after a recent sign-in: a stolen session must not change how its user signs in. */
export async function recentAccountOf(call: ProtocolCall) {
  const account = await accountOf(call);
  if (account.now.getTime() - account.authTimeMs > RECENT_SIGN_IN_MS) {
    throw new CognitoError('NotAuthorizedException', 'The sign-in is too old. Sign in again.');
  }
  return account;
}

/** As `findSetup`; an invited user of an organisation without passwords creates a passkey, not an app. */
async function findAppSetup(tx: Tx, call: ProtocolCall, session: string) {
  const stored = await findSetup(tx, call, session);
  if (stored.mode === 'passkey') throw sessionNotAccepted();
  return stored;
}

/** Finds a sign-in that waits for the set-up of a second factor. */
export async function findSetup(tx: Tx, call: ProtocolCall, session: string) {
  const stored = await findChallenge(tx, digestOf(session));
  assertAnswers(stored, 'MFA_SETUP', call);
  return stored;
}

/** Returns the backup codes; null when the code is wrong. */
async function confirm(
  tx: Tx,
  { service }: ProtocolCall,
  sub: string,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<string[] | null> {
  const now = service.clock();
  const pending = await lockPendingFactor(tx, sub);
  if (!pending) throw new CognitoError('SoftwareTokenMFANotFoundException');
  const step = isTotpCode(code) ? matchingStep(service.factors.open(pending.secret, sub), code, now) : undefined;
  if (step === undefined) return null;
  await confirmFactor(tx, { id: pending.id, sub, name, step }, now);
  return replaceBackupCodes(tx, service.codes, sub);
}

async function announce(
  { service, requestId }: ProtocolCall,
  user: store.IdentityUser,
  backupCodes: string[] | null,
  more: Reply,
): Promise<Reply> {
  if (backupCodes === null) throw new CognitoError('EnableSoftwareTokenMFAException');
  const { tenantId, username } = user;
  const userId = await service.db.signinTransaction((tx) => store.findPerson(tx, user.sub, tenantId));
  await service.audit({ verb: 'second-factor-added', tenantId, userId, sessionId: 'none', requestId });
  const at = service.clock();
  service.inBackground(() => service.delivery.send(user, { kind: 'secondFactorAdded', username, at }));
  return { Status: 'SUCCESS', BackupCodes: backupCodes, ...more };
}

import { newPasswordFault } from '../../../../shared/contracts/password.rules.ts';
import { findFactor } from '../challenges/factors.store.ts';
import { CognitoError } from '../core/errors.ts';
import { stringOf } from '../core/parameters.ts';
import {
  completeWebAuthnRegistration,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  startWebAuthnRegistration,
} from '../factors/passkeys.ts';
import { associateSoftwareToken, setUserMfaPreference, verifySoftwareToken } from '../factors/set-up.ts';
import { modeNotAllowed, modesOfAccount } from '../modes/account-modes.ts';
import { assertNotKnown, namesOfAccount } from '../passwords/known-passwords.ts';
import { assertPasswordOf } from '../passwords/password-check.ts';
import { assertPassword, hashChecked } from '../passwords/password-policy.ts';
import { PASSWORD_MAX } from '../passwords/passwords.ts';
import { dropEmailLinksOf } from '../recovery/links.store.ts';
import { confirmForgotPassword, forgotPassword } from '../recovery/recovery.ts';
import type { Operation, ProtocolCall } from '../service.ts';
import * as store from '../signin.store.ts';
import { accountOf } from '../tokens/account-of.ts';
import { initiateAuth } from './initiate-auth.ts';
import { getTokensFromRefreshToken, revokeToken } from './refresh.ts';
import { respondToAuthChallenge } from './respond-to-challenge.ts';

/** Operations by their name after the dot in `X-Amz-Target`. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,
  RevokeToken: revokeToken,
  GetUser: getUser,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMfaPreference,
  StartWebAuthnRegistration: startWebAuthnRegistration,
  CompleteWebAuthnRegistration: completeWebAuthnRegistration,
  ListWebAuthnCredentials: listWebAuthnCredentials,
  DeleteWebAuthnCredential: deleteWebAuthnCredential,
  GlobalSignOut: globalSignOut,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
};

async function getUser(call: ProtocolCall) {
  const { user } = await accountOf(call);
  const factor = await call.service.db.signinTransaction((tx) => findFactor(tx, user.sub));
  const attributes: [string, string | null][] = [
    ['sub', user.sub],
    ['email', user.email],
    ['email_verified', user.email === null ? null : String(user.emailVerified)],
    ['phone_number', user.phoneNumber],
    ['phone_number_verified', user.phoneNumber === null ? null : String(user.phoneVerified)],
    ['custom:tenantId', user.tenantSlug],
  ];
  return {
    Username: user.username,
    UserAttributes: attributes.flatMap(([Name, Value]) => (Value === null ? [] : [{ Name, Value }])),
    ...(factor && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }),
  };
}

async function globalSignOut(call: ProtocolCall): Promise<Record<string, never>> {
  const { service, requestId } = call;
  const { user, familyId, now } = await accountOf(call);
  const { ended, userId } = await service.db.signinTransaction(async (tx) => ({
    ended: await store.revokeAllOf(tx, [user.sub], now),
    userId: await store.findPerson(tx, user.sub, user.tenantId),
  }));
  service.sessionsEnded(ended);
  await service.audit({ verb: 'sign-out-all', tenantId: user.tenantId, userId, sessionId: familyId, requestId });
  return {};
}

/** ChangePassword, with the current password. Ends the user's other sessions, which may belong to an attacker. */
async function changePassword(call: ProtocolCall): Promise<Record<string, never>> {
  const { body, service, requestId } = call;
  const { user, familyId, now } = await accountOf(call);
  if (!(await modesOfAccount(service, user)).includes('password')) throw modeNotAllowed();
  const previous = stringOf(body, 'PreviousPassword', PASSWORD_MAX);
  const proposed = stringOf(body, 'ProposedPassword', PASSWORD_MAX);
  assertPassword(proposed, newPasswordFault);
  await assertNotKnown(proposed, await namesOfAccount(service, user));
  const { passwordHash } = await assertPasswordOf(call, async () => user, user.username, previous);
  const hash = await hashChecked(call.ip, proposed);
  const outcome = await service.db.signinTransaction(async (tx) => {
    if (!(await store.replacePasswordHash(tx, user.sub, passwordHash, hash))) return undefined;
    await dropEmailLinksOf(tx, user.sub);
    const ended = await store.revokeOthersOf(tx, user.sub, familyId, now);
    return { ended, userId: await store.findPerson(tx, user.sub, user.tenantId) };
  });
  // Another request changed the password after it was checked.
  if (!outcome) throw new CognitoError('NotAuthorizedException');
  service.sessionsEnded(outcome.ended);
  const { tenantId, username } = user;
  await service.audit({ verb: 'password-change', tenantId, userId: outcome.userId, sessionId: familyId, requestId });
  service.inBackground(() => service.delivery.send(user, { kind: 'passwordChanged', username, at: now }));
  return {};
}

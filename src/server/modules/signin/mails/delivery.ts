import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import type { IdentityUser } from '../signin.store.ts';
import type { SigninMail } from './signin.mails.ts';
import { mediumFor, type SigninMedium, type SigninPostOptions, sendSignin } from './signin.post.ts';

/** How the identity service reaches a person. */
export interface Delivery {
  /** How it would go; undefined when there is no way. */
  medium(user: IdentityUser, kind: SigninMail['kind']): SigninMedium | undefined;
  /** How a one time password goes to somebody with both, an address and a number. */
  readonly usualMedium: SigninMedium;
  /** Puts a mail to an address that is not the account's into the outbox of this transaction. */
  sendTo(
    tx: Tx,
    to: { readonly email: string; readonly userId: string; readonly languageId: string; readonly timeZone: string },
    mail: SigninMail,
  ): Promise<void>;
  /** Puts it into the outbox of the person's tenant, in their language. */
  send(user: IdentityUser, mail: SigninMail): Promise<void>;
}

interface Reader {
  userId: string;
  languageId: string;
  timeZone: string;
}

export function signinDelivery(db: DatabaseHandle, options: SigninPostOptions): Delivery {
  return {
    usualMedium: options.hasSmsGateway ? 'SMS' : 'EMAIL',
    medium: (user, kind) => mediumFor(addressesOf(user, kind), kind, options),
    async sendTo(tx, { email, userId, languageId, timeZone }, mail) {
      await sendSignin(tx, { email, userId, languageId, timeZone, phoneNumber: null }, mail, options);
    },
    async send(user, mail) {
      await db.tenantTransaction({ tenantId: user.tenantId, userId: null }, async (tx) => {
        const { rows } =
          await sql<Reader>`SELECT u.id AS "userId", u.language_id AS "languageId", t.time_zone AS "timeZone"
          FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.username = ${user.username}`.execute(tx);
        if (rows[0]) await sendSignin(tx, { ...rows[0], ...addressesOf(user, mail.kind) }, mail, options);
      });
    },
  };
}

/**
 * What opens an account goes to verified addresses only. A temporary password goes to the address that the administrator
 * entered, which nobody could have verified yet, and so does the news of a new password.
 */
function addressesOf(user: IdentityUser, kind: SigninMail['kind']) {
  const needsVerified = kind === 'oneTimePassword' || kind === 'recoveryCode';
  return {
    email: user.emailVerified || !needsVerified ? user.email : null,
    phoneNumber: user.phoneVerified ? user.phoneNumber : null,
  };
}

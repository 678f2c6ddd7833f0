import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import type { IdentityUser } from '../signin.store.ts';
import type { SigninMail } from './signin.mails.ts';
import { mediumFor, type SigninMedium, type SigninPostOptions, sendSignin } from './signin.post.ts';

/** Sends the messages of the identity service to users. */
export interface Delivery {
  /** Returns the medium that a message would use; undefined when the user cannot be reached. */
  medium(user: IdentityUser, kind: SigninMail['kind']): SigninMedium | undefined;
  /** Medium of a one-time password for a user with both an address and a number. */
  readonly defaultMedium: SigninMedium;
  /** Adds an e-mail to an address other than the account's to the outbox of this transaction. */
  sendTo(
    tx: Tx,
    to: { readonly email: string; readonly userId: string; readonly languageId: string; readonly timeZone: string },
    mail: SigninMail,
  ): Promise<void>;
  /** Adds a message in the user's language to the outbox of the user's tenant. */
  send(user: IdentityUser, mail: SigninMail): Promise<void>;
}

interface Reader {
  userId: string;
  languageId: string;
  timeZone: string;
}

export function signinDelivery(db: DatabaseHandle, options: SigninPostOptions): Delivery {
  return {
    defaultMedium: options.hasSmsGateway ? 'SMS' : 'EMAIL',
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
 * Returns the recipient addresses of a message. Messages that give access go to verified addresses only. A temporary
 * password, and the notice of a new password, go to the address that the administrator entered, which cannot be verified yet.
 */
function addressesOf(user: IdentityUser, kind: SigninMail['kind']) {
  const needsVerified = kind === 'oneTimePassword' || kind === 'recoveryCode';
  return {
    email: user.emailVerified || !needsVerified ? user.email : null,
    phoneNumber: user.phoneVerified ? user.phoneNumber : null,
  };
}

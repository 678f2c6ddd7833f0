import type { Tx } from '../../../platform/database.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { composeSigninMail, composeSms, type SigninMail } from './signin.mails.ts';

/** Contact data of a user. Unverified addresses and numbers are null. */
export interface SigninRecipient {
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** `app_user.id`, for the list of sent e-mails. */
  readonly userId: string | null;
  readonly languageId: string;
  readonly timeZone: string;
}

export interface SigninPostOptions {
  readonly hasSmsGateway: boolean;
  readonly devOutbox: boolean;
}

/** Values of Amazon Cognito. */
export type SigninMedium = 'EMAIL' | 'SMS';

/**
 * Returns the medium for a message of this kind; undefined when the user cannot be reached. Only one-time passwords go to
 * phones, and by e-mail where no gateway is configured. In development the outbox page replaces the phone.
 */
export function mediumFor(
  { email, phoneNumber }: Pick<SigninRecipient, 'email' | 'phoneNumber'>,
  kind: SigninMail['kind'],
  { hasSmsGateway, devOutbox }: SigninPostOptions,
): SigninMedium | undefined {
  const isForPhones = kind === 'oneTimePassword' && phoneNumber !== null;
  if (isForPhones && hasSmsGateway) return 'SMS';
  if (email !== null) return 'EMAIL';
  return isForPhones && devOutbox ? 'SMS' : undefined;
}

/**
 * Adds a message to the outbox of the user's tenant, in that tenant's transaction; it is sent after the commit, and its
 * text is cleared then. Returns the medium, undefined when nothing was sent.
 */
export async function sendSignin(
  tx: Tx,
  to: SigninRecipient,
  mail: SigninMail,
  options: SigninPostOptions,
): Promise<SigninMedium | undefined> {
  const medium = mediumFor(to, mail.kind, options);
  const { email, phoneNumber, userId, languageId, timeZone } = to;
  const common = { template: mail.kind, languageId, secret: true, ...(userId === null ? {} : { userId }) } as const;
  if (medium === 'SMS' && mail.kind === 'oneTimePassword') {
    await enqueue(tx, 'sms', { ...common, to: phoneNumber as string, text: composeSms(mail, languageId) });
  }
  if (medium === 'EMAIL') {
    await enqueue(tx, 'mail', { ...common, to: email as string, ...composeSigninMail(mail, languageId, { timeZone }) });
  }
  return medium;
}

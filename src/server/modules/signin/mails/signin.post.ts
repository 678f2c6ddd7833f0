import type { Tx } from '../../../platform/database.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { composeSigninMail, composeSms, type SigninMail } from './signin.mails.ts';

/** Where a person can be reached. Addresses and numbers that are not verified are left out (null). */
export interface SigninRecipient {
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** `app_user.id`, for the list of sent mail. */
  readonly userId: string | null;
  readonly languageId: string;
  readonly timeZone: string;
}

export interface SigninPostOptions {
  readonly hasSmsGateway: boolean;
  readonly devOutbox: boolean;
}

/** As Amazon Cognito calls them. */
export type SigninMedium = 'EMAIL' | 'SMS';

/**
 * How a mail of this kind would reach the person; undefined when there is no way. Only one time passwords go to phones,
 * and by mail where no gateway is configured. In development the outbox page stands for a phone.
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
 * Puts it into the outbox of the person's tenant, whose transaction this is; it leaves after the commit, and its text is
 * emptied then. Answers how it goes, undefined when nothing was sent.
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

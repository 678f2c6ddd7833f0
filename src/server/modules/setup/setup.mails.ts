import { languageOf } from '../../../shared/locale/language.ts';
import type { Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/outbox.ts';
import { setupMailMessages as messages } from './setup.mails.messages.ts';

export interface TestMail {
  /** `app_user.id` of the recipient. */
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly languageId: string;
}

/** Sends the new administrator an e-mail that shows whether the mail server works. */
export async function enqueueTestMail(tx: Tx, { userId, username, email, languageId }: TestMail): Promise<void> {
  const language = languageOf(languageId) ?? 'en';
  const lines = [
    messages.text(language, 'greeting'),
    messages.text(language, 'intro', { username }),
    messages.text(language, 'works'),
  ];
  await enqueue(tx, 'mail', {
    to: email,
    subject: messages.text(language, 'subject'),
    text: `${lines.join('\n\n')}\n\nVerva\n`,
    userId,
    template: 'setup',
    languageId: language,
  });
}

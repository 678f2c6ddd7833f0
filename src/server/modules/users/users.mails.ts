import type { User } from '../../../shared/contracts/session.contract.ts';
import { languageOf } from '../../../shared/locale/language.ts';
import type { OutboxPayloads } from '../../platform/outbox.ts';
import { userMailMessages as messages } from './users.mails.messages.ts';
import type { ChangedUser } from './users.rules.ts';

/** Informs the previous address which one replaces it, so that a change cannot go unnoticed. In the language the user had. */
export function emailChangedMail(before: User, after: ChangedUser): OutboxPayloads['mail'] {
  const language = languageOf(before.languageId) ?? 'en';
  const lines = [
    messages.text(language, 'greeting'),
    messages.text(language, 'emailChanged.intro', { email: after.email ?? '', username: before.id }),
    messages.text(language, 'emailChanged.you'),
    messages.text(language, 'emailChanged.notYou'),
  ];
  return {
    to: before.email ?? '',
    subject: messages.text(language, 'emailChanged.subject'),
    text: `${lines.join('\n\n')}\n\nVerva\n`,
    userId: before.key,
    template: 'email-changed',
    languageId: language,
  };
}

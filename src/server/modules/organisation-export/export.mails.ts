import { EXPORT_HOURS } from '../../../shared/contracts/organisation-export.contract.ts';
import { languageOf } from '../../../shared/locale/language.ts';
import type { OutboxPayloads } from '../../platform/outbox.ts';
import { exportMailMessages as messages } from './export.mails.messages.ts';

export interface Recipient {
  readonly userId: string;
  readonly email: string;
  readonly languageId: string;
}

/** Informs the user who started an export that it can be downloaded. */
export function readyMail(
  { userId, email, languageId }: Recipient,
  name: string,
  address: string,
): OutboxPayloads['mail'] {
  const language = languageOf(languageId) ?? 'en';
  const lines = [
    messages.text(language, 'greeting'),
    messages.text(language, 'ready', { name }),
    messages.text(language, 'until', { hours: EXPORT_HOURS }),
    address,
  ];
  return {
    to: email,
    subject: messages.text(language, 'subject', { name }),
    text: `${lines.join('\n\n')}\n\nVerva\n`,
    userId,
    template: 'export-ready',
    languageId: language,
  };
}

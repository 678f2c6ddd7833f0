import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of files with refused rows. */
export const importsMessages = defineMessages({
  en: { reason: 'Reason' },
  et: { reason: 'Põhjus' },
  ru: { reason: 'Причина' },
  zh: { reason: '原因' },
});

import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of refused rows. */
export const importsMessages = defineMessages({
  en: { reason: 'Reason', fault: '{column}: {text}' },
  et: { reason: 'Põhjus', fault: '{column}: {text}' },
  ru: { reason: 'Причина', fault: '{column}: {text}' },
  zh: { reason: '原因', fault: '{column}：{text}' },
});

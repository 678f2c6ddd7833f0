import { defineMessages } from '../locale/messages.ts';

/** What elements leave to the application. */
export const applicationMessages = defineMessages({
  en: {
    open: 'Open in the application',
    action: '{action} (in the application)',
    rights: 'Membership of this group gives rights. It is changed in the application.',
    user: 'Contact data, sign-in and deactivation are changed in the application.',
  },
  et: {
    open: 'Ava rakenduses',
    action: '{action} (rakenduses)',
    rights: 'Sellesse rühma kuulumine annab õigusi. Seda muudetakse rakenduses.',
    user: 'Kontaktandmeid, sisselogimist ja mitteaktiivseks muutmist hallatakse rakenduses.',
  },
  ru: {
    open: 'Открыть в приложении',
    action: '{action} (в приложении)',
    rights: 'Членство в этой группе даёт права. Его меняют в приложении.',
    user: 'Контактные данные, вход и отключение меняют в приложении.',
  },
  zh: {
    open: '在应用程序中打开',
    action: '{action}（在应用程序中）',
    rights: '此组的成员资格会授予权限，请在应用程序中更改。',
    user: '联系方式、登录和停用请在应用程序中更改。',
  },
});

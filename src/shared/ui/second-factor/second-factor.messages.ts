import { defineMessages } from '../../locale/index.ts';

/** Texts of the set-up of the second factor. */
export const secondFactorMessages = defineMessages({
  en: {
    qr: 'QR code with the key for your authenticator app',
    typed: 'Or type this key into the app:',
    copyKey: 'Copy key',
    copied: 'Copied',
    marked: 'Selected: copy it with the keyboard',
    backupCodes: 'Backup codes',
    copyCodes: 'Copy codes',
    saveCodes: 'Save as file',
  },
  et: {
    qr: 'Autentimisrakenduse võtmega QR-kood',
    typed: 'Või sisestage rakendusse see võti:',
    copyKey: 'Kopeeri võti',
    copied: 'Kopeeritud',
    marked: 'Valitud: kopeerige klaviatuuriga',
    backupCodes: 'Varukoodid',
    copyCodes: 'Kopeeri koodid',
    saveCodes: 'Salvesta failina',
  },
  ru: {
    qr: 'QR-код с ключом для приложения-аутентификатора',
    typed: 'Или введите этот ключ в приложении:',
    copyKey: 'Скопировать ключ',
    copied: 'Скопировано',
    marked: 'Выделено: скопируйте с клавиатуры',
    backupCodes: 'Резервные коды',
    copyCodes: 'Скопировать коды',
    saveCodes: 'Сохранить в файл',
  },
  zh: {
    qr: '包含身份验证器应用密钥的二维码',
    typed: '或在应用中输入此密钥：',
    copyKey: '复制密钥',
    copied: '已复制',
    marked: '已选中：请用键盘复制',
    backupCodes: '备用验证码',
    copyCodes: '复制验证码',
    saveCodes: '保存为文件',
  },
});

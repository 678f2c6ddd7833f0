import { defineMessages } from '../locale/index.ts';

/** Texts of the forms that use an object. */
export const formUsesMessages = defineMessages({
  en: {
    usedBy: '{count, plural, one {Used by # form} other {Used by # forms}}',
    version: 'version {number}',
    fields: '{count, plural, one {# field} other {# fields}}',
    old: 'used by open tasks',
  },
  et: {
    usedBy: '{count, plural, one {Kasutuskohad: # vorm} other {Kasutuskohad: # vormi}}',
    version: 'versioon {number}',
    fields: '{count, plural, one {# väli} other {# välja}}',
    old: 'avatud ülesannetes kasutusel',
  },
  ru: {
    usedBy:
      '{count, plural, one {Где используется: # форма} few {Где используется: # формы} many {Где используется: # форм} other {Где используется: # формы}}',
    version: 'версия {number}',
    fields: '{count, plural, one {# поле} few {# поля} many {# полей} other {# поля}}',
    old: 'используется в открытых задачах',
  },
  zh: {
    usedBy: '{count, plural, other {被 # 个表单引用}}',
    version: '版本 {number}',
    fields: '{count, plural, other {# 个字段}}',
    old: '未完成任务仍在使用',
  },
});

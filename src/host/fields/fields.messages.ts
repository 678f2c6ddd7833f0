import { defineMessages } from '../../shared/locale/index.ts';

/** Texts of fields that several settings share. */
export const fieldsMessages = defineMessages({
  en: {
    languages: 'Language of the texts',
    'language.missing': '{language}: no title',
    'chip.remove': 'Remove {name}',
  },
  et: {
    languages: 'Tekstide keel',
    'language.missing': '{language}: pealkiri puudub',
    'chip.remove': 'Eemalda {name}',
  },
  ru: {
    languages: 'Язык текстов',
    'language.missing': '{language}: нет названия',
    'chip.remove': 'Убрать: {name}',
  },
  zh: {
    languages: '文本语言',
    'language.missing': '{language}：没有标题',
    'chip.remove': '移除{name}',
  },
});

import { defineMessages } from '../locale/index.ts';

/** Text of the action that opens an import. */
export const importActionMessages = defineMessages({
  en: { import: 'Import' },
  et: { import: 'Impordi' },
  ru: { import: 'Импорт' },
  zh: { import: '导入' },
});

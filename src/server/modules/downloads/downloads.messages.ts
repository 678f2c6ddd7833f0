import { defineMessages } from '../../../shared/locale/messages.ts';

/** Page of a download address that returns no file. */
export const downloadMessages = defineMessages({
  en: {
    'download.once': 'A download link works once, within one minute. Start the export again from the list.',
    'download.back': 'Back to Verva',
  },
  et: {
    'download.once': 'Allalaadimislink töötab ühe korra ja ühe minuti jooksul. Alustage eksporti loendist uuesti.',
    'download.back': 'Vervasse',
  },
  ru: {
    'download.once':
      'Ссылка для скачивания действует один раз и в течение одной минуты. Начните экспорт из списка заново.',
    'download.back': 'Перейти в Verva',
  },
  zh: {
    'download.once': '下载链接只能在一分钟内使用一次。请从列表重新开始导出。',
    'download.back': '前往 Verva',
  },
});

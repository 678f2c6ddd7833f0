import { defineMessages } from '../../../shared/locale/messages.ts';

/** Headings and states in the file with the results of a run. */
export const resultsMessages = defineMessages({
  en: {
    result: 'Result',
    why: 'Reason',
    time: 'Time',
    waiting: 'Waiting',
    done: 'Completed',
    failed: 'Failed',
    skipped: 'Skipped',
  },
  et: {
    result: 'Tulemus',
    why: 'Põhjus',
    time: 'Aeg',
    waiting: 'Ootel',
    done: 'Lõpetatud',
    failed: 'Ebaõnnestus',
    skipped: 'Vahele jäetud',
  },
  ru: {
    result: 'Результат',
    why: 'Причина',
    time: 'Время',
    waiting: 'Ожидает',
    done: 'Завершено',
    failed: 'Не выполнено',
    skipped: 'Пропущено',
  },
  zh: {
    result: '结果',
    why: '原因',
    time: '时间',
    waiting: '等待中',
    done: '已完成',
    failed: '失败',
    skipped: '已略过',
  },
});

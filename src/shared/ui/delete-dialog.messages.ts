import { defineMessages } from '../locale/index.ts';

/** Texts of dialogs that ask before deleting. */
export const deleteDialogMessages = defineMessages({
  en: {
    loading: 'Checking what uses it…',
    retry: 'Try again',
    remove: 'Delete',
    cancel: 'Cancel',
    close: 'Close',
  },
  et: {
    loading: 'Kontrollin kasutuskohti…',
    retry: 'Proovi uuesti',
    remove: 'Kustuta',
    cancel: 'Loobu',
    close: 'Sulge',
  },
  ru: {
    loading: 'Проверка, где используется…',
    retry: 'Повторить',
    remove: 'Удалить',
    cancel: 'Отмена',
    close: 'Закрыть',
  },
  zh: {
    loading: '正在检查被引用位置…',
    retry: '重试',
    remove: '删除',
    cancel: '取消',
    close: '关闭',
  },
});

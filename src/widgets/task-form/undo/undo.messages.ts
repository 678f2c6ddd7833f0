import { defineMessages } from '../../../shared/locale/index.ts';

/** Texts of the undo banner. */
export const undoMessages = defineMessages({
  en: {
    heldByMe: 'You are completing this task.',
    heldBy: '{name} is completing this task.',
    inputKept: 'Your input is still here.',
    undo: 'Undo',
    completed: '“{task}” completed.',
    completedAs: '“{task}” completed: {outcome}',
    next: 'Next task',
    reopened: 'The task is back in your inbox.',
    refused: '“{task}” could not be completed. Your input is kept as a draft.',
  },
  et: {
    heldByMe: 'Te lõpetate seda ülesannet.',
    heldBy: '{name} on seda ülesannet lõpetamas.',
    inputKept: 'Sisestatud andmed on alles.',
    undo: 'Võta tagasi',
    completed: '„{task}“ on lõpetatud.',
    completedAs: '„{task}“ on lõpetatud: {outcome}',
    next: 'Järgmine ülesanne',
    reopened: 'Ülesanne on taas teie ülesannete hulgas.',
    refused: 'Ülesannet „{task}“ ei saanud lõpetada. Teie sisestatu on mustandina alles.',
  },
  ru: {
    heldByMe: 'Вы завершаете эту задачу.',
    heldBy: 'Эту задачу завершает {name}.',
    inputKept: 'Введённые данные остались на экране.',
    undo: 'Отменить',
    completed: 'Задача «{task}» завершена.',
    completedAs: 'Задача «{task}» завершена: {outcome}',
    next: 'Следующая задача',
    reopened: 'Задача снова во входящих.',
    refused: 'Не удалось завершить «{task}». Введённое вами сохранено как черновик.',
  },
  zh: {
    heldByMe: '您正在完成此任务。',
    heldBy: '{name}正在完成此任务。',
    inputKept: '您填写的内容仍然保留。',
    undo: '撤销',
    completed: '“{task}”已完成。',
    completedAs: '“{task}”已完成：{outcome}',
    next: '下一个任务',
    reopened: '任务已回到您的待办。',
    refused: '无法完成“{task}”。您填写的内容已保存为草稿。',
  },
});

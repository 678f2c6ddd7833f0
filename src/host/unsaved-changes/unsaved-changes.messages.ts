import { defineMessages } from '../../shared/locale/index.ts';

/** Texts of the question about unsaved changes. */
export const unsavedChangesMessages = defineMessages({
  en: {
    title: 'Leave this task?',
    text: 'Your draft will be here when you open the task again. Nothing is submitted.',
    stay: 'Stay',
    keep: 'Leave, keep draft',
    discard: 'Discard',
    'unsaved.title': 'Leave without saving?',
    unsaved: 'Your changes are not saved yet.',
    save: 'Save and leave',
  },
  et: {
    title: 'Kas lahkuda ülesandest?',
    text: 'Mustand on alles, kui ülesande uuesti avate. Midagi ei saadeta.',
    stay: 'Jää siia',
    keep: 'Lahku ja hoia mustand',
    discard: 'Loobu muudatustest',
    'unsaved.title': 'Kas lahkuda salvestamata?',
    unsaved: 'Teie muudatused ei ole veel salvestatud.',
    save: 'Salvesta ja lahku',
  },
  ru: {
    title: 'Выйти из задачи?',
    text: 'Черновик останется и появится, когда вы снова откроете задачу. Ничего не отправляется.',
    stay: 'Остаться',
    keep: 'Выйти с черновиком',
    discard: 'Не сохранять',
    'unsaved.title': 'Выйти без сохранения?',
    unsaved: 'Ваши изменения ещё не сохранены.',
    save: 'Сохранить и выйти',
  },
  zh: {
    title: '离开此任务？',
    text: '再次打开任务时草稿仍在。不会发送任何内容。',
    stay: '留在此页',
    keep: '存草稿并离开',
    discard: '放弃更改',
    'unsaved.title': '不保存就离开？',
    unsaved: '您的更改尚未保存。',
    save: '保存并离开',
  },
});

import { defineMessages } from '../../locale/index.ts';

/** What people are told by mail, by kind, and the title of the choice of it. */
export const toldMessages = defineMessages({
  en: {
    title: 'Notifications',
    assigned: 'A task is given to me',
    offered: 'A task is waiting for my groups',
    delegated: 'A task is handed to me',
    dueSoon: 'A task of mine is due soon',
    overdue: 'A task of mine is overdue',
    mentioned: 'I am mentioned in a comment',
    standIn: 'I stand in for somebody, or somebody stood in for me',
  },
  et: {
    title: 'Teavitused',
    assigned: 'Mulle antakse ülesanne',
    offered: 'Ülesanne ootab minu rühmi',
    delegated: 'Ülesanne antakse mulle üle',
    dueSoon: 'Minu ülesande tähtaeg läheneb',
    overdue: 'Minu ülesanne on üle tähtaja',
    mentioned: 'Mind mainitakse kommentaaris',
    standIn: 'Asendan kedagi või keegi asendas mind',
  },
  ru: {
    title: 'Уведомления',
    assigned: 'Мне назначена задача',
    offered: 'Задача ждёт мои группы',
    delegated: 'Мне передана задача',
    dueSoon: 'Скоро срок моей задачи',
    overdue: 'Моя задача просрочена',
    mentioned: 'Меня упоминают в комментарии',
    standIn: 'Замещение: моё или меня',
  },
  zh: {
    title: '通知',
    assigned: '有任务分配给我',
    offered: '有任务等待我的用户组',
    delegated: '有任务转交给我',
    dueSoon: '我的任务即将到期',
    overdue: '我的任务已逾期',
    mentioned: '有人在评论中提到我',
    standIn: '我代理他人，或他人曾代理我',
  },
});

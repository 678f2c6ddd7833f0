import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of e-mails about delegations. `{from}`, `{until}` and `{time}` are already formatted. */
export const delegationMailMessages = defineMessages({
  en: {
    greeting: 'Hello,',
    'began.subject': 'You’re covering for {owner}',
    'changed.subject': 'Changed: you’re covering for {owner}',
    intro: 'You’re covering for {owner} from {from} to {until}, including the last day.',
    comment: 'Comment: {comment}',
    tasks:
      'During this time your inbox also shows these tasks, marked with the name. What you complete is recorded with both names. Confidential tasks are not transferred.',
    noTasks: 'No tasks are transferred to you in Verva.',
    'inbox.action': 'Open your inbox:',
    'inbox.link': 'Inbox',
    'entered.subject': '{by} entered a delegation for you',
    'entered.intro':
      '{delegate} covers for you from {from} to {until}, including the last day. {by} entered or changed this delegation.',
    'entered.action': 'See it and change it:',
    'left.subject': '{delegate} can no longer cover for you',
    'left.intro':
      '{delegate} was to cover for you from {from} to {until}. The account of your delegate has been deactivated, so this delegation has ended.',
    'left.action': 'Choose another delegate:',
    'ended.subject': 'While you were away',
    'ended.intro': '{delegate} covered for you from {from} to {until}.',
    'ended.decisions':
      '{count, plural, =0 {No task was completed in your name.} one {# task was completed in your name:} other {# tasks were completed in your name:}}',
    'ended.line': '{task}: {outcome}, {time}',
    'ended.more': '{count, plural, one {and # more} other {and # more}}',
    'ended.open':
      '{count, plural, =0 {No open tasks from that time are waiting for you.} one {# open task is back with you.} other {# open tasks are back with you.}}',
    'ended.action': 'Read the whole report:',
    'ended.link': 'Delegations',
  },
  et: {
    greeting: 'Tere!',
    'began.subject': 'Olete asendaja: {owner}',
    'changed.subject': 'Asendamine muutus: {owner}',
    intro: 'Olete asendaja. Asendatav: {owner}. Periood: {from} kuni {until} (viimane päev kaasa arvatud).',
    comment: 'Märkus: {comment}',
    tasks:
      'Sel ajal on need ka teie ülesannete hulgas, nimega märgitud. Teie lõpetatud ülesannete juurde jäävad mõlemad nimed. Konfidentsiaalseid ülesandeid üle ei anta.',
    noTasks: 'Vervas teile ülesandeid üle ei anta.',
    'inbox.action': 'Avage oma ülesanded:',
    'inbox.link': 'Minu ülesanded',
    'entered.subject': '{by} lisas teie eest asendamise',
    'entered.intro':
      'Teid asendab {delegate}. Periood: {from} kuni {until} (viimane päev kaasa arvatud). Asendamise lisas või muutis {by}.',
    'entered.action': 'Vaadake ja muutke seda:',
    'left.subject': '{delegate} ei saa teid enam asendada',
    'left.intro':
      'Teid pidi asendama {delegate}. Periood: {from} kuni {until}. Asendaja konto on muudetud mitteaktiivseks ja asendamine on lõppenud.',
    'left.action': 'Valige uus asendaja:',
    'ended.subject': 'Teie äraoleku ajal',
    'ended.intro': 'Teid asendas {delegate}. Periood: {from} kuni {until}.',
    'ended.decisions':
      '{count, plural, =0 {Teie nimel ei lõpetatud ühtegi ülesannet.} one {Teie nimel lõpetati # ülesanne:} other {Teie nimel lõpetati # ülesannet:}}',
    'ended.line': '{task}: {outcome}, {time}',
    'ended.more': '{count, plural, one {ja veel #} other {ja veel #}}',
    'ended.open':
      '{count, plural, =0 {Sellest ajast ei oota teid ühtegi avatud ülesannet.} one {Teie kätte tuli tagasi # avatud ülesanne.} other {Teie kätte tuli tagasi # avatud ülesannet.}}',
    'ended.action': 'Vaadake kogu aruannet:',
    'ended.link': 'Asendamised',
  },
  ru: {
    greeting: 'Здравствуйте!',
    'began.subject': 'Вы замещаете: {owner}',
    'changed.subject': 'Замещение изменено: {owner}',
    intro: 'Вы замещаете: {owner}. Период: с {from} по {until} включительно.',
    comment: 'Примечание: {comment}',
    tasks:
      'В это время эти задачи видны и в ваших входящих, с пометкой имени. У выполненных вами задач указываются оба имени. Конфиденциальные задачи не передаются.',
    noTasks: 'В Verva задачи вам не передаются.',
    'inbox.action': 'Откройте свои входящие:',
    'inbox.link': 'Входящие',
    'entered.subject': 'За вас введено замещение: {by}',
    'entered.intro': 'Вас замещает {delegate} с {from} по {until} включительно. Кто ввёл или изменил замещение: {by}.',
    'entered.action': 'Посмотреть и изменить:',
    'left.subject': '{delegate} больше не может вас замещать',
    'left.intro':
      'Вас должен был замещать пользователь {delegate}. Период: с {from} по {until}. Доступ заместителя закрыт, поэтому замещение завершено.',
    'left.action': 'Выберите другого заместителя:',
    'ended.subject': 'Пока вас не было',
    'ended.intro': 'Замещающий: {delegate}. Период: с {from} по {until} включительно.',
    'ended.decisions':
      '{count, plural, =0 {От вашего имени задачи не завершались.} one {От вашего имени завершена # задача:} few {От вашего имени завершены # задачи:} many {От вашего имени завершено # задач:} other {От вашего имени завершено # задачи:}}',
    'ended.line': '{task}: {outcome}, {time}',
    'ended.more': '{count, plural, one {и ещё #} few {и ещё #} many {и ещё #} other {и ещё #}}',
    'ended.open':
      '{count, plural, =0 {Открытых задач с того времени нет.} one {К вам вернулась # открытая задача.} few {К вам вернулись # открытые задачи.} many {К вам вернулось # открытых задач.} other {К вам вернулось # открытой задачи.}}',
    'ended.action': 'Посмотрите весь отчёт:',
    'ended.link': 'Замещения',
  },
  zh: {
    greeting: '您好！',
    'began.subject': '您代理{owner}的工作',
    'changed.subject': '代理有变更：{owner}',
    intro: '您代理{owner}的工作，时间：{from}至{until}（含当天）。',
    comment: '备注：{comment}',
    tasks: '在此期间，这些任务也会显示在您的待办中并标明姓名。您完成的任务会记录两人的姓名。机密任务不会移交。',
    noTasks: '在 Verva 中不向您移交任务。',
    'inbox.action': '请打开您的待办：',
    'inbox.link': '待办',
    'entered.subject': '{by} 为您填写了代理',
    'entered.intro': '{delegate} 从 {from} 到 {until}（含最后一天）代理您。由 {by} 填写或更改。',
    'entered.action': '查看和更改：',
    'left.subject': '{delegate} 无法再代理您',
    'left.intro': '{delegate} 原定于 {from} 至 {until} 代理您。代理人的账户已停用，因此该代理已结束。',
    'left.action': '请选择其他代理人：',
    'ended.subject': '您不在期间',
    'ended.intro': '{from}至{until}由{delegate}代理您的工作。',
    'ended.decisions': '{count, plural, =0 {没有以您的名义完成的任务。} other {以您的名义完成了#个任务：}}',
    'ended.line': '{task}：{outcome}，{time}',
    'ended.more': '{count, plural, other {还有#个}}',
    'ended.open': '{count, plural, =0 {没有遗留的未完成任务。} other {#个未完成任务已回到您这里。}}',
    'ended.action': '请查看完整报告：',
    'ended.link': '代理',
  },
});

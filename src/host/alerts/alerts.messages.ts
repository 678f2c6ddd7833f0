import { defineMessages } from '../../shared/locale/index.ts';

/** Texts of the page of security alerts, and of the notice about new ones. */
export const alertsMessages = defineMessages({
  en: {
    unseen: '{count, plural, one {# new security alert} other {# new security alerts}}',
    open: 'View alerts',
    about:
      'Security alerts of the last 12 months. Every administrator gets them here and, unless switched off under Notifications, by e-mail.',
    list: 'Security alerts',
    fresh: 'New',
    more: 'Show earlier alerts',
    empty: 'No alerts',
    'empty.more': 'Events such as a new administrator or a new secret appear here.',
    loading: 'Loading alerts',
    denied: 'You can’t view the alerts',
    'denied.more': 'Only administrators can.',
    failed: 'The alerts could not be loaded',
    retry: 'Try again',
  },
  et: {
    unseen: '{count, plural, one {# uus turvahoiatus} other {# uut turvahoiatust}}',
    open: 'Vaata hoiatusi',
    about:
      'Viimase 12 kuu turvahoiatused. Iga administraator saab need siin ja ka e-kirjaga, kui ta ei ole seda menüüs „Teavitused“ välja lülitanud.',
    list: 'Turvahoiatused',
    fresh: 'Uus',
    more: 'Näita varasemaid hoiatusi',
    empty: 'Hoiatusi ei ole',
    'empty.more': 'Siin näete näiteks uue administraatori lisamist või uue saladuse loomist.',
    loading: 'Hoiatuste laadimine',
    denied: 'Te ei saa hoiatusi vaadata',
    'denied.more': 'Seda saavad ainult administraatorid.',
    failed: 'Hoiatuste laadimine ebaõnnestus',
    retry: 'Proovi uuesti',
  },
  ru: {
    unseen:
      '{count, plural, one {# новое предупреждение безопасности} few {# новых предупреждения безопасности} many {# новых предупреждений безопасности} other {# нового предупреждения безопасности}}',
    open: 'Показать предупреждения',
    about:
      'Предупреждения безопасности за 12 месяцев. Каждый администратор видит их здесь и получает по почте, если не отключил это в меню «Уведомления».',
    list: 'Предупреждения безопасности',
    fresh: 'Новое',
    more: 'Показать более ранние',
    empty: 'Предупреждений нет',
    'empty.more': 'Здесь появляются такие события, как новый администратор или новый секрет.',
    loading: 'Загрузка предупреждений',
    denied: 'Вы не можете просматривать предупреждения',
    'denied.more': 'Это доступно только администраторам.',
    failed: 'Не удалось загрузить предупреждения',
    retry: 'Повторить',
  },
  zh: {
    unseen: '{count, plural, other {# 条新的安全警报}}',
    open: '查看警报',
    about: '最近 12 个月的安全警报。每位管理员都会在此看到；如未在“通知”中关闭，还会收到邮件。',
    list: '安全警报',
    fresh: '新',
    more: '显示更早的警报',
    empty: '没有警报',
    'empty.more': '新增管理员、新建密钥等事件会显示在这里。',
    loading: '正在加载警报',
    denied: '您无法查看警报',
    'denied.more': '仅管理员可以查看。',
    failed: '无法加载警报',
    retry: '重试',
  },
});

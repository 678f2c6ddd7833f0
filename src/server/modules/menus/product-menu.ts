import { type LanguageId, ROUTE_PRIORITY } from '../../../shared/contracts/constants.ts';

/** A menu entry that belongs to the product. */
export interface ProductEntry {
  /** Also identifies the entry: it remains the same one if an organisation moves it. */
  readonly path: string;
  /** Path of the parent entry, which precedes it in this list. */
  readonly parent?: string;
  readonly icon: string | null;
  readonly priority: number;
  readonly groups: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly title: Readonly<Record<LanguageId, string>>;
}

/** Entries of every organisation, unless it has changed or removed them. Features that do not exist yet have none. */
export const PRODUCT_MENU: readonly ProductEntry[] = [
  {
    path: '/inbox',
    icon: 'inbox',
    priority: 1,
    groups: [],
    meta: { page: 'inbox' },
    title: { en: 'Inbox', et: 'Minu ülesanded', ru: 'Входящие', zh: '待办' },
  },
  {
    path: '/mass-action',
    icon: 'mass',
    priority: 20,
    groups: [],
    meta: { page: 'mass-action' },
    title: { en: 'Mass action', et: 'Hulgitoiming', ru: 'Массовое действие', zh: '批量处理' },
  },
  {
    path: '/manuals',
    icon: 'manuals',
    priority: 30,
    groups: [],
    meta: { page: 'manuals' },
    title: { en: 'Manuals', et: 'Juhendid', ru: 'Инструкции', zh: '手册' },
  },
  {
    path: '/manuals/reports',
    parent: '/manuals',
    icon: null,
    priority: 90,
    groups: ['manualsgroup', 'manualsviewer'],
    meta: { page: 'manual-reports' },
    title: { en: 'Read report', et: 'Tutvumiste aruanne', ru: 'Отчёт об ознакомлении', zh: '阅读情况报表' },
  },
  {
    // For authors, who are no administrators: its address is below the settings, its entry is not.
    path: '/settings/manuals',
    parent: '/manuals',
    icon: null,
    priority: 95,
    groups: ['manualsgroup'],
    meta: { page: 'manual-settings', desktopOnly: true },
    title: { en: 'Manage manuals', et: 'Juhendite haldus', ru: 'Управление инструкциями', zh: '手册管理' },
  },
  {
    path: '/tasks',
    icon: 'tasks',
    priority: ROUTE_PRIORITY.tasks,
    groups: ['admin', 'alltasks'],
    meta: { page: 'tasks' },
    title: { en: 'All tasks', et: 'Kõik ülesanded', ru: 'Все задачи', zh: '全部任务' },
  },
  {
    path: '/delegations',
    icon: 'delegations',
    priority: 900,
    groups: [],
    meta: { page: 'delegations' },
    title: { en: 'Delegations', et: 'Asendamised', ru: 'Замещения', zh: '代理' },
  },
  {
    path: '/settings',
    icon: 'settings',
    priority: ROUTE_PRIORITY.settings,
    groups: ['admin'],
    meta: { page: 'section', desktopOnly: true },
    title: { en: 'Settings', et: 'Seaded', ru: 'Настройки', zh: '设置' },
  },
  {
    path: '/settings/users',
    parent: '/settings',
    icon: null,
    priority: 30,
    groups: ['admin'],
    meta: { page: 'users' },
    title: { en: 'Users', et: 'Kasutajad', ru: 'Пользователи', zh: '用户' },
  },
  {
    path: '/settings/tags',
    parent: '/settings',
    icon: null,
    priority: 35,
    groups: ['admin'],
    meta: { page: 'tags' },
    title: { en: 'Tags', et: 'Sildid', ru: 'Метки', zh: '标签' },
  },
  {
    path: '/settings/groups',
    parent: '/settings',
    icon: null,
    priority: 40,
    groups: ['admin'],
    meta: { page: 'groups' },
    title: { en: 'Groups', et: 'Grupid', ru: 'Группы', zh: '用户组' },
  },
  {
    path: '/settings/companies',
    parent: '/settings',
    icon: null,
    priority: 50,
    groups: ['admin'],
    meta: { page: 'companies' },
    title: { en: 'Companies', et: 'Ettevõtted', ru: 'Компании', zh: '公司' },
  },
  {
    path: '/settings/dimensions',
    parent: '/settings',
    icon: null,
    priority: 55,
    groups: ['admin'],
    meta: { page: 'dimensions' },
    title: { en: 'Dimensions', et: 'Dimensioonid', ru: 'Измерения', zh: '维度' },
  },
  {
    path: '/settings/audit',
    parent: '/settings',
    icon: null,
    priority: 65,
    groups: ['admin'],
    meta: { page: 'audit' },
    title: { en: 'Audit log', et: 'Auditilogi', ru: 'Журнал аудита', zh: '审计日志' },
  },
  {
    path: '/settings/dropdowns',
    parent: '/settings',
    icon: null,
    priority: 60,
    groups: ['admin'],
    meta: { page: 'dropdowns' },
    title: { en: 'Dropdowns', et: 'Klassifikaatorid', ru: 'Справочники', zh: '数据字典' },
  },
  {
    path: '/settings/delegations',
    parent: '/settings',
    icon: null,
    priority: 70,
    groups: ['admin'],
    meta: { page: 'all-delegations' },
    title: { en: 'Delegations', et: 'Asendamised', ru: 'Замещения', zh: '代理' },
  },
  {
    path: '/settings/notifications',
    parent: '/settings',
    icon: null,
    priority: 75,
    groups: ['admin'],
    meta: { page: 'notification-defaults' },
    title: { en: 'Notifications', et: 'Teavitused', ru: 'Уведомления', zh: '通知' },
  },
  {
    path: '/settings/embedding',
    parent: '/settings',
    icon: null,
    priority: 90,
    groups: ['admin'],
    meta: { page: 'embedding' },
    title: { en: 'Embedding', et: 'Veebilehele lisamine', ru: 'Встраивание', zh: '嵌入' },
  },
  {
    path: '/settings/provider',
    parent: '/settings',
    icon: null,
    priority: 100,
    groups: ['verva.admin'],
    meta: { page: 'section' },
    title: { en: 'Provider', et: 'Teenusepakkuja', ru: 'Платформа', zh: '平台' },
  },
  {
    path: '/settings/forms',
    parent: '/settings/provider',
    icon: null,
    priority: 60,
    groups: ['verva.admin'],
    meta: { page: 'forms' },
    title: { en: 'Forms', et: 'Vormid', ru: 'Формы', zh: '表单' },
  },
  {
    path: '/settings/i18n',
    parent: '/settings/provider',
    icon: null,
    priority: 70,
    groups: ['verva.admin'],
    meta: { page: 'i18n' },
    title: { en: 'Translations', et: 'Tõlked', ru: 'Переводы', zh: '翻译' },
  },
];

import { type LanguageId, LOCALES } from '../../../shared/contracts/constants.ts';

/** The product's groups (ROLE-01); every tenant has them from its first day, and they cannot be removed. */
export const PRODUCT_GROUPS: readonly { readonly id: string; readonly name: string }[] = [
  { id: 'admin', name: 'Administrators' },
  { id: 'verva.admin', name: 'Provider administrators' },
  { id: 'alltasks', name: 'Everybody’s tasks' },
  { id: 'assetadmin', name: 'Asset administrators' },
  { id: 'assetviewer', name: 'Asset viewers' },
  { id: 'employee_management_admin', name: 'Employee administrators' },
  { id: 'employee_management_viewer', name: 'Employee viewers' },
  { id: 'clothes_sizes_admin', name: 'Clothing sizes' },
  { id: 'team_contract_viewer', name: 'Contracts of own team' },
  { id: 'finance_viewer', name: 'Finance' },
  { id: 'manualsgroup', name: 'Manual authors' },
  { id: 'manualsviewer', name: 'Manual viewers' },
];

export const PRODUCT_LANGUAGES: readonly { readonly id: LanguageId; readonly name: string; readonly locale: string }[] =
  [
    { id: 'en', name: 'English', locale: LOCALES.en },
    { id: 'et', name: 'Eesti', locale: LOCALES.et },
    { id: 'ru', name: 'Русский', locale: LOCALES.ru },
    { id: 'zh', name: '中文', locale: LOCALES.zh },
  ];

/** The entries every tenant begins with; one with a `parent` stands behind it here. */
export const PRODUCT_MENU = [
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
    path: '/tasks',
    icon: 'tasks',
    priority: 998,
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
    priority: 999,
    groups: ['admin', 'manualsgroup'],
    meta: { page: 'section' },
    title: { en: 'Settings', et: 'Seaded', ru: 'Настройки', zh: '设置' },
  },
  {
    path: '/settings/forms',
    parent: '/settings',
    icon: null,
    priority: 60,
    groups: ['verva.admin'],
    meta: { page: 'forms' },
    title: { en: 'Forms', et: 'Vormid', ru: 'Формы', zh: '表单' },
  },
  {
    path: '/settings/dropdowns',
    parent: '/settings',
    icon: null,
    priority: 70,
    groups: ['admin'],
    meta: { page: 'dropdowns' },
    title: { en: 'Dropdowns', et: 'Klassifikaatorid', ru: 'Справочники', zh: '数据字典' },
  },
  {
    path: '/settings/manuals',
    parent: '/settings',
    icon: null,
    priority: 80,
    groups: ['manualsgroup'],
    meta: { page: 'manual-settings' },
    title: { en: 'Manuals', et: 'Juhendid', ru: 'Инструкции', zh: '手册' },
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
    path: '/settings/i18n',
    parent: '/settings',
    icon: null,
    priority: 95,
    groups: ['verva.admin'],
    meta: { page: 'i18n' },
    title: { en: 'Translations', et: 'Tõlked', ru: 'Переводы', zh: '翻译' },
  },
] as const;

/** The external help centre (LAY-03), unless the tenant's setting `helpUrl` names another. */
export const DEFAULT_HELP_URL = 'https://help.verva.example/et/';

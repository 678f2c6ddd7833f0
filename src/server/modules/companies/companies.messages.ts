import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of the columns of companies and of their values. */
export const companyMessages = defineMessages({
  en: {
    companies: 'Companies',
    name: 'Name',
    code: 'Code',
    registryCode: 'Registry code',
    country: 'Country',
    people: 'Users',
    status: 'Status',
    'status.active': 'Active',
    'status.inactive': 'Inactive',
  },
  et: {
    companies: 'Ettevõtted',
    name: 'Nimi',
    code: 'Kood',
    registryCode: 'Registrikood',
    country: 'Riik',
    people: 'Kasutajaid',
    status: 'Olek',
    'status.active': 'Aktiivne',
    'status.inactive': 'Mitteaktiivne',
  },
  ru: {
    companies: 'Компании',
    name: 'Название',
    code: 'Код',
    registryCode: 'Регистрационный код',
    country: 'Страна',
    people: 'Пользователи',
    status: 'Состояние',
    'status.active': 'Активна',
    'status.inactive': 'Неактивна',
  },
  zh: {
    companies: '公司',
    name: '名称',
    code: '代码',
    registryCode: '注册号',
    country: '国家',
    people: '用户数',
    status: '状态',
    'status.active': '启用',
    'status.inactive': '停用',
  },
});

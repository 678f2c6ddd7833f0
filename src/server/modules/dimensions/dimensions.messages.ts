import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of the columns of dimension values and of their values. */
export const dimensionMessages = defineMessages({
  en: {
    values: 'Dimension values',
    dimension: 'Dimension',
    code: 'Code',
    name: 'Name',
    parent: 'Part of',
    status: 'Status',
    'status.active': 'Active',
    'status.inactive': 'Inactive',
  },
  et: {
    values: 'Dimensioonide väärtused',
    dimension: 'Dimensioon',
    code: 'Kood',
    name: 'Nimi',
    parent: 'Ülemine väärtus',
    status: 'Olek',
    'status.active': 'Aktiivne',
    'status.inactive': 'Mitteaktiivne',
  },
  ru: {
    values: 'Значения измерений',
    dimension: 'Измерение',
    code: 'Код',
    name: 'Название',
    parent: 'Входит в',
    status: 'Состояние',
    'status.active': 'Активно',
    'status.inactive': 'Неактивно',
  },
  zh: {
    values: '维度值',
    dimension: '维度',
    code: '代码',
    name: '名称',
    parent: '上级值',
    status: '状态',
    'status.active': '启用',
    'status.inactive': '停用',
  },
});

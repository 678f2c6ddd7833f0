import { defineMessages } from '../../../shared/locale/messages.ts';

/** Headings of the columns that every registry has, and values of boxes to tick in files. */
export const registryMessages = defineMessages({
  en: {
    number: 'Number',
    title: 'Title',
    status: 'Status',
    owner: 'Owner',
    created: 'Created',
    changed: 'Changed',
    id: 'ID',
    yes: 'Yes',
    no: 'No',
  },
  et: {
    number: 'Number',
    title: 'Pealkiri',
    status: 'Olek',
    owner: 'Vastutaja',
    created: 'Loodud',
    changed: 'Muudetud',
    id: 'ID',
    yes: 'Jah',
    no: 'Ei',
  },
  ru: {
    number: 'Номер',
    title: 'Название',
    status: 'Состояние',
    owner: 'Ответственный',
    created: 'Создано',
    changed: 'Изменено',
    id: 'ID',
    yes: 'Да',
    no: 'Нет',
  },
  zh: {
    number: '编号',
    title: '标题',
    status: '状态',
    owner: '负责人',
    created: '创建时间',
    changed: '更改时间',
    id: 'ID',
    yes: '是',
    no: '否',
  },
});

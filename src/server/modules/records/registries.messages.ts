import { defineMessages } from '../../../shared/locale/messages.ts';

/** Column headings that every registry has. */
export const registryMessages = defineMessages({
  en: {
    number: 'Number',
    title: 'Title',
    status: 'Status',
    owner: 'Owner',
    created: 'Created',
    changed: 'Changed',
    id: 'ID',
  },
  et: {
    number: 'Number',
    title: 'Pealkiri',
    status: 'Olek',
    owner: 'Vastutaja',
    created: 'Loodud',
    changed: 'Muudetud',
    id: 'ID',
  },
  ru: {
    number: 'Номер',
    title: 'Название',
    status: 'Состояние',
    owner: 'Ответственный',
    created: 'Создано',
    changed: 'Изменено',
    id: 'ID',
  },
  zh: {
    number: '编号',
    title: '标题',
    status: '状态',
    owner: '负责人',
    created: '创建时间',
    changed: '更改时间',
    id: 'ID',
  },
});

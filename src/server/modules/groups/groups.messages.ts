import { defineMessages } from '../../../shared/locale/messages.ts';

/** Texts of the columns of groups. */
export const groupMessages = defineMessages({
  en: {
    groups: 'Groups',
    id: 'Group ID',
    name: 'Name',
    description: 'Description',
    kind: 'Kind',
    'kind.product': 'Permission group',
    'kind.custom': 'Own group',
    people: 'Users',
    members: 'Members',
  },
  et: {
    groups: 'Grupid',
    id: 'Grupi ID',
    name: 'Nimi',
    description: 'Kirjeldus',
    kind: 'Liik',
    'kind.product': 'Õiguste grupp',
    'kind.custom': 'Oma grupp',
    people: 'Kasutajaid',
    members: 'Liikmed',
  },
  ru: {
    groups: 'Группы',
    id: 'ID группы',
    name: 'Название',
    description: 'Описание',
    kind: 'Вид',
    'kind.product': 'Группа прав',
    'kind.custom': 'Своя группа',
    people: 'Пользователи',
    members: 'Участники',
  },
  zh: {
    groups: '用户组',
    id: '用户组 ID',
    name: '名称',
    description: '说明',
    kind: '类型',
    'kind.product': '权限组',
    'kind.custom': '自定义组',
    people: '用户数',
    members: '成员',
  },
});

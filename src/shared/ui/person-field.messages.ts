import { defineMessages } from '../locale/messages.ts';

export const personFieldMessages = defineMessages({
  en: {
    'person.placeholder': 'Name, username or e-mail',
    'person.none': 'No people found.',
    'person.found': '{count, plural, one {# person found} other {# people found}}',
    'person.list': 'People',
  },
  et: {
    'person.placeholder': 'Nimi, kasutajanimi või e-post',
    'person.none': 'Sellise nimega kedagi ei leitud.',
    'person.found': '{count, plural, one {Leiti # inimene} other {Leiti # inimest}}',
    'person.list': 'Inimesed',
  },
  ru: {
    'person.placeholder': 'Имя, имя пользователя или эл. почта',
    'person.none': 'Никого с таким именем не найдено.',
    'person.found':
      '{count, plural, one {Найден # человек} few {Найдено # человека} many {Найдено # человек} other {Найдено # человека}}',
    'person.list': 'Люди',
  },
  zh: {
    'person.placeholder': '姓名、用户名或邮箱',
    'person.none': '未找到该姓名的人员。',
    'person.found': '{count, plural, other {找到#人}}',
    'person.list': '人员',
  },
});

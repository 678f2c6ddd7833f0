import { defineMessages } from '../locale/messages.ts';

export const comboBoxMessages = defineMessages({
  en: {
    none: 'Nothing found.',
    found: '{count, plural, one {# found} other {# found}}',
    loading: 'Loading…',
    failed: 'The list could not be loaded.',
    retry: 'Try again',
    more: 'Showing the first {count}. Type to narrow down.',
  },
  et: {
    none: 'Midagi ei leitud.',
    found: '{count, plural, one {Leiti #} other {Leiti #}}',
    loading: 'Laadimine…',
    failed: 'Loendit ei õnnestunud laadida.',
    retry: 'Proovi uuesti',
    more: 'Näha on esimesed {count}. Täpsustamiseks kirjutage edasi.',
  },
  ru: {
    none: 'Ничего не найдено.',
    found:
      '{count, plural, one {Найден # вариант} few {Найдено # варианта} many {Найдено # вариантов} other {Найдено # варианта}}',
    loading: 'Загрузка…',
    failed: 'Не удалось загрузить список.',
    retry: 'Повторить',
    more: 'Показаны первые {count}. Чтобы уточнить, продолжайте ввод.',
  },
  zh: {
    none: '未找到结果。',
    found: '{count, plural, other {找到#项}}',
    loading: '加载中…',
    failed: '无法加载列表。',
    retry: '重试',
    more: '仅显示前{count}项，请继续输入以缩小范围。',
  },
});

import { defineMessages } from '../../shared/locale/index.ts';

export const startMessages = defineMessages({
  en: {
    title: 'Start',
    noItem: 'Nothing selected',
    noItemText: 'Add the item to the address of this page: /start-form-view?item=…',
  },
  et: {
    title: 'Alusta',
    noItem: 'Midagi ei ole valitud',
    noItemText: 'Lisage kirje selle lehe aadressile: /start-form-view?item=…',
  },
  ru: {
    title: 'Начать',
    noItem: 'Ничего не выбрано',
    noItemText: 'Добавьте пункт в адрес этой страницы: /start-form-view?item=…',
  },
  zh: {
    title: '发起',
    noItem: '未选择事项',
    noItemText: '请在此页面的地址中加上事项：/start-form-view?item=…',
  },
});

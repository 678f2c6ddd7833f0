import { defineMessages } from '../../shared/locale/index.ts';

/** Texts of the sign-in pop-up. */
export const popupMessages = defineMessages({
  en: {
    'popup.done': 'You are signed in.',
    'popup.done.text': 'You can close this window.',
    'popup.refused': 'This page is not allowed to show your tasks.',
    'popup.refused.text': '{origin} is not on the list of allowed addresses of {tenant}. Contact your administrator.',
    'popup.lost': 'The page that opened this window cannot be reached.',
    'popup.lost.text': 'You are signed in. Continue in the application.',
    'popup.open': 'Open in the application',
    'popup.close': 'Close',
  },
  et: {
    'popup.done': 'Olete sisse logitud.',
    'popup.done.text': 'Võite selle akna sulgeda.',
    'popup.refused': 'See leht ei tohi teie ülesandeid näidata.',
    'popup.refused.text':
      'Aadress {origin} ei ole lubatud veebiaadresside loendis ({tenant}). Pöörduge administraatori poole.',
    'popup.lost': 'Lehega, mis selle akna avas, ei saa ühendust.',
    'popup.lost.text': 'Olete sisse logitud; jätkake rakenduses.',
    'popup.open': 'Ava rakenduses',
    'popup.close': 'Sulge',
  },
  ru: {
    'popup.done': 'Вы вошли в систему.',
    'popup.done.text': 'Это окно можно закрыть.',
    'popup.refused': 'Эта страница не может показывать ваши задачи.',
    'popup.refused.text': 'Адрес {origin} не входит в список разрешённых ({tenant}). Обратитесь к администратору.',
    'popup.lost': 'Страница, открывшая это окно, недоступна.',
    'popup.lost.text': 'Вы вошли в систему; продолжите в приложении.',
    'popup.open': 'Открыть в приложении',
    'popup.close': 'Закрыть',
  },
  zh: {
    'popup.done': '您已登录。',
    'popup.done.text': '可以关闭此窗口。',
    'popup.refused': '该页面无权显示您的任务。',
    'popup.refused.text': '{origin} 不在{tenant}的允许列表中。请联系管理员。',
    'popup.lost': '无法连接到打开此窗口的页面。',
    'popup.lost.text': '您已登录，请在应用中继续。',
    'popup.open': '在应用中打开',
    'popup.close': '关闭',
  },
});

import { defineMessages } from '../locale/index.ts';

/** Texts of the dialog in which the user signs in again, for a request that needs a recent sign-in. */
export const recentSignInMessages = defineMessages({
  en: {
    title: 'Confirm that it is you',
    text: 'You signed in some time ago. Sign in again to go on; nothing you entered is lost.',
    window: 'A window opens for this.',
    signIn: 'Sign in',
    cancel: 'Cancel',
    blocked: 'The browser did not open the sign-in window.',
    closed: 'The sign-in window was closed before you signed in.',
  },
  et: {
    title: 'Kinnitage, et see olete teie',
    text: 'Sisselogimisest on möödas mõni aeg. Jätkamiseks logige uuesti sisse; sisestatud andmed on alles.',
    window: 'Selleks avaneb aken.',
    signIn: 'Logi sisse',
    cancel: 'Loobu',
    blocked: 'Brauser ei avanud sisselogimise akent.',
    closed: 'Sisselogimise aken suleti enne sisselogimist.',
  },
  ru: {
    title: 'Подтвердите, что это вы',
    text: 'Вы вошли некоторое время назад. Чтобы продолжить, войдите ещё раз: введённые данные сохранены.',
    window: 'Для этого откроется окно.',
    signIn: 'Войти',
    cancel: 'Отмена',
    blocked: 'Браузер не открыл окно входа.',
    closed: 'Окно входа закрыто до входа в систему.',
  },
  zh: {
    title: '请确认是您本人',
    text: '您登录已有一段时间。请重新登录后继续，已填写的内容不会丢失。',
    window: '将打开一个窗口。',
    signIn: '登录',
    cancel: '取消',
    blocked: '浏览器未能打开登录窗口。',
    closed: '登录窗口在登录前已关闭。',
  },
});

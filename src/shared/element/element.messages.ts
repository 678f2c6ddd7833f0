import { defineMessages } from '../locale/messages.ts';

export const elementMessages = defineMessages({
  en: {
    failed: 'This part of the page could not be loaded.',
    retry: 'Try again',
    signIn: 'Sign in',
    ended: 'Your session has ended. Sign in to continue; nothing you entered is lost.',
    blocked: 'The browser did not open the sign-in window.',
    closed: 'The sign-in window was closed before you signed in.',
    open: 'Open in the application',
  },
  et: {
    failed: 'Seda lehe osa ei õnnestunud laadida.',
    retry: 'Proovi uuesti',
    signIn: 'Logi sisse',
    ended: 'Seanss on lõppenud. Jätkamiseks logige sisse; sisestatud andmed on alles.',
    blocked: 'Brauser ei avanud sisselogimise akent.',
    closed: 'Sisselogimise aken suleti enne sisselogimist.',
    open: 'Ava rakenduses',
  },
  ru: {
    failed: 'Не удалось загрузить эту часть страницы.',
    retry: 'Повторить',
    signIn: 'Войти',
    ended: 'Сеанс завершён. Войдите, чтобы продолжить: введённые данные сохранены.',
    blocked: 'Браузер не открыл окно входа.',
    closed: 'Окно входа закрыто до входа в систему.',
    open: 'Открыть в приложении',
  },
  zh: {
    failed: '此部分内容加载失败。',
    retry: '重试',
    signIn: '登录',
    ended: '会话已结束。请登录后继续，已填写的内容不会丢失。',
    blocked: '浏览器未能打开登录窗口。',
    closed: '登录窗口在登录前已关闭。',
    open: '在应用中打开',
  },
});

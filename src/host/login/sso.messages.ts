import { defineMessages } from '../../shared/locale/index.ts';

/** Texts for failed single sign-on, with what to do next. */
export const ssoMessages = defineMessages({
  en: {
    'sso.denied': 'The identity provider did not sign you in. Try again, or sign in another way.',
    'sso.stale': 'This sign-in is no longer valid. Start again.',
    'sso.foreign': 'The response did not come from your identity provider, so you were not signed in. Start again.',
    'sso.linked':
      'Your account here is linked to another account at this identity provider, so you were not signed in. Contact your administrator.',
    'sso.unknown': 'The identity provider knows you, but you have no account here. Contact your administrator.',
    'sso.unreachable': 'The identity provider is not responding. Try again.',
    'sso.failed': 'The identity provider could not sign you in. Try again or contact your administrator.',
  },
  et: {
    'sso.denied': 'Identiteedipakkuja ei loginud teid sisse. Proovige uuesti või logige sisse muul viisil.',
    'sso.stale': 'See sisselogimine enam ei kehti. Alustage uuesti.',
    'sso.foreign': 'Vastus ei tulnud teie identiteedipakkujalt, seetõttu teid sisse ei logitud. Alustage uuesti.',
    'sso.linked':
      'Teie siinne konto on seotud selle identiteedipakkuja teise kontoga, seetõttu teid sisse ei logitud. Pöörduge administraatori poole.',
    'sso.unknown': 'Identiteedipakkuja tunneb teid, kuid siin teil kontot ei ole. Pöörduge administraatori poole.',
    'sso.unreachable': 'Identiteedipakkuja ei vasta. Proovige uuesti.',
    'sso.failed':
      'Identiteedipakkuja kaudu ei õnnestunud sisse logida. Proovige uuesti või pöörduge administraatori poole.',
  },
  ru: {
    'sso.denied': 'Поставщик удостоверений не выполнил вход. Попробуйте ещё раз или войдите другим способом.',
    'sso.stale': 'Эта попытка входа больше не действует. Начните заново.',
    'sso.foreign': 'Ответ пришёл не от вашего поставщика удостоверений, поэтому вход не выполнен. Начните заново.',
    'sso.linked':
      'Ваша учётная запись здесь связана с другой учётной записью этого поставщика, поэтому вход не выполнен. Обратитесь к администратору.',
    'sso.unknown': 'Поставщик удостоверений вас знает, но учётной записи здесь нет. Обратитесь к администратору.',
    'sso.unreachable': 'Поставщик удостоверений не отвечает. Попробуйте ещё раз.',
    'sso.failed':
      'Не удалось войти через поставщика удостоверений. Попробуйте ещё раз или обратитесь к администратору.',
  },
  zh: {
    'sso.denied': '身份提供方未允许登录。请重试，或用其他方式登录。',
    'sso.stale': '本次登录已失效，请重新开始。',
    'sso.foreign': '应答并非来自您的身份提供方，因此未登录。请重新开始。',
    'sso.linked': '您在此处的账号已关联到该身份提供方的另一个账号，因此未登录。请联系管理员。',
    'sso.unknown': '身份提供方认识您，但您在此处没有账号。请联系管理员。',
    'sso.unreachable': '身份提供方没有响应，请重试。',
    'sso.failed': '无法通过身份提供方登录。请重试或联系管理员。',
  },
});

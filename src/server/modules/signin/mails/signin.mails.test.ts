import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../../../shared/contracts/constants.ts';
import { composeSigninMail, composeSms, type SigninMail } from './signin.mails.ts';

const TALLINN = { timeZone: 'Europe/Tallinn' };
const AT = new Date('2026-11-21T12:05:00Z');
const LINK = 'https://work.example.org/login?code=481516&username=mari.tamm';
const MAILS: readonly SigninMail[] = [
  { kind: 'recoveryCode', username: 'mari.tamm', code: '481516', link: LINK, minutes: 60 },
  { kind: 'temporaryPassword', username: 'mari.tamm', password: 'Pw<&"7-kask', link: LINK, until: AT },
  { kind: 'oneTimePassword', code: '481516', minutes: 3 },
  { kind: 'passwordChanged', username: 'mari.tamm', at: AT },
  { kind: 'refreshTokenReused', username: 'mari.tamm', at: AT },
  { kind: 'newSignIn', username: 'mari.tamm', at: AT, browser: null, system: null, address: '2001:db8::1' },
  { kind: 'signInFailures', username: 'mari.tamm', at: AT, address: '192.0.2.1' },
];
const secretOf = (mail: SigninMail) => ('code' in mail ? mail.code : 'password' in mail ? mail.password : undefined);

/** Returns the visible text of HTML. */
const seen = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

for (const language of LANGUAGES) {
  test(`LOG-17 the sign-in e-mails in ${language} have the same content as text and as HTML`, () => {
    const subjects = new Set<string>();
    for (const mail of MAILS) {
      const { subject, text, html } = composeSigninMail(mail, language, TALLINN);
      subjects.add(subject);
      assert.match(html, new RegExp(`<html lang="${language}">`));
      const words = seen(html);
      for (const line of text.split('\n').map((each) => each.trim())) {
        if (line && line !== LINK) assert.ok(words.includes(line), `${mail.kind}: ${line}`);
      }
      assert.doesNotMatch(text + html, /undefined|\{|\}/);
      if ('username' in mail) assert.match(text, /mari\.tamm/);
      const secret = secretOf(mail);
      if (secret) {
        assert.ok(text.includes(secret));
        assert.ok(!subject.includes(secret), 'a subject is read on locked screens');
      }
      if ('link' in mail) {
        assert.ok(text.includes(LINK));
        assert.ok(html.includes(`href="${LINK.replace('&', '&amp;')}"`));
      }
    }
    assert.equal(subjects.size, MAILS.length);
  });
}

test('LOG-17 an e-mail has the words and dates of its language, and is in English for an unsupported one', () => {
  const changed = MAILS[3]!;
  const intro = (language: string, timeZone = 'Europe/Tallinn') =>
    composeSigninMail(changed, language, { timeZone }).text.split('\n\n')[1];
  assert.equal(intro('en'), 'Your password was changed. Username: mari.tamm. Time: 21 Nov 2026, 14:05.');
  assert.equal(intro('et'), 'Teie parool on muudetud. Kasutajanimi: mari.tamm. Aeg: 21.11.2026 14:05.');
  assert.equal(intro('ru'), 'Пароль изменён. Имя пользователя: mari.tamm. Время: 21.11.2026, 14:05.');
  assert.equal(intro('zh'), '您的密码已修改。用户名：mari.tamm。时间：2026年11月21日 14:05。');
  assert.equal(
    intro('en', 'Asia/Shanghai'),
    'Your password was changed. Username: mari.tamm. Time: 21 Nov 2026, 20:05.',
  );
  assert.equal(intro('tlh'), intro('en'));
});

test('LOG-17 names, passwords and links are shown unchanged and never become markup', () => {
  const username = '<img src=x onerror="alert(1)">&\'{plural}';
  const link = 'https://work.example.org/login?code=1&username="><script>';
  const { html, text } = composeSigninMail(
    { kind: 'recoveryCode', username, code: '"><b>1', link, minutes: 60 },
    'en',
    TALLINN,
  );
  assert.doesNotMatch(html, /<img|<script|<b>/);
  assert.ok(seen(html).includes(username));
  assert.ok(text.includes(username));
  assert.ok(html.includes('href="https://work.example.org/login?code=1&amp;username=&quot;&gt;&lt;script&gt;"'));
});

test('LOG-17 the HTML has inline styles only, no table, no external content and no colour that dark mode hides', () => {
  for (const mail of MAILS) {
    const { html } = composeSigninMail(mail, 'ru', TALLINN);
    assert.doesNotMatch(html, /<(table|style|img|link|script)\b/);
    assert.match(html, /name="color-scheme" content="light dark"/);
    const colours = [...html.matchAll(/(?<![-\w])(?:color|background):([^;"]+)/g)].map(([, colour]) => colour);
    assert.deepEqual(colours, 'link' in mail ? ['#5053DE', '#ffffff'] : []);
  }
});

test('LOG-15 a text message contains the password and its validity in the user’s language', () => {
  const sms = (language: string, minutes = 3) => composeSms({ code: '481516', minutes }, language);
  assert.equal(
    sms('en'),
    '481516 is your one time password for Verva. It is valid for 3 minutes. Do not give it to anyone.',
  );
  assert.equal(
    sms('en', 1),
    '481516 is your one time password for Verva. It is valid for 1 minute. Do not give it to anyone.',
  );
  assert.equal(sms('et'), '481516 on teie Verva ühekordne parool. See kehtib 3 minutit. Ärge andke seda kellelegi.');
  assert.equal(sms('ru'), '481516 — одноразовый пароль Verva. Действует 3 минуты. Никому его не сообщайте.');
  assert.equal(sms('ru', 5), '481516 — одноразовый пароль Verva. Действует 5 минут. Никому его не сообщайте.');
  assert.equal(sms('zh'), 'Verva 一次性密码：481516，3分钟内有效。请勿告诉任何人。');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type LanguageId } from '../contracts/constants.ts';
import {
  formatDay,
  formatDayAndTime,
  formatLongDay,
  formatMonth,
  formatNearDay,
  formatRelative,
  formatShortDay,
  formatTime,
  typedDayHint,
  weekdayNames,
} from './dates.ts';
import { addDays, dayOf, daysBetween, formatDayInput, isDay, parseDayInput, weekdayOf } from './days.ts';
import { languageOf } from './language.ts';
import { defineMessages } from './messages.ts';
import {
  compareTexts,
  formatFileSize,
  formatMoney,
  formatNumber,
  formatNumberInput,
  minorDigits,
  parseNumberInput,
} from './numbers.ts';

const inAll = <T>(run: (language: LanguageId) => T): T[] => LANGUAGES.map(run);
const NOW = new Date('2026-11-21T12:00:00Z');
const OPTIONS = { now: NOW, timeZone: 'Europe/Tallinn' };

test('I18N-04 days are formatted for each language', () => {
  assert.deepEqual(
    inAll((language) => formatDay('2026-11-21', { language })),
    ['21 Nov 2026', '21.11.2026', '21.11.2026', '2026年11月21日'],
  );
  assert.deepEqual(
    inAll((language) => formatDay('2026-01-05', { language })),
    ['5 Jan 2026', '05.01.2026', '05.01.2026', '2026年1月5日'],
  );
  assert.deepEqual(
    inAll((language) => formatLongDay('2026-11-21', { language })),
    ['21 November 2026', '21. november 2026', '21 ноября 2026 г.', '2026年11月21日'],
  );
  assert.deepEqual(
    inAll((language) => formatMonth('2026-11-21', { language })),
    ['November 2026', 'november 2026', 'ноябрь 2026 г.', '2026年11月'],
  );
});

test('I18N-04 near days are words, this year has a weekday, others are full dates', () => {
  const near = (day: string) => inAll((language) => formatNearDay(day, { ...OPTIONS, language }));
  assert.deepEqual(near('2026-11-21'), ['Today', 'Täna', 'Сегодня', '今天']);
  assert.deepEqual(near('2026-11-22'), ['Tomorrow', 'Homme', 'Завтра', '明天']);
  assert.deepEqual(near('2026-11-20'), ['Yesterday', 'Eile', 'Вчера', '昨天']);
  assert.deepEqual(near('2026-11-27'), ['Fri 27 Nov', 'R 27.11', 'пт 27.11', '11月27日周五']);
  assert.equal(formatShortDay('2028-02-29', { ...OPTIONS, language: 'en' }), '29 Feb 2028');
});

test("times are in the tenant's zone, on a 24-hour clock", () => {
  assert.equal(formatTime('2026-11-21T07:05:00Z', OPTIONS), '09:05');
  assert.equal(formatTime('2026-11-20T22:00:00Z', OPTIONS), '00:00');
  assert.equal(dayOf('2026-11-20T22:00:00Z', 'Europe/Tallinn'), '2026-11-21');
  assert.deepEqual(
    inAll((language) => formatDayAndTime('2026-11-21T12:05:00Z', { ...OPTIONS, language })),
    ['21 Nov 2026, 14:05', '21.11.2026 14:05', '21.11.2026, 14:05', '2026年11月21日 14:05'],
  );
});

test('relative time is used for seven days', () => {
  const ago = (instant: string) => inAll((language) => formatRelative(instant, { ...OPTIONS, language }));
  assert.deepEqual(ago('2026-11-21T11:55:00Z'), ['5 minutes ago', '5 minuti eest', '5 минут назад', '5分钟前']);
  assert.deepEqual(ago('2026-11-24T12:00:00Z'), ['in 3 days', '3 päeva pärast', 'через 3 дня', '3天后']);
  assert.deepEqual(ago('2026-11-21T11:59:40Z'), ['just now', 'äsja', 'только что', '刚刚']);
  assert.deepEqual(ago('2026-11-01T11:55:00Z'), ['1 Nov 2026', '01.11.2026', '01.11.2026', '2026年11月1日']);
});

test('the week starts on Monday', () => {
  assert.deepEqual(weekdayNames({ language: 'en' }), ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  assert.deepEqual(weekdayNames({ language: 'et' }), ['E', 'T', 'K', 'N', 'R', 'L', 'P']);
  assert.deepEqual(weekdayNames({ language: 'ru' }), ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']);
  assert.deepEqual(weekdayNames({ language: 'zh' }), ['周一', '周二', '周三', '周四', '周五', '周六', '周日']);
  assert.equal(weekdayOf('2026-11-22'), 7);
});

test('days are counted across clock changes and leap years', () => {
  assert.equal(addDays('2026-10-24', 2), '2026-10-26');
  assert.equal(addDays('2028-02-28', 1), '2028-02-29');
  assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2);
  assert.equal(daysBetween('2026-12-31', '2026-12-01'), -30);
});

test('DEL-09 a typed day is parsed in the order of the language, with any separator', () => {
  assert.deepEqual(
    inAll((language) => formatDayInput('2026-01-05', language)),
    ['05/01/2026', '05.01.2026', '05.01.2026', '2026-01-05'],
  );
  for (const text of ['05/01/2026', '5.1.2026', '5-1-26', ' 05 01 2026 '])
    assert.equal(parseDayInput(text, 'en'), '2026-01-05');
  for (const text of ['2026-01-05', '2026年1月5日', '26-1-5']) assert.equal(parseDayInput(text, 'zh'), '2026-01-05');
  assert.equal(parseDayInput('2026-01-05', 'et'), '2026-01-05');
  for (const text of ['', '31.02.2026', '5.1', '1.13.2026', 'tomorrow', '5.1.202', '2026-01-123'])
    assert.equal(parseDayInput(text, 'et'), undefined);
  assert.equal(isDay('2026-02-30'), false);
  assert.deepEqual(
    inAll((language) => typedDayHint({ language })),
    ['DD/MM/YYYY', 'PP.KK.AAAA', 'ДД.ММ.ГГГГ', '年-月-日'],
  );
});

test('I18N-04 numbers, money and sizes are formatted for each language', () => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
  assert.deepEqual(
    inAll((language) => plain(formatNumber(1234567.89, {}, language))),
    ['1,234,567.89', '1 234 567,89', '1 234 567,89', '1,234,567.89'],
  );
  assert.deepEqual(
    inAll((language) => plain(formatNumber(1234, {}, language))),
    ['1,234', '1234', '1 234', '1,234'],
  );
  assert.deepEqual(
    inAll((language) => plain(formatMoney({ amount: 125000, currency: 'EUR' }, language))),
    ['€1,250.00', '1250,00 €', '1 250,00 €', '€1,250.00'],
  );
  assert.equal(minorDigits('JPY'), 0);
  assert.deepEqual(
    inAll((language) => plain(formatFileSize(12_500_000, language))),
    ['12.5 MB', '12,5 MB', '12,5 МБ', '12.5 MB'],
  );
  assert.equal(plain(formatFileSize(412_300, 'en')), '412 kB');
});

test('a typed number is parsed with the separators of the language', () => {
  assert.equal(parseNumberInput('1,234.5', 'en'), 1234.5);
  assert.equal(parseNumberInput('12,5', 'en'), 12.5);
  assert.equal(parseNumberInput('1,234', 'en'), 1234);
  assert.equal(parseNumberInput('1 234,5', 'et'), 1234.5);
  assert.equal(parseNumberInput('1\u00a0234.5', 'ru'), 1234.5);
  assert.equal(parseNumberInput('−3', 'et'), -3);
  for (const text of ['', 'ten', '1,2,3', '1.2.3', '--1', '1e5', 'Infinity'])
    assert.equal(parseNumberInput(text, 'et'), undefined);
  for (const id of LANGUAGES) assert.equal(parseNumberInput(formatNumberInput(-1234.5, id), id), -1234.5);
  assert.equal(formatNumberInput(1234.5, 'et', 2), '1234,50');
});

test('names are sorted by the rules of the language', () => {
  const names = ['Ülle', 'Žukov', 'Tamm', 'Õun', 'Saar', 'Zimmer', 'Ärm', 'Šer', 'Vaher', 'Ööbik'];
  assert.deepEqual(
    names.sort((left, right) => compareTexts(left, right, 'et')),
    ['Saar', 'Šer', 'Zimmer', 'Žukov', 'Tamm', 'Vaher', 'Õun', 'Ärm', 'Ööbik', 'Ülle'],
  );
  assert.ok(compareTexts('Form 2', 'Form 10', 'en') < 0);
});

test('I18N-04 plurals use the form of the number', () => {
  const messages = defineMessages({
    en: { left: '{count, plural, =0 {Due today} one {# day left} other {# days left}}' },
    et: { left: '{count, plural, =0 {Tähtaeg täna} one {Jäänud # päev} other {Jäänud # päeva}}' },
    ru: {
      left: '{count, plural, =0 {Срок сегодня} one {Остался # день} few {Осталось # дня} many {Осталось # дней} other {Осталось # дня}}',
    },
    zh: { left: '{count, plural, =0 {今天到期} other {还剩#天}}' },
  });
  const left = (count: number) => inAll((language) => messages.text(language, 'left', { count }));
  assert.deepEqual(left(0), ['Due today', 'Tähtaeg täna', 'Срок сегодня', '今天到期']);
  assert.deepEqual(left(1), ['1 day left', 'Jäänud 1 päev', 'Остался 1 день', '还剩1天']);
  assert.deepEqual(left(21), ['21 days left', 'Jäänud 21 päeva', 'Остался 21 день', '还剩21天']);
  assert.deepEqual(left(4), ['4 days left', 'Jäänud 4 päeva', 'Осталось 4 дня', '还剩4天']);
  assert.deepEqual(left(11).slice(2), ['Осталось 11 дней', '还剩11天']);
  assert.deepEqual(left(1.5).slice(1, 3), ['Jäänud 1,5 päeva', 'Осталось 1,5 дня']);
});

test('I18N-02 a locale in any spelling gives its language', () => {
  assert.deepEqual(['et-EE', 'rus-RU', 'zh-Hans', 'EN', 'fi'].map(languageOf), ['et', 'ru', 'zh', 'en', undefined]);
});

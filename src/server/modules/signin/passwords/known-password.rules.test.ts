import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextWords, isEasyToGuess } from './known-password.rules.ts';

const known = new Set(['password', 'qwerty123', 'dragon', 'letmein', 'p@ssw0rd', 'parool']);
const isEasy = (password: string, ...names: string[]) => isEasyToGuess(password, known, contextWords(names));

test('SEC-03 known passwords are refused in any spelling, with digits and symbols around them', () => {
  for (const password of [
    ...[
      'Password1!',
      'P@ssw0rd123!',
      'pA55word!',
      'Qwerty123!',
      '!Dragon2026',
      '2026-Dragon!',
      'L3tm31n!!',
      'Le7mein-99',
    ],
    ...['Parool-2026!', 'PÄROOL-2026!', 'Ｐａｓｓｗｏｒｄ1!', 'Dragon#847193'],
  ]) {
    assert.ok(isEasy(password), password);
  }
});

test('SEC-03 a known word with as much of its own beside it is accepted, and so are others', () => {
  for (const password of [
    'Dragon#8471930',
    'Kevad-2026-tuleb',
    'Verva-demo-2026',
    'correct-Horse-9',
    'Xq7!vT2-',
    '密码-Aa1-长长长',
  ]) {
    assert.ok(!isEasy(password), password);
  }
});

test('SEC-03 passwords made of the names of the user and the organisation are refused', () => {
  const names = ['mart.kask', 'm.kask@sadam.example', 'Mart Kask', 'Põhjaranna Sadam AS'];
  for (const password of [
    'Mart.Kask1!',
    'Kask-2026!',
    'KaskMart-26',
    'M4rt-K4sk!',
    'Pohjaranna-1!',
    'Põhjaranna2026!',
    'Sadam-2026',
  ]) {
    assert.ok(isEasy(password, ...names), password);
  }
  for (const password of ['Kask-ja-rebane-7', 'Example-2026', 'As-2026-tuuline', 'Kevad-2026-tuleb']) {
    assert.ok(!isEasy(password, ...names), password);
  }
});

test('SEC-03 names of three letters and missing ones refuse nothing', () => {
  assert.deepEqual(contextWords(['Ly Uus', null, undefined, '', '@', 'kai@x.test']), []);
  assert.deepEqual(contextWords(['Anna-Liisa Õun', 'anna.oun']), ['liisa', 'anna']);
});

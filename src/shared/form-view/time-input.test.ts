import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTimeInput } from './time-input.ts';

test('I18N-03 a time is parsed in every common spelling', () => {
  const typed = {
    '930': '09:30',
    '0930': '09:30',
    '9:30': '09:30',
    '9.30': '09:30',
    '9 30': '09:30',
    '9': '09:00',
    '21': '21:00',
    '2359': '23:59',
    ' 00:05 ': '00:05',
    '9:30 pm': '21:30',
    '12 am': '00:00',
    '12:15pm': '12:15',
    '9h30': '09:30',
  };
  for (const [text, time] of Object.entries(typed)) assert.equal(parseTimeInput(text), time, text);
});

test('text that is not a time is not parsed as one', () => {
  for (const text of ['', '24:00', '9:60', '25', '9:3', '12345', 'noon', '-5', '13 pm', '9:30:00']) {
    assert.equal(parseTimeInput(text), undefined, text);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import { composeDelegationMail, type DelegationMail } from './delegations.mails.ts';

const PERIOD = { from: '2026-11-21', until: '2027-01-03' } as const;
const began: DelegationMail = {
  kind: 'began',
  owner: 'Anna Tamm',
  ...PERIOD,
  comment: 'Year-end <holiday>',
  replaceVerva: true,
  link: 'https://work.example.org/inbox',
};
const entered: DelegationMail = {
  kind: 'entered',
  by: 'Anna Tamm',
  delegate: 'Mart Kask',
  ...PERIOD,
  link: 'https://work.example.org/delegations',
};
const decision = (task: string) => ({ task, outcome: 'Approved', at: '2026-12-01T10:00:00.000Z' });
const ended: DelegationMail = {
  kind: 'ended',
  delegate: 'Mart Kask',
  ...PERIOD,
  decisions: [decision('Letter <1>')],
  returned: 2,
  link: 'https://work.example.org/delegations',
};

for (const language of LANGUAGES) {
  test(`BEY-02 BEY-03 I18N-04 the e-mails of a delegation are complete in ${language}`, () => {
    for (const mail of [began, { ...began, kind: 'changed' as const, replaceVerva: false }, entered, ended]) {
      const { subject, text, html } = composeDelegationMail(mail, language, 'Europe/Tallinn');
      assert.doesNotMatch(subject + text + html, /undefined|[{}]/);
      assert.doesNotMatch(html, /<holiday>|<1>/);
      assert.match(html, new RegExp(`<html lang="${language}">`));
      assert.ok(text.includes(mail.link));
      assert.ok(text.includes(mail.kind === 'ended' ? 'Mart Kask' : 'Anna Tamm'));
    }
  });
}

test('BEY-02 the report e-mail lists the first twenty decisions, with times in the organisation’s time zone', () => {
  const { subject, text } = composeDelegationMail(ended, 'en', 'Europe/Tallinn');
  assert.equal(subject, 'While you were away');
  assert.match(text, /Mart Kask covered for you from 21 Nov 2026 to 3 Jan 2027\./);
  assert.match(text, /1 task was completed in your name:\n\n- Letter <1>: Approved, 1 Dec 2026, 12:00\n/);
  assert.match(text, /2 open tasks are back with you\./);
  const many = { ...ended, decisions: Array.from({ length: 23 }, (_, index) => decision(`Letter ${index}`)) };
  const lines = composeDelegationMail(many, 'ru', 'Europe/Tallinn').text.split('\n');
  assert.equal(lines.filter((line) => line.startsWith('- Letter')).length, 20);
  assert.ok(lines.includes('- и ещё 3'));
  const none = composeDelegationMail({ ...ended, decisions: [], returned: 0 }, 'et', 'Europe/Tallinn').text;
  assert.match(none, /Teie nimel ei lõpetatud ühtegi ülesannet\./);
});

test('DEL-01 the e-mail of a period that transfers no tasks says so', () => {
  assert.match(
    composeDelegationMail({ ...began, replaceVerva: false }, 'en', 'UTC').text,
    /No tasks are transferred to you in Verva\./,
  );
});
